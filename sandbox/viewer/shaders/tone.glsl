// Linear light to the screen: film-like shoulder (the ACES fit of Narkowicz), sRGB, and half a step of noise
// against bands.
vec3 to_screen(vec3 light) {
    vec3 x = light * sun_light.w;
    x = clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
    vec3 srgb = mix(12.92 * x, 1.055 * pow(x, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, x));
    vec2 at = gl_FragCoord.xy * picture.zw - 0.5;
    srgb *= 1.0 - 0.38 * dot(at, at);
    return srgb + (pixel_noise() - 0.5) / 255.0;
}
