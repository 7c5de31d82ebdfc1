#version 330 core
in vec4 v_tint;
in vec2 v_place;
flat in float v_radius;
out vec4 screen;

void main() {
    float away = length(v_place) - v_radius;
    float alpha = v_tint.a * clamp(0.5 - away, 0.0, 1.0);
    float rim = v_tint.a * 0.6 * clamp(1.5 - abs(away), 0.0, 1.0);  // a dark rim, so that it is seen on any ground
    if (alpha + rim < 0.004) discard;
    screen = vec4(v_tint.rgb * alpha / max(alpha, rim), max(alpha, rim));
}
