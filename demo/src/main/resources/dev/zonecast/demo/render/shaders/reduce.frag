LINK(0) in vec2 position;
TARGET out vec4 colour;

TEXTURE(1) uniform sampler2D source;

void main() {
    // Half the size: one bilinear read is the mean of the four pixels.
    colour = vec4(texture(source, position).rgb, 1.0);
}
