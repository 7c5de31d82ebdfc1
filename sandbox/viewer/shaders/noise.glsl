uniform sampler2D noise_map;  // r clouds; g broad clouds; b grain; a fibres

vec4 noise_at(vec2 place) { return texture(noise_map, place); }

// An even random number for a pixel; its pattern is the one the eye minds least (interleaved gradient).
float pixel_noise() { return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))); }

// Clouds through a solid, without a seam between its faces: three slices weighted by where the surface looks.
vec4 solid_noise(vec3 p, vec3 n, float scale) {
    vec3 w = n * n;
    w *= w;
    w /= w.x + w.y + w.z;
    return w.x * noise_at(p.yz * scale + 0.37) + w.y * noise_at(p.zx * scale + 0.71) + w.z * noise_at(p.xy * scale);
}
