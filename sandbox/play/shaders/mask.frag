#version 330 core
flat in float v_which;
out vec4 screen;
void main() { screen = vec4(v_which, 0.0, 0.0, 1.0); }
