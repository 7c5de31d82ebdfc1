#version 330 core
// A line around what the mask covers: how near the covered part is, by sixteen looks around.
uniform sampler2D mask;
uniform float width;     // pixels
uniform vec3 colours[3];
out vec4 screen;

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    float own = texelFetch(mask, here, 0).r;
    float most = 0.0;
    float count = 0.0;
    for (int i = 0; i < 16; i++) {
        float angle = float(i) * 0.392699;
        ivec2 away = ivec2(round(width * (0.55 + 0.45 * float(i & 1)) * vec2(cos(angle), sin(angle))));
        float seen = texelFetch(mask, here + away, 0).r;
        most = max(most, seen);
        count += step(0.01, seen) != step(0.01, own) ? 1.0 : 0.0;
    }
    if (own > 0.01 || most < 0.01) discard;
    float alpha = clamp(count / 3.0, 0.0, 1.0);
    screen = vec4(colours[clamp(int(most * 3.0 - 0.5), 0, 2)], alpha);
}
