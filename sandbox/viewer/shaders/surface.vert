// A piece: its mesh, once for each instance.
in vec3 position;
in vec3 normal;
in vec3 solid;
in vec2 place;
in float side;
in vec4 row_x;
in vec4 row_y;
in vec4 row_z;
in vec4 tint;
in vec4 wear;

#include "frame.glsl"

out vec3 v_world;
out vec3 v_normal;
out vec3 v_local;
out vec3 v_local_normal;
out vec3 v_solid;
out vec2 v_place;
flat out vec4 v_tint;
flat out float v_layer;
flat out float v_glow;
flat out vec3 v_row_x;
flat out vec3 v_row_y;
flat out vec3 v_row_z;

void main() {
    vec4 at = vec4(position, 1.0);
    v_world = vec3(dot(row_x, at), dot(row_y, at), dot(row_z, at));
    v_normal = vec3(dot(row_x.xyz, normal), dot(row_y.xyz, normal), dot(row_z.xyz, normal));
    v_local = position;
    v_local_normal = normal;
    v_solid = solid;
    v_place = place;
    v_tint = tint;
    v_layer = side < 0.5 ? 0.0 : side < 1.5 ? wear.x : wear.y;
    v_glow = wear.z;
    v_row_x = row_x.xyz;
    v_row_y = row_y.xyz;
    v_row_z = row_z.xyz;
    gl_Position = to_clip * vec4(v_world, 1.0);
}
