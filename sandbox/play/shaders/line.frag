#version 330 core
uniform float hidden;    // 1 in the pass that draws what is hidden
in vec4 v_tint;
in vec2 v_across;
in float v_along;
flat in float v_dash;
flat in float v_hidden;
out vec4 screen;

void main() {
    float cover = clamp(v_across.y + 0.5 - abs(v_across.x), 0.0, 1.0);
    if (v_dash > 0.0) cover *= clamp(1.5 * v_dash - 2.0 * abs(mod(v_along, 2.0 * v_dash) - v_dash), 0.0, 1.0);
    float alpha = v_tint.a * cover * mix(1.0, v_hidden, hidden);
    if (alpha < 0.004) discard;
    screen = vec4(v_tint.rgb, alpha);
}
