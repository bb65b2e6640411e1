#version 330 core

in vec2 position;
out vec4 colour;

uniform sampler2D source;

void main() {
    // Half the size: one bilinear read is the mean of the four pixels.
    colour = vec4(texture(source, position).rgb, 1.0);
}
