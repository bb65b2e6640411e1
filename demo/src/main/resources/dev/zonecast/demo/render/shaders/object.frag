#include "frame.glsl"
#include "sky.glsl"

LINK(0) in vec3 worldPosition;
LINK(1) in vec3 worldNormal;
LINK(2) flat in vec4 colourRoughness;
LINK(3) flat in float emission;

TARGET out vec4 radiance;

TEXTURE(1) uniform sampler2DShadow shadowMap;
// Above 0 in x: with grid lines.
PARAMETER

const float PI = 3.14159265;
const float FOG_PER_METRE = 0.0062;

// Share of the sun's disc that is seen: four comparisons, each filtered by the texture unit.
float sunlight(vec3 position, vec3 normal) {
    vec3 shifted = position + normal * 0.06;
    vec3 inMap = (shadowViewProjection * vec4(shifted, 1.0)).xyz * 0.5 + 0.5;
    vec2 texel = 1.0 / vec2(textureSize(shadowMap, 0));
    float lit = texture(shadowMap, vec3(inMap.xy + vec2(-0.6, -0.9) * texel, inMap.z));
    lit += texture(shadowMap, vec3(inMap.xy + vec2(0.9, -0.6) * texel, inMap.z));
    lit += texture(shadowMap, vec3(inMap.xy + vec2(-0.9, 0.6) * texel, inMap.z));
    lit += texture(shadowMap, vec3(inMap.xy + vec2(0.6, 0.9) * texel, inMap.z));
    return lit * 0.25;
}

// Microfacet reflection: GGX distribution with Karis' fit of its shadowing term, Schlick's Fresnel approximation.
vec3 specular(vec3 normal, vec3 view, vec3 light, float roughness, vec3 reflectance) {
    vec3 middle = normalize(view + light);
    float alpha = roughness * roughness;
    float nh = max(dot(normal, middle), 0.0);
    float nl = max(dot(normal, light), 0.0);
    float nv = max(dot(normal, view), 0.001);
    float d = nh * nh * (alpha * alpha - 1.0) + 1.0;
    float distribution = alpha * alpha / (PI * d * d);
    float k = (roughness + 1.0) * (roughness + 1.0) / 8.0;
    float shadowing = 0.25 / ((nl * (1.0 - k) + k) * (nv * (1.0 - k) + k));
    vec3 fresnel = reflectance + (1.0 - reflectance) * pow(1.0 - max(dot(middle, view), 0.0), 5.0);
    return fresnel * distribution * shadowing;
}

// Thin lines every four metres, as wide as they need to be to stay smooth in the distance.
float gridLines(vec2 position) {
    vec2 cell = position * 0.25;
    vec2 width = fwidth(cell) * 1.2;
    vec2 distanceToLine = abs(fract(cell - 0.5) - 0.5);
    vec2 line = 1.0 - smoothstep(vec2(0.008), vec2(0.008) + width, distanceToLine);
    return max(line.x, line.y) * (1.0 - smoothstep(0.1, 0.6, max(width.x, width.y)));
}

void main() {
    vec3 normal = normalize(worldNormal);
    vec3 toEye = eyeAndTime.xyz - worldPosition;
    float distanceToEye = length(toEye);
    vec3 view = toEye / distanceToEye;
    vec3 light = directionToSun.xyz;

    vec3 albedo = colourRoughness.rgb;
    float roughness = colourRoughness.a;
    bool gridPattern = parameter.x > 0.0;
    if (gridPattern) {
        albedo = mix(albedo, vec3(0.22, 0.25, 0.31), gridLines(worldPosition.xz));
    }

    float towardsSun = max(dot(normal, light), 0.0);
    vec3 direct = vec3(0.0);
    if (towardsSun > 0.0) {
        vec3 reflected = albedo / PI + specular(normal, view, light, roughness, vec3(0.04));
        direct = SUN_RADIANCE * PI * reflected * towardsSun * sunlight(worldPosition, normal);
    }

    vec3 fromSky = mix(vec3(0.11, 0.075, 0.07), vec3(0.17, 0.22, 0.42), normal.y * 0.5 + 0.5);
    // Objects stand on the ground: the lower, the less sky they see.
    float openness = gridPattern ? 0.85 : mix(0.55, 1.0, smoothstep(0.0, 3.0, worldPosition.y));
    float grazing = pow(1.0 - max(dot(normal, view), 0.0), 5.0);
    vec3 mirrored = skyRadiance(reflect(-view, normal), light) * (0.04 + grazing * (1.0 - roughness) * 0.6);
    vec3 indirect = (albedo * fromSky + mirrored) * openness;

    // What glows does so most where it faces the eye, so that a gem keeps its edges.
    float facing = max(dot(normal, view), 0.0);
    vec3 colour = direct + indirect + albedo * emission * (0.25 + 0.75 * facing * facing);
    float clear = exp(-distanceToEye * distanceToEye * FOG_PER_METRE * FOG_PER_METRE);
    vec3 haze = skyRadiance(vec3(-view.x, 0.02, -view.z), light);
    radiance = vec4(mix(haze, colour, clear), 1.0);
}
