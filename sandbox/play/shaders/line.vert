#version 330 core
// A piece of a line: a box of two triangles around it on the screen, with a pixel more for soft edges.
uniform mat4 to_clip;
uniform vec2 size;       // pixels
in vec3 start;
in vec3 end;
in vec4 tint;
in vec4 form;            // width at the start, at the end, pixels of a dash, how much is seen where it is hidden

out vec4 v_tint;
out vec2 v_across;       // pixels from the middle; half the width there
out float v_along;       // pixels from the start
flat out float v_dash;
flat out float v_hidden;

void main() {
    vec4 a = to_clip * vec4(start, 1.0);
    vec4 b = to_clip * vec4(end, 1.0);
    // What lies behind the eye is cut off just before it.
    float least = 1e-3;
    if (a.w < least && b.w >= least) a = mix(a, b, (least - a.w) / (b.w - a.w));
    if (b.w < least && a.w >= least) b = mix(b, a, (least - b.w) / (a.w - b.w));
    vec2 pa = a.xy / a.w * 0.5 * size;
    vec2 pb = b.xy / b.w * 0.5 * size;
    vec2 way = pb - pa;
    float far = length(way);
    way = far > 1e-4 ? way / far : vec2(1.0, 0.0);
    bool is_end = gl_VertexID > 1;
    float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    float half_width = 0.5 * (is_end ? form.y : form.x);
    float reach = half_width + 1.0;
    float ahead = form.x == form.y ? (is_end ? 0.5 : -0.5) : 0.0;
    vec4 at = is_end ? b : a;
    vec2 move = side * reach * vec2(-way.y, way.x) + ahead * way;
    gl_Position = at + vec4(move / (0.5 * size) * at.w, 0.0, 0.0);
    if (a.w < least && b.w < least) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    v_tint = tint;
    v_across = vec2(side * reach, half_width);
    v_along = is_end ? far : 0.0;
    v_dash = form.z;
    v_hidden = form.w;
}
