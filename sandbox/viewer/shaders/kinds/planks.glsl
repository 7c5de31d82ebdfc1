// A table top of planks, along x, with seams, knots of grain, and a worn lacquer.
void make(inout Matter m, vec3 to_eye) {
    vec3 q = v_local;
    vec2 p = abs(v_local_normal.z) > 0.5 ? q.xy : vec2(q.x + q.y, q.z);
    const float width = 0.1;
    float row = floor(p.y / width);
    float own = fract(sin(row * 12.9898 + 4.1) * 43758.5453);
    float across = p.y / width - row;
    vec2 at = vec2(p.x + own * 7.0, p.y + own * 3.0);
    vec4 broad = noise_at(vec2(at.x * 0.35, at.y * 1.9));
    vec4 streak = noise_at(vec2(at.x * 0.75, at.y * 7.0));
    vec4 fine = noise_at(vec2(at.x * 2.6, at.y * 30.0));
    vec4 pore = noise_at(vec2(at.x * 9.0, at.y * 62.0));
    float turns = at.y * 46.0 + broad.g * 11.0 + broad.r * 0.8 + 0.5 * streak.a;
    float blur = fwidth(turns), wave = fract(turns);
    float late = smoothstep(0.1, 0.8, wave) * smoothstep(1.0, 1.0 - clamp(blur, 0.1, 0.9), wave);
    late = mix(0.4, late, smoothstep(0.8, 0.25, blur));
    vec3 light = m.albedo * vec3(0.66, 0.66, 0.64) * (0.78 + 0.44 * own);
    vec3 dark = m.albedo * vec3(0.24, 0.215, 0.19);
    float mixture = 0.55 * late + 0.8 * (streak.a - 0.5) + 0.7 * (broad.g - 0.5);
    m.albedo = mix(light, dark, clamp(mixture, 0.0, 1.0));
    m.albedo *= 0.82 + 0.36 * fine.a;
    m.albedo *= 1.0 - 0.4 * smoothstep(0.66, 0.82, pore.a);
    float pixel = max(fwidth(p.y) / width, 1e-5);
    float seam = min(across, 1.0 - across);
    float gap = smoothstep(0.006 + pixel, 0.006 - pixel, seam) * clamp(0.012 / pixel, 0.15, 1.0);
    float shoulder = smoothstep(0.035, 0.0, seam);
    m.albedo *= (1.0 - 0.85 * gap) * (1.0 - 0.18 * shoulder);
    m.roughness = 0.40 + 0.22 * fine.a + 0.1 * late;
    m.mirror = 0.04 * (1.0 - gap);
    float tilt = (fine.a - 0.5) * 0.05 + (across > 0.5 ? 1.0 : -1.0) * 0.10 * shoulder;
    m.normal = normalize(m.normal + to_world(vec3(0.0, tilt, 0.0)) * abs(v_local_normal.z));
}
