package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

/** One triangle that covers the target; its corners come from the vertex number, so that its vertex array is empty. */
final class FullScreen implements AutoCloseable {
    private final int vertexArray = glGenVertexArrays();

    void draw() {
        glBindVertexArray(vertexArray);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }

    @Override
    public void close() {
        glDeleteVertexArrays(vertexArray);
    }
}
