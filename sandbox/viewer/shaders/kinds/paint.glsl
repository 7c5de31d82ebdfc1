// Painted wood: lacquer with the grain showing through a little.
void make(inout Matter m, vec3 to_eye) {
    vec3 p = v_solid;
    float seed = v_tint.w;
    vec4 fine = noise_at(vec2(p.x * 6.0 + seed, (p.y + p.z * 0.83) * 40.0 + seed * 5.0));
    vec4 broad = solid_noise(v_local, v_local_normal, 14.0);
    m.albedo = printed(m.albedo * (0.90 + 0.12 * fine.a + 0.08 * broad.r));
    m.roughness = 0.30 + 0.12 * fine.a;
    m.mirror = 0.045;
}
