#version 450
// What differs between OpenGL and Vulkan; before each shader of a Vulkan pipeline.

#define FRAME_BLOCK layout(std140, set = 0, binding = 0)
#define TEXTURE(number) layout(set = 0, binding = number)
#define LINK(number) layout(location = number)
#define TARGET layout(location = 0)
#define PARAMETER layout(push_constant) uniform Parameter { vec2 parameter; };
#define VERTEX_NUMBER gl_VertexIndex

// The matrices are OpenGL's: there depth goes from -w to w, here from 0 to w. Rows of pixels are in OpenGL's order, the lowest first.
vec4 clipPosition(vec4 position) {
    return vec4(position.xy, (position.z + position.w) * 0.5, position.w);
}

