in vec2 v_at;
out vec4 screen;

#include "frame.glsl"
#include "noise.glsl"
#include "room.glsl"
#include "tone.glsl"

void main() {
    vec4 far = from_clip * vec4(v_at, 1.0, 1.0);
    vec3 way = normalize(far.xyz / far.w - eye.xyz);
    screen = vec4(to_screen(room(way, 0.35)), 1.0);
}
