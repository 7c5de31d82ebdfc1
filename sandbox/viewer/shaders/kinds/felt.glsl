// Felt: matt wool, mottled, with a rim of fibres that catch the light.
void make(inout Matter m, vec3 to_eye) {
    vec4 fine = solid_noise(v_local, v_local_normal, 40.0);
    vec4 broad = solid_noise(v_local, v_local_normal, 6.0);
    m.albedo = printed(m.albedo * (0.78 + 0.30 * fine.b + 0.22 * broad.r));
    m.roughness = 0.95;
    m.mirror = 0.02;
    m.fuzz = 0.9;
    m.normal = normalize(m.normal + to_world(vec3(fine.r - 0.5, fine.g - 0.5, fine.b - 0.5)) * 0.35);
}
