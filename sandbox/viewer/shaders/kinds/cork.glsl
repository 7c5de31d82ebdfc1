// Pressed cork: grains of several browns with dark pores between.
void make(inout Matter m, vec3 to_eye) {
    vec4 broad = solid_noise(v_local, v_local_normal, 38.0);
    vec4 fine = solid_noise(v_local + 0.3, v_local_normal, 90.0);
    m.albedo *= 0.78 + 0.55 * broad.r;
    m.albedo *= 1.0 - 0.55 * smoothstep(0.62, 0.74, broad.g);
    m.albedo *= 1.0 - 0.45 * smoothstep(0.64, 0.8, fine.b);
    m.roughness = 0.85;
    m.mirror = 0.025;
    m.normal = normalize(m.normal + to_world(vec3(broad.r - 0.5, broad.g - 0.5, fine.b - 0.5)) * 0.35);
}
