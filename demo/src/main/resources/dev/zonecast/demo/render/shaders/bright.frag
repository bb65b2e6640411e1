LINK(0) in vec2 position;
TARGET out vec4 bright;

TEXTURE(1) uniform sampler2D source;
// The size of a texel of the source.
PARAMETER

const float THRESHOLD = 1.1;
// One very bright pixel must not flicker as it moves over the coarse grid.
const float CEILING = 12.0;

vec3 excess(vec2 at) {
    vec3 colour = min(texture(source, at).rgb, vec3(CEILING));
    float brightest = max(colour.r, max(colour.g, colour.b));
    return colour * max(brightest - THRESHOLD, 0.0) / max(brightest, 0.0001);
}

void main() {
    // Four bilinear reads cover the sixteen source pixels of one target pixel.
    vec3 sum = excess(position + vec2(-1.0, -1.0) * parameter) + excess(position + vec2(1.0, -1.0) * parameter)
            + excess(position + vec2(-1.0, 1.0) * parameter) + excess(position + vec2(1.0, 1.0) * parameter);
    bright = vec4(sum * 0.25, 1.0);
}
