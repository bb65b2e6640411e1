// The fast form of Dxt1Encoder, an invocation a block: the corners of the block's box of colours moved inwards by a sixteenth,
// and for each pixel the level of its sum of channels between the sums of the corners. Integers throughout: the bits of the
// scalar form. The line with the version comes before this.

layout(local_size_x = 8, local_size_y = 8) in;

// What compiles for Vulkan defines its name.
#ifdef VULKAN
layout(binding = 0)
#endif
uniform sampler2D picture;

// Blocks of the protocol's order, from left to right, then row after row.
#ifdef VULKAN
layout(std430, binding = 1)
#else
layout(std430)
#endif
writeonly restrict buffer Blocks {
    uvec2 blocks[];
};

uvec3 pixel(ivec2 at) {
    // What is stored is a multiple of 1/255.
    return uvec3(texelFetch(picture, at, 0).rgb * 255.0 + 0.5);
}

uint rgb565(uvec3 colour) {
    return (colour.r & 0xF8u) << 8 | (colour.g & 0xFCu) << 3 | colour.b >> 3;
}

uint sum(uvec3 colour) {
    return colour.r + colour.g + colour.b;
}

void main() {
    ivec2 size = textureSize(picture, 0);
    ivec2 block = ivec2(gl_GlobalInvocationID.xy);
    if (block.x * 4 >= size.x || block.y * 4 >= size.y) {
        return;
    }
    uint sums[16];
    uvec3 low = uvec3(255u);
    uvec3 high = uvec3(0u);
    for (int i = 0; i < 16; i++) {
        uvec3 colour = pixel(block * 4 + ivec2(i & 3, i >> 2));
        low = min(low, colour);
        high = max(high, colour);
        sums[i] = sum(colour);
    }
    uvec3 inset = (high - low) >> 4;
    uint end3 = rgb565(high - inset);
    uint end0 = rgb565(low + inset);
    uint first = sum(low);
    uint reciprocal = min(0xFFFFu, (1u << 18) / (sum(high) - first + 1u));
    uint levels = 0u;
    for (int i = 0; i < 16; i++) {
        levels |= ((sums[i] - first) * reciprocal >> 16) << (2 * i);
    }
    // One colour: the protocol has it as the second end, with all levels 0.
    uvec2 words = end3 == end0 ? uvec2(end0 << 16, 0u) : uvec2(end3 | end0 << 16, levels);
    blocks[block.y * (size.x / 4) + block.x] = words;
}
