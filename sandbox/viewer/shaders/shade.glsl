// How much sun and sky reaches a point.
#if SUN_TAPS > 0
uniform sampler2DShadow sun_map;
#endif
#if BLOCKER_TAPS > 0
uniform sampler2D sun_depth;
#endif
#if SKY_COUNT > 0
uniform sampler2DShadow sky_map;
layout(std140) uniform Sky {
    vec4 sky_x[SKY_COUNT];  // xyz rows of the box of each direction, w its tile's column
    vec4 sky_y[SKY_COUNT];  // w its tile's row
    vec4 sky_z[SKY_COUNT];
    vec4 sky_way[SKY_COUNT];  // xyz unit vector, w unused
};
#endif

// The n-th of count points of a disc, evenly spread (sunflower), turned by an angle.
vec2 disc_point(float n, float count, float turn) {
    float angle = n * 2.39996323 + turn;
    return sqrt((n + 0.5) / count) * vec2(cos(angle), sin(angle));
}

// Depth in a map of a point whose place along the light is z in boxes, 1 nearest to the light.
float box_depth(float z) { return (1.0 - z) / (2.0 + sky_light.w); }

float sun_at(vec3 p, vec3 n) {
    const float texel = 2.0 / SHADOW_SIZE;
    float facing = dot(n, sun_way.xyz);
    vec3 away = p - middle.xyz + n * middle.w * texel * (2.0 - facing);
    vec3 at = vec3(dot(sun_x.xyz, away), dot(sun_y.xyz, away), dot(sun_z.xyz, away));
    float depth = box_depth(at.z) - 0.25 * texel / (2.0 + sky_light.w);
    float inside = step(max(abs(at.x), abs(at.y)), 1.0 - 2.0 * texel);
    vec2 place = at.xy * 0.5 + 0.5;
#if SUN_TAPS == 1
    return mix(1.0, texture(sun_map, vec3(place, depth)), inside);
#else
    float turn = pixel_noise() * 6.2831853;
    // Tangent of the sun's radius, in map widths for each unit of depth.
    float growth = sun_way.w * (2.0 + sky_light.w) * 0.5;
    float radius = texel * 1.2;
#if BLOCKER_TAPS > 0
    float reach = clamp(growth * depth * 0.5, texel * 1.5, 0.06);
    float sum = 0.0, hits = 0.0;
    for (int i = 0; i < counts.y; i++) {
        float found = texture(sun_depth, place + reach * disc_point(float(i), float(BLOCKER_TAPS), turn)).r;
        float hit = step(found, depth - 1e-5);
        sum += found * hit;
        hits += hit;
    }
    radius = clamp(growth * (depth - sum / max(hits, 1.0)), 0.45 * texel, 0.06);
#endif
    float lit = 0.0;
    for (int i = 0; i < counts.x; i++)
        lit += texture(sun_map, vec3(place + radius * disc_point(float(i), float(SUN_TAPS), turn), depth));
    return mix(1.0, lit / float(SUN_TAPS), inside);
#endif
}

vec3 sky_from(float up) { return mix(horizon_light.rgb, sky_light.rgb, clamp(up, 0.0, 1.0)); }

// Diffuse light of sky and ground on a surface; w: how open the point is, 0 to 1.
vec4 sky_at(vec3 p, vec3 n) {
    float down = 0.5 - 0.5 * n.z;
#if SKY_COUNT > 0
    const float texel = 2.0 / SKY_SIZE;
    vec3 away = p - middle.xyz + n * middle.w * texel * 0.7;
    float turn = pixel_noise() * 6.2831853;
    vec3 sum = vec3(0.0);
    float open = 0.0, most = 0.0;
    for (int i = 0; i < counts.z; i++) {
        vec3 at = vec3(dot(sky_x[i].xyz, away), dot(sky_y[i].xyz, away), dot(sky_z[i].xyz, away));
        vec2 jitter = texel * 2.2 * vec2(cos(turn + float(i) * 2.4), sin(turn + float(i) * 2.4));
        vec2 place = clamp(at.xy + jitter, -1.0, 1.0) * (1.0 - 2.0 * texel) * 0.5 + 0.5;
        float inside = step(max(abs(at.x), abs(at.y)), 1.0);
        vec2 tile = (vec2(sky_x[i].w, sky_y[i].w) + place) / vec2(SKY_COLUMNS, SKY_ROWS);
        // A surface that a direction only grazes runs through many depths within one pixel of its map.
        float weight = max(dot(n, sky_way[i].xyz), 0.0);
        float slope = min((1.0 - weight * weight) / max(weight, 0.08), 8.0);
        float depth = box_depth(at.z) - (0.4 + 0.9 * slope) * texel / (2.0 + sky_light.w);
        float seen = mix(1.0, texture(sky_map, vec3(tile, depth)), inside);
        sum += weight * seen * sky_from(sky_way[i].z);
        open += weight * seen;
        most += weight;
    }
    // Where hardly any direction is in front (undersides), there is no sky to count.
    float openness = (open + 0.02) / (most + 0.02);
    vec3 sky = sum * (2.0 / float(SKY_COUNT));
    vec3 bounce = ground_light.rgb * down * mix(0.25, 1.0, openness);
    return vec4(sky + bounce, openness);
#else
    vec3 sky = mix(horizon_light.rgb, sky_light.rgb, 0.5 + 0.5 * n.z) * (0.5 + 0.5 * n.z);
    return vec4(sky + ground_light.rgb * down, 1.0);
#endif
}
