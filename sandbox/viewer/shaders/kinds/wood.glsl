// Sawn hardwood: year rings through the whole solid, so that sides show stripes and ends show arcs.
void make(inout Matter m, vec3 to_eye) {
    vec3 p = v_solid;
    float seed = v_tint.w;
    vec2 heart = vec2(0.018 + 0.02 * seed, 0.026 - 0.05 * fract(seed * 7.3));
    vec4 broad = noise_at(vec2(p.x * 2.2 + seed * 3.1, p.y * 9.0 + p.z * 6.0 + seed));
    float ring = length(p.yz - heart) + (broad.r - 0.5) * 0.006 + p.x * 0.01;
    float turns = ring * 520.0;
    float blur = fwidth(turns), wave = fract(turns + broad.g * 0.6);
    float late = smoothstep(0.15, 0.85, wave) * smoothstep(1.0, 1.0 - clamp(blur, 0.07, 0.9), wave);
    late = mix(0.33, late, smoothstep(0.8, 0.25, blur));
    vec4 fine = noise_at(vec2(p.x * 5.0 + seed, (p.y + p.z * 0.83) * 36.0 + seed * 5.0));
    vec3 light = m.albedo * (1.06 + 0.16 * (seed - 0.5));
    vec3 dark = m.albedo * vec3(0.74, 0.66, 0.56);
    m.albedo = mix(light, dark, 0.62 * late) * (0.86 + 0.28 * fine.a);
    m.albedo = printed(m.albedo);
    m.roughness = 0.48 + 0.16 * late;
}
