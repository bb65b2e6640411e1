#version 330 core

// From 0 to 1 over the target, origin at its lower left.
out vec2 position;

void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    position = corner;
    // At the far plane, so that the sky passes the depth test only where nothing was drawn.
    gl_Position = vec4(corner * 2.0 - 1.0, 1.0, 1.0);
}
