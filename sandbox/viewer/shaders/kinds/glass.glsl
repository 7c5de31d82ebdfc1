// A glass marble: light is bent on the way in and out, coloured on the way through, with a twisted ribbon inside.
#include "through.glsl"

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
    // Two ribbons, twisted about the marble's own axis: a few steps along the way through it.
    vec3 from = v_local / radius, ray = to_local(inside) * path / radius;
    vec3 dye = 0.5 + 0.5 * cos(6.28318 * (fract(v_tint.w * 7.7) + vec3(0.0, 0.33, 0.67)));
    vec3 first = mix(m.albedo, dye * dye * 0.9, 0.75), second = vec3(0.93, 0.91, 0.86);
    vec3 core = vec3(0.0);
    float clear = 1.0;
    for (int i = 0; i < counts.w; i++) {
        vec3 at = from + ray * (float(i) + pixel_noise()) / float(counts.w);
        float turn = 2.4 * at.z + 6.28 * v_tint.w;
        vec2 arm = mat2(cos(turn), -sin(turn), sin(turn), cos(turn)) * at.xy;
        vec2 near = smoothstep(0.13, 0.05, abs(arm)) * smoothstep(0.74, 0.58, length(at));
        float dense = 1.0 - (1.0 - near.x) * (1.0 - near.y);
        float lamp = 0.45 + 0.55 * clamp(dot(to_world(at), sun_way.xyz) + 0.5, 0.0, 1.0);
        core += clear * dense * 0.55 * mix(first, second, near.x) * (sky_light.rgb * 0.6 + sun_light.rgb * 0.34 * lamp);
        clear *= 1.0 - 0.55 * dense;
    }
    m.inner = through * swallowed * clear + core * mix(vec3(1.0), tint, 0.4);
    // Light that the marble gathers leaves it opposite the sun.
    float gathered = pow(max(dot(-sun_way.xyz, n), 0.0), 4.0);
    m.inner += tint * sun_light.rgb * gathered * 0.30;
    m.albedo *= 0.06;
#else
    float vane = 0.5 + 0.5 * cos(3.0 * (atan(v_local.y, v_local.x) - 2.6 * v_local.z / radius));
    m.albedo = mix(tint, vec3(0.9), 0.35 * vane) * 0.75;
#endif
}
