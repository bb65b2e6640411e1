package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.demo.scene.FrameView;
import java.nio.ByteBuffer;
import org.lwjgl.system.MemoryStack;

/**
 * What all shaders know about the frame, as a std140 uniform block: three matrices (view-projection, its inverse, the sun's
 * view-projection), then the eye with the time, then the direction to the sun.
 */
final class FrameUniforms implements AutoCloseable {
    static final String BLOCK_NAME = "Frame";
    static final int BINDING = 0;

    private static final int MATRIX_BYTES = 16 * Float.BYTES;
    private static final int VECTOR_BYTES = 4 * Float.BYTES;
    private static final int EYE_AND_TIME = 3 * MATRIX_BYTES;
    private static final int SUN = EYE_AND_TIME + VECTOR_BYTES;
    private static final int BLOCK_BYTES = SUN + VECTOR_BYTES;

    private final int buffer = glGenBuffers();

    FrameUniforms() {
        glBindBuffer(GL_UNIFORM_BUFFER, buffer);
        glBufferData(GL_UNIFORM_BUFFER, BLOCK_BYTES, GL_STREAM_DRAW);
        glBindBufferBase(GL_UNIFORM_BUFFER, BINDING, buffer);
    }

    void upload(FrameView view) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            ByteBuffer block = stack.malloc(BLOCK_BYTES);
            view.viewProjection().get(0, block);
            view.inverseViewProjection().get(MATRIX_BYTES, block);
            view.shadowViewProjection().get(2 * MATRIX_BYTES, block);
            view.eye().get(EYE_AND_TIME, block);
            block.putFloat(EYE_AND_TIME + 3 * Float.BYTES, view.timeSeconds());
            view.directionToSun().get(SUN, block);
            block.putFloat(SUN + 3 * Float.BYTES, 0);
            glBindBuffer(GL_UNIFORM_BUFFER, buffer);
            glBufferData(GL_UNIFORM_BUFFER, block, GL_STREAM_DRAW);
        }
    }

    @Override
    public void close() {
        glDeleteBuffers(buffer);
    }
}
