// Woven cloth: threads over and under, soft at the rim.
void make(inout Matter m, vec3 to_eye) {
    vec2 thread = v_solid.xy * 8000.0;
    float fade = clamp(1.3 - max(fwidth(thread.x), fwidth(thread.y)) * 0.35, 0.0, 1.0);
    vec2 weave = sin(thread);
    float over = mix(0.5, 0.5 + 0.5 * weave.x * weave.y, fade);
    vec4 broad = noise_at(v_solid.xy * 12.0);
    m.albedo *= (0.82 + 0.24 * over) * (0.92 + 0.16 * broad.r);
    m.roughness = 0.9;
    m.mirror = 0.025;
    m.fuzz = 0.5;
}
