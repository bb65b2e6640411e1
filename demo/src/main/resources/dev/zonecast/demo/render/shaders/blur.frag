#version 330 core

in vec2 position;
out vec4 colour;

uniform sampler2D source;
uniform vec2 step;

// Nine taps of a Gaussian as five bilinear reads (weights and offsets of neighbouring taps joined).
const float OFFSET_1 = 1.3846153846;
const float OFFSET_2 = 3.2307692308;
const float WEIGHT_0 = 0.2270270270;
const float WEIGHT_1 = 0.3162162162;
const float WEIGHT_2 = 0.0702702703;

void main() {
    vec3 sum = texture(source, position).rgb * WEIGHT_0;
    sum += (texture(source, position + step * OFFSET_1).rgb + texture(source, position - step * OFFSET_1).rgb) * WEIGHT_1;
    sum += (texture(source, position + step * OFFSET_2).rgb + texture(source, position - step * OFFSET_2).rgb) * WEIGHT_2;
    colour = vec4(sum, 1.0);
}
