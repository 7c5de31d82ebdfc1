// The room around the table, out of focus: what lies behind the picture, and what shiny things mirror.

float soft_window(vec3 way, vec3 centre, vec3 side, vec2 size, float blur) {
    float ahead = dot(way, centre);
    vec3 up = cross(centre, side);
    vec2 at = vec2(dot(way, side), dot(way, up)) / max(ahead, 0.05);
    vec2 edge = smoothstep(size + blur, size - blur, abs(at));
    return edge.x * edge.y * step(0.0, ahead);
}

// Light from a direction; blur 0 mirrors sharply, 1 sees only broad light and dark.
vec3 room(vec3 way, float blur) {
    float up = way.z;
    vec3 wall = mix(vec3(0.27, 0.33, 0.36), vec3(0.46, 0.52, 0.55), smoothstep(-0.2, 0.7, up));
    vec3 floor_colour = vec3(0.085, 0.080, 0.078);
    vec3 colour = mix(floor_colour, wall, smoothstep(-0.55 - 0.5 * blur, 0.12 + 0.5 * blur, up));
    float side = dot(normalize(way.xy + 1e-5), normalize(sun_way.xy));
    return colour * (0.86 + 0.22 * side);
}

// The same with its lamps: a window on the sun's side with a bar, a soft light opposite.
vec3 lit_room(vec3 way, float blur) {
    vec3 colour = room(way, blur);
    float soft = 0.02 + 0.6 * blur;
    vec3 side = normalize(cross(vec3(0.0, 0.0, 1.0), sun_way.xyz));
    float window = soft_window(way, sun_way.xyz, side, vec2(0.36, 0.46), soft);
    float bar = 1.0 - 0.75 * soft_window(way, sun_way.xyz, side, vec2(0.018, 0.6), soft * 0.6)
              - 0.75 * soft_window(way, sun_way.xyz, side, vec2(0.5, 0.018), soft * 0.6);
    colour += sun_light.rgb * 1.5 * window * max(bar, 0.0) / (1.0 + 6.0 * blur);
    vec3 other = normalize(vec3(-sun_way.xy, 0.55));
    vec3 across = normalize(cross(vec3(0.0, 0.0, 1.0), other));
    colour += horizon_light.rgb * 1.1 * soft_window(way, other, across, vec2(0.5, 0.22), soft + 0.05);
    return colour;
}
