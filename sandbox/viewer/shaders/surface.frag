// A lit surface of one kind of material.
in vec3 v_world;
in vec3 v_normal;
in vec3 v_local;
in vec3 v_local_normal;
in vec3 v_solid;
in vec2 v_place;
flat in vec4 v_tint;
flat in float v_layer;
flat in float v_glow;
flat in vec3 v_row_x;
flat in vec3 v_row_y;
flat in vec3 v_row_z;

out vec4 screen;

#include "frame.glsl"
#include "noise.glsl"
#include "room.glsl"
#include "tone.glsl"
#include "shade.glsl"

uniform sampler2DArray prints;

struct Matter {
    vec3 albedo;      // linear
    float roughness;  // 0 mirror, 1 chalk
    float mirror;     // reflectance straight on, 0.04 for most
    float fuzz;       // light that fibres catch at the rim
    vec3 normal;      // world
    vec3 inner;       // light that comes out of it by itself, such as through glass
};

vec3 to_world(vec3 local) { return vec3(dot(v_row_x, local), dot(v_row_y, local), dot(v_row_z, local)); }
vec3 to_local(vec3 world) { return v_row_x * world.x + v_row_y * world.y + v_row_z * world.z; }

// Ink over what is printed on.
vec3 printed(vec3 base) {
    vec4 ink = texture(prints, vec3(v_place, v_layer), -0.6);
    vec3 c = ink.rgb / max(ink.a, 1e-3);
    c *= 0.0125 + c * (0.6822 + c * 0.3053);  // sRGB to linear, without a power
    return base * (1.0 - ink.a) + c * ink.a;
}

float fifth(float x) { float x2 = x * x; return x2 * x2 * x; }

#include "KIND"

void main() {
    vec3 n = normalize(v_normal);
    vec3 to_eye = normalize(eye.xyz - v_world);
    Matter matter = Matter(v_tint.rgb, 0.6, 0.04, 0.0, n, vec3(0.0));
    make(matter, to_eye);
    n = normalize(matter.normal);

    vec3 l = sun_way.xyz;
    float n_l = max(dot(n, l), 0.0), n_v = max(dot(n, to_eye), 1e-3);
    vec3 h = normalize(l + to_eye);
    float n_h = max(dot(n, h), 0.0), v_h = max(dot(to_eye, h), 0.0);

    float sun = n_l * sun_at(v_world, normalize(v_normal));
    vec4 sky = sky_at(v_world, normalize(v_normal));

    float a = matter.roughness * matter.roughness, a2 = a * a;
    float fresnel = matter.mirror + (1.0 - matter.mirror) * fifth(1.0 - v_h);
    float bump = n_h * n_h * (a2 - 1.0) + 1.0;
    float shine = a2 / (3.14159 * bump * bump) * fresnel
                / (4.0 * mix(n_l, 1.0, a * 0.5) * mix(n_v, 1.0, a * 0.5) + 0.05);

    float rim = fifth(1.0 - n_v);
    float mirrored = matter.mirror + (max(1.0 - matter.roughness, matter.mirror) - matter.mirror) * rim;
    vec3 way = reflect(-to_eye, n);
#if REFLECTIONS
    vec3 around = lit_room(way, matter.roughness);
    vec3 below = ground_light.rgb;
    around = mix(around, below, ground_light.w * smoothstep(0.05, -0.12 - 0.3 * matter.roughness, way.z));
#else
    vec3 around = mix(horizon_light.rgb, sky_light.rgb, way.z);
#endif
    vec3 light = matter.albedo * (sun_light.rgb * sun + sky.rgb) * (1.0 - mirrored);
    light += sun_light.rgb * shine * sun;
    light += around * mirrored * mix(0.15, 1.0, sky.w * sky.w);
    float graze = (1.0 - n_v) * (1.0 - n_v);
    light += matter.fuzz * matter.albedo * (sky.rgb + 0.3 * sun_light.rgb * sun) * graze;
    light += matter.inner;
    light += v_glow * (0.25 * light + vec3(1.0, 0.75, 0.30) * (0.06 + 0.6 * graze));
    screen = vec4(to_screen(light), 1.0);
}
