// What is seen through clear things: the room, or the ground they stand on.
#if REFLECTIONS
vec3 seen_along(vec3 from, vec3 way) {
    float t = (horizon_light.w - from.z) / min(way.z, -1e-3);
    vec3 hit = from + way * t;
    vec4 grain = noise_at(vec2(hit.x * 0.75, hit.y * 7.0));
    float near = exp(-length(hit - from) * 9.0);
    vec3 ground = ground_light.rgb * 2.0 * (0.7 + 0.6 * grain.a) * (1.0 - 0.5 * near);
    return mix(lit_room(way, 0.02), ground, ground_light.w * smoothstep(0.02, -0.04, way.z));
}
#endif
