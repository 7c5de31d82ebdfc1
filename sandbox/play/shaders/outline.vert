#version 330 core
uniform vec4 window;     // low x, low y, high x, high y in clip space
void main() {
    vec2 part = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = vec4(mix(window.xy, window.zw, part), 0.0, 1.0);
}
