// A piece as a light sees it.
in vec3 position;
in vec4 row_x;
in vec4 row_y;
in vec4 row_z;
uniform vec4 box_x;  // rows of the light's box
uniform vec4 box_y;
uniform vec4 box_z;
uniform vec4 box_middle;  // xyz metres, w how many boxes behind the middle the depth reaches

void main() {
    vec4 at = vec4(position, 1.0);
    vec3 away = vec3(dot(row_x, at), dot(row_y, at), dot(row_z, at)) - box_middle.xyz;
    float depth = (1.0 - dot(box_z.xyz, away)) / (2.0 + box_middle.w);
    gl_Position = vec4(dot(box_x.xyz, away), dot(box_y.xyz, away), depth * 2.0 - 1.0, 1.0);
}
