// Coated card: nearly white, a soft sheen over the print, a trace of fibres at the cut edge.
void make(inout Matter m, vec3 to_eye) {
    vec4 fibre = noise_at(v_local.xy * 21.0 + v_local.z * 33.0 + v_tint.w);
    m.albedo = printed(m.albedo * (0.985 + 0.03 * fibre.r));
    m.roughness = 0.46 + 0.06 * fibre.b;
    m.mirror = 0.04;
}
