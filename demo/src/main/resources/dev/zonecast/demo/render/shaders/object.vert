#include "frame.glsl"
#include "instance.glsl"

LINK(0) out vec3 worldPosition;
LINK(1) out vec3 worldNormal;
LINK(2) flat out vec4 colourRoughness;
LINK(3) flat out float emission;

void main() {
    worldPosition = worldPositionOfVertex();
    // Normals turn with the object and shrink where it grows.
    worldNormal = rotate(instanceRotation, vertexNormal / instanceScaleEmission.xyz);
    colourRoughness = instanceColourRoughness;
    emission = instanceScaleEmission.w;
    gl_Position = clipPosition(viewProjection * vec4(worldPosition, 1.0));
}
