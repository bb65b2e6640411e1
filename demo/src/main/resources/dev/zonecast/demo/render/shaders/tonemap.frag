LINK(0) in vec2 position;
TARGET out vec4 finalColour;

TEXTURE(1) uniform sampler2D source;
TEXTURE(2) uniform sampler2D bloom0;
TEXTURE(3) uniform sampler2D bloom1;
TEXTURE(4) uniform sampler2D bloom2;

const float EXPOSURE = 0.95;

// Fitted filmic curve (Narkowicz, ACES Filmic Tone Mapping Curve, 2015).
vec3 toneMap(vec3 x) {
    return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

vec3 encodeSrgb(vec3 linear) {
    return mix(linear * 12.92, 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, linear));
}

// Interleaved gradient noise (Jimenez, Next Generation Post Processing in Call of Duty, 2014).
float noise(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

void main() {
    vec3 colour = texture(source, position).rgb;
    colour += texture(bloom0, position).rgb * 0.50;
    colour += texture(bloom1, position).rgb * 0.45;
    colour += texture(bloom2, position).rgb * 0.40;

    vec2 fromCentre = position - 0.5;
    float vignette = 1.0 - 0.9 * dot(fromCentre, fromCentre);
    colour = toneMap(colour * EXPOSURE * vignette);

    // Half a step of noise hides the bands of eight bits in the sky.
    vec3 encoded = encodeSrgb(colour) + (noise(gl_FragCoord.xy) - 0.5) / 255.0;
    finalColour = vec4(encoded, 1.0);
}
