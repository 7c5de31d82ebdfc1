// Brushed metal: its colour is in the mirror image.
void make(inout Matter m, vec3 to_eye) {
    vec4 brush = noise_at(vec2(v_solid.x * 4.0, (v_solid.y + v_solid.z) * 60.0));
    m.roughness = 0.26 + 0.14 * brush.a;
    m.mirror = 0.62;
    m.albedo *= 0.35;
}
