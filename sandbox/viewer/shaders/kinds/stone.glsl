// A river pebble: clouded grey, speckles, now and then a vein.
void make(inout Matter m, vec3 to_eye) {
    float seed = v_tint.w;
    vec3 p = v_local + seed * vec3(0.31, 0.17, 0.23);
    vec4 cloud = solid_noise(p, v_local_normal, 16.0);
    vec4 speck = solid_noise(p, v_local_normal, 55.0);
    vec3 warm = m.albedo * vec3(1.42, 1.26, 1.06), cool = m.albedo * vec3(0.90, 0.95, 1.02);
    vec3 base = mix(cool, warm, smoothstep(0.2, 0.8, fract(seed * 5.7)));
    base *= 0.72 + 0.55 * fract(seed * 3.3);
    base *= 0.70 + 0.62 * cloud.r;
    base *= 1.0 - 0.42 * smoothstep(0.60, 0.72, speck.b);
    base += 0.10 * smoothstep(0.66, 0.80, speck.g);
    float vein = abs(cloud.g - 0.5 + 0.1 * (speck.r - 0.5));
    base = mix(base, vec3(0.62, 0.60, 0.56), 0.55 * smoothstep(0.02, 0.006, vein) * step(0.55, fract(seed * 9.1)));
    m.albedo = base;
    m.roughness = 0.56 + 0.2 * (speck.r - 0.5);
    m.normal = normalize(m.normal + to_world(vec3(speck.r - 0.5, speck.g - 0.5, speck.b - 0.5)) * 0.10);
}
