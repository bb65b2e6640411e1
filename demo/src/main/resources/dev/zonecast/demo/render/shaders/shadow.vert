#include "frame.glsl"
#include "instance.glsl"

void main() {
    gl_Position = clipPosition(shadowViewProjection * vec4(worldPositionOfVertex(), 1.0));
}
