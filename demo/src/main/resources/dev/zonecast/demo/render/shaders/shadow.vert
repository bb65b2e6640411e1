#version 330 core
#include "frame.glsl"
#include "instance.glsl"

void main() {
    gl_Position = shadowViewProjection * vec4(worldPositionOfVertex(), 1.0);
}
