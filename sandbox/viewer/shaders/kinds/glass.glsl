// A glass marble: light is bent on the way in and out, coloured on the way through, with a twisted ribbon inside.
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

void make(inout Matter m, vec3 to_eye) {
    float radius = length(v_local);
    vec3 n = m.normal;
    vec3 tint = sqrt(m.albedo);
    m.roughness = 0.06;
    m.mirror = 0.05;
#if REFLECTIONS
    vec3 inside = refract(-to_eye, n, 1.0 / 1.5);
    float path = 2.0 * radius * abs(dot(inside, n));
    vec3 out_normal = normalize(n * radius + inside * path);
    vec3 leaving = refract(inside, -out_normal, 1.5);
    leaving = dot(leaving, leaving) < 0.1 ? reflect(inside, -out_normal) : leaving;
    vec3 through = seen_along(v_world + inside * path, normalize(leaving));
    vec3 swallowed = pow(tint, vec3(0.35 + 0.75 * path / radius));
    // The ribbon: nearest point of the path to the marble's own axis, in its own frame.
    vec3 start = v_local / radius, ray = to_local(inside);
    float along = clamp(-dot(start.xy, ray.xy) / max(dot(ray.xy, ray.xy), 1e-3), 0.0, 2.0);
    vec3 at = start + ray * along;
    float angle = atan(at.y, at.x) - 2.6 * at.z + 6.28 * v_tint.w;
    float vane = smoothstep(0.55, 0.95, abs(cos(1.5 * angle))) * smoothstep(0.62, 0.35, length(at));
    vec3 ribbon = mix(vec3(0.95, 0.93, 0.88), pow(m.albedo, vec3(0.8)) * 0.7, 0.5 + 0.5 * cos(angle));
    float lamp = 0.35 + 0.65 * max(dot(normalize(at + 0.3 * n), sun_way.xyz), 0.0);
    vec3 core = ribbon * (sky_light.rgb * 0.55 + sun_light.rgb * 0.32 * lamp);
    m.inner = mix(through * swallowed, core * mix(vec3(1.0), swallowed, 0.5), 0.85 * vane);
    // Light that the marble gathers leaves it opposite the sun.
    float gathered = pow(max(dot(-sun_way.xyz, n), 0.0), 4.0);
    m.inner += tint * sun_light.rgb * gathered * 0.30;
    m.albedo *= 0.06;
#else
    float vane = 0.5 + 0.5 * cos(3.0 * (atan(v_local.y, v_local.x) - 2.6 * v_local.z / radius));
    m.albedo = mix(tint, vec3(0.9), 0.35 * vane) * 0.75;
#endif
}
