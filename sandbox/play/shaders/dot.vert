#version 330 core
// A dot: a square around a point on the screen.
uniform mat4 to_clip;
uniform vec2 size;
in vec3 at;
in vec4 tint;
in float across;         // pixels

out vec4 v_tint;
out vec2 v_place;
flat out float v_radius;

void main() {
    vec2 corner = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID >> 1) * 2 - 1);
    vec4 clip = to_clip * vec4(at, 1.0);
    v_radius = 0.5 * across;
    v_place = corner * (v_radius + 1.5);
    gl_Position = clip.w < 1e-3 ? vec4(2.0, 2.0, 2.0, 1.0) : clip + vec4(v_place / (0.5 * size) * clip.w, 0.0, 0.0);
    v_tint = tint;
}
