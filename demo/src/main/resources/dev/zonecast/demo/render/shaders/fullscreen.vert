// From 0 to 1 over the target, origin at its lower left.
LINK(0) out vec2 position;

void main() {
    vec2 corner = vec2((VERTEX_NUMBER << 1) & 2, VERTEX_NUMBER & 2);
    position = corner;
    // At the far plane, so that the sky passes the depth test only where nothing was drawn.
    gl_Position = clipPosition(vec4(corner * 2.0 - 1.0, 1.0, 1.0));
}
