package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.demo.scene.Mesh;

/** A mesh's vertices and indices on the GPU. */
final class GlMesh implements AutoCloseable {
    /** Attribute 0 is the position, 1 the normal; those of the instance follow. */
    static final int ATTRIBUTES = 2;

    private final Mesh mesh;
    private final int vertexBuffer = glGenBuffers();
    private final int indexBuffer = glGenBuffers();

    GlMesh(Mesh mesh) {
        this.mesh = mesh;
        glBindVertexArray(0);
        glBindBuffer(GL_ARRAY_BUFFER, vertexBuffer);
        glBufferData(GL_ARRAY_BUFFER, mesh.vertices(), GL_STATIC_DRAW);
        // Filled through GL_ARRAY_BUFFER: the binding for indices belongs to a vertex array, and none is bound yet.
        glBindBuffer(GL_ARRAY_BUFFER, indexBuffer);
        glBufferData(GL_ARRAY_BUFFER, mesh.indices(), GL_STATIC_DRAW);
    }

    /** Makes the bound vertex array read this mesh. */
    void bindToVertexArray() {
        int stride = Mesh.FLOATS_PER_VERTEX * Float.BYTES;
        glBindBuffer(GL_ARRAY_BUFFER, vertexBuffer);
        glEnableVertexAttribArray(0);
        glVertexAttribPointer(0, 3, GL_FLOAT, false, stride, 0);
        glEnableVertexAttribArray(1);
        glVertexAttribPointer(1, 3, GL_FLOAT, false, stride, 3 * Float.BYTES);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indexBuffer);
    }

    int indexCount() {
        return mesh.indices().length;
    }

    @Override
    public void close() {
        glDeleteBuffers(vertexBuffer);
        glDeleteBuffers(indexBuffer);
    }
}
