#include "frame.glsl"
#include "sky.glsl"

LINK(0) in vec2 position;
TARGET out vec4 radiance;

void main() {
    vec4 far = inverseViewProjection * vec4(position * 2.0 - 1.0, 1.0, 1.0);
    vec3 direction = normalize(far.xyz / far.w - eyeAndTime.xyz);
    vec3 light = directionToSun.xyz;
    float sunwards = dot(direction, light);
    vec3 disc = SUN_RADIANCE * 5.0 * smoothstep(0.9993, 0.9997, sunwards);
    radiance = vec4(skyRadiance(direction, light) + disc, 1.0);
}
