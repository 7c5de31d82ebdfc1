in vec2 v_at;
out vec4 screen;

#include "frame.glsl"
#include "noise.glsl"
#include "room.glsl"
#include "tone.glsl"

void main() {
    vec4 far = from_clip * vec4(v_at, 1.0, 1.0);
    vec3 way = normalize(far.xyz / far.w - eye.xyz);
    // Darker than what shiny things see of it: the pieces are what is looked at. A glow stands behind the table.
    vec3 colour = room(way, 0.25) * vec3(0.40, 0.41, 0.42);
    vec2 glow = vec2(v_at.x * 0.75, (way.z + 0.02) * 3.2);
    colour *= 1.0 + 1.1 * exp(-dot(glow, glow));
    screen = vec4(to_screen(colour), 1.0);
}
