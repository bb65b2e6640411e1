#version 330 core
// What differs between OpenGL and Vulkan; before each shader of an OpenGL program.

#define FRAME_BLOCK layout(std140)
#define TEXTURE(number)
#define LINK(number)
#define TARGET
#define PARAMETER uniform vec2 parameter;
#define VERTEX_NUMBER gl_VertexID

vec4 clipPosition(vec4 position) {
    return position;
}

