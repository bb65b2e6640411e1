LINK(0) in vec2 position;
TARGET out vec4 colour;

TEXTURE(1) uniform sampler2D source;
// The step from one texel to the next.
PARAMETER

// Nine taps of a Gaussian as five bilinear reads (weights and offsets of neighbouring taps joined).
const float OFFSET_1 = 1.3846153846;
const float OFFSET_2 = 3.2307692308;
const float WEIGHT_0 = 0.2270270270;
const float WEIGHT_1 = 0.3162162162;
const float WEIGHT_2 = 0.0702702703;

void main() {
    vec3 sum = texture(source, position).rgb * WEIGHT_0;
    sum += (texture(source, position + parameter * OFFSET_1).rgb + texture(source, position - parameter * OFFSET_1).rgb) * WEIGHT_1;
    sum += (texture(source, position + parameter * OFFSET_2).rgb + texture(source, position - parameter * OFFSET_2).rgb) * WEIGHT_2;
    colour = vec4(sum, 1.0);
}
