// Clear plastic of a block: light, glossy, deeper in colour where it is seen through its length.
void make(inout Matter m, vec3 to_eye) {
    float edge = pow(1.0 - max(dot(m.normal, to_eye), 0.0), 2.0);
    m.albedo = printed(mix(m.albedo * 0.80, m.albedo, edge));
    m.roughness = 0.14;
    m.mirror = 0.06;
    m.inner = m.albedo * room(refract(-to_eye, m.normal, 1.0 / 1.49), 0.6) * 0.45;
}
