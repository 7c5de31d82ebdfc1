// Moulded or sheet plastic: smooth, with a sharp highlight.
void make(inout Matter m, vec3 to_eye) {
    vec4 fine = solid_noise(v_local, v_local_normal, 30.0);
    m.albedo = printed(m.albedo);
    m.roughness = 0.24 + 0.06 * fine.b;
    m.mirror = 0.05;
}
