// Clear plastic: mostly what is behind it, a little milky, deeper in colour along its edges.
#include "through.glsl"

void make(inout Matter m, vec3 to_eye) {
    float edge = 1.0 - max(dot(m.normal, to_eye), 0.0);
    m.roughness = 0.12;
    m.mirror = 0.05;
    m.albedo = printed(m.albedo * mix(0.17, 0.5, edge * edge));
#if REFLECTIONS
    vec3 behind = seen_along(v_world, normalize(refract(-to_eye, m.normal, 1.0 / 1.49)));
    m.inner = behind * v_tint.rgb * mix(0.75, 0.3, edge * edge);
#endif
}
