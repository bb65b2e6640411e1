#version 330 core
#include "frame.glsl"
#include "instance.glsl"

out vec3 worldPosition;
out vec3 worldNormal;
flat out vec4 colourRoughness;
flat out float emission;

void main() {
    worldPosition = worldPositionOfVertex();
    // Normals turn with the object and shrink where it grows.
    worldNormal = rotate(instanceRotation, vertexNormal / instanceScaleEmission.xyz);
    colourRoughness = instanceColourRoughness;
    emission = instanceScaleEmission.w;
    gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
