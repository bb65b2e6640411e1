package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.demo.render.FrameBlock;
import dev.zonecast.demo.scene.FrameView;
import java.nio.ByteBuffer;
import org.lwjgl.system.MemoryStack;

/** The buffer with the {@link FrameBlock}. */
final class FrameUniforms implements AutoCloseable {
    static final String BLOCK_NAME = "Frame";
    static final int BINDING = 0;

    private final int buffer = glGenBuffers();

    FrameUniforms() {
        glBindBuffer(GL_UNIFORM_BUFFER, buffer);
        glBufferData(GL_UNIFORM_BUFFER, FrameBlock.BYTES, GL_STREAM_DRAW);
        glBindBufferBase(GL_UNIFORM_BUFFER, BINDING, buffer);
    }

    void upload(FrameView view) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            ByteBuffer block = stack.malloc(FrameBlock.BYTES);
            FrameBlock.put(view, 0, block);
            glBindBuffer(GL_UNIFORM_BUFFER, buffer);
            glBufferData(GL_UNIFORM_BUFFER, block, GL_STREAM_DRAW);
        }
    }

    @Override
    public void close() {
        glDeleteBuffers(buffer);
    }
}
