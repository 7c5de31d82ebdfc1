"""A picture of a snapshot, and later the person's hands.

    camera     where the eye is: framing, projection, picking rays        no window
    meshes     shapes as triangles with normals and rounded edges         no window
    faces      what is printed on pieces; `glyphs` and `atlas` draw it    no window
    textures   tileable noise, the one picture that every material reads  no window
    light      sun and sky as directions and boxes                        no window
    scene      snapshot + components -> what to draw, where, how          no window
    quality    tiers
    programs   shader texts put together by `#define` and `#include`      no window
    draw       the drawer: moderngl, on any context
    offscreen  a context without a display, and a picture from it
    png        reading and writing PNG files

Only `draw` and `offscreen` import moderngl. Nothing here knows rules, referee or engine.
"""
