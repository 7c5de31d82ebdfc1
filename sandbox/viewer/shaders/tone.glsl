// The shoulder of film (the ACES fit of Narkowicz).
vec3 film(vec3 x) { return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }

// Linear light to the screen: film, sRGB, darker corners. Film alone turns bright blue into cyan and red into
// orange; prints keep their hue when the brightest channel leads the others.
vec3 to_screen(vec3 light) {
    vec3 x = max(light * sun_light.w, 1e-5);
    float peak = max(x.r, max(x.g, x.b));
    x = mix(x / peak * film(vec3(peak)), film(x), 0.5);
    vec3 srgb = mix(12.92 * x, 1.055 * pow(x, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, x));
    vec2 at = gl_FragCoord.xy * picture.zw - 0.5;
    srgb *= 1.0 - 0.38 * dot(at, at);
    return srgb;
}
