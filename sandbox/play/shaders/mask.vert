#version 330 core
in vec3 position;
in vec4 row_x;
in vec4 row_y;
in vec4 row_z;
in vec4 wear;            // z: which outline, 0 to 1
uniform mat4 to_clip;
flat out float v_which;

void main() {
    vec4 at = vec4(position, 1.0);
    gl_Position = to_clip * vec4(dot(row_x, at), dot(row_y, at), dot(row_z, at), 1.0);
    v_which = wear.z;
}
