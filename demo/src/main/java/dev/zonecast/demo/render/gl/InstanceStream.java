package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.demo.scene.InstanceLayout;
import dev.zonecast.demo.scene.InstanceList;
import java.util.List;

/** A buffer of instances that is filled anew each frame, and the vertex arrays that draw meshes with it. */
final class InstanceStream implements AutoCloseable {
    private final int buffer = glGenBuffers();
    private final List<GlMesh> meshes;
    private final int[] vertexArrays;
    private InstanceList uploaded;

    InstanceStream(List<GlMesh> meshes) {
        this.meshes = meshes;
        vertexArrays = new int[meshes.size()];
        for (int mesh = 0; mesh < vertexArrays.length; mesh++) {
            vertexArrays[mesh] = glGenVertexArrays();
            glBindVertexArray(vertexArrays[mesh]);
            meshes.get(mesh).bindToVertexArray();
            for (int attribute = 0; attribute < InstanceLayout.FLOATS / 4; attribute++) {
                glEnableVertexAttribArray(GlMesh.ATTRIBUTES + attribute);
                glVertexAttribDivisor(GlMesh.ATTRIBUTES + attribute, 1);
            }
        }
        glBindVertexArray(0);
    }

    /** Copies the list to the GPU; it stays as it is until the frame is drawn. */
    void upload(InstanceList list) {
        uploaded = list;
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        // New storage each frame: the driver keeps the old one for the frames that still read it, and nobody waits.
        glBufferData(GL_ARRAY_BUFFER, (long) Math.max(1, list.capacity()) * InstanceLayout.BYTES, GL_STREAM_DRAW);
        if (list.count() > 0) {
            java.nio.FloatBuffer mapped = glMapBufferRange(
                            GL_ARRAY_BUFFER,
                            0,
                            (long) list.count() * InstanceLayout.BYTES,
                            GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT)
                    .asFloatBuffer();
            mapped.put(list.instances(), 0, list.count() * InstanceLayout.FLOATS);
            glUnmapBuffer(GL_ARRAY_BUFFER);
        }
    }

    /** Draws every object of one mesh that was uploaded. */
    void draw(int mesh) {
        if (uploaded.countOfMesh(mesh) == 0) {
            return;
        }
        glBindVertexArray(vertexArrays[mesh]);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        long base = (long) uploaded.firstOfMesh(mesh) * InstanceLayout.BYTES;
        // OpenGL 3.3 has no base instance: the attributes start where the mesh's first object lies.
        for (int attribute = 0; attribute < InstanceLayout.FLOATS / 4; attribute++) {
            glVertexAttribPointer(
                    GlMesh.ATTRIBUTES + attribute,
                    4,
                    GL_FLOAT,
                    false,
                    InstanceLayout.BYTES,
                    base + (long) attribute * 4 * Float.BYTES);
        }
        glDrawElementsInstanced(
                GL_TRIANGLES, meshes.get(mesh).indexCount(), GL_UNSIGNED_INT, 0, uploaded.countOfMesh(mesh));
    }

    @Override
    public void close() {
        glDeleteVertexArrays(vertexArrays);
        glDeleteBuffers(buffer);
    }
}
