// What every shader knows of a frame. One std140 block of vec4s; `draw.py` fills it in this order.
layout(std140) uniform Frame {
    mat4 to_clip;        // world metres to clip space
    mat4 from_clip;      // and back
    vec4 eye;            // xyz metres
    vec4 middle;         // xyz of the light box, w its radius, metres
    vec4 sun_x;          // rows of the sun's box: xyz boxes a metre, from the middle
    vec4 sun_y;
    vec4 sun_z;
    vec4 sun_way;        // xyz unit vector towards the sun, w tangent of its apparent radius
    vec4 sun_light;      // rgb linear, w exposure
    vec4 sky_light;      // rgb from straight above, w depth in boxes that a shadow reaches behind the middle
    vec4 horizon_light;  // rgb from the sides, w height of the ground, metres
    vec4 ground_light;   // rgb that the ground throws back, w 1 where there is a ground
    vec4 picture;        // xy size in pixels, zw one over it
    ivec4 counts;        // sun taps, blocker taps, sky directions, steps through glass; a bound that is not known keeps loops rolled up,
                         // which a software renderer compiles twenty times faster
};
