package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL43C.*;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.lwjgl.opengl.GLCapabilities;

/** Compresses a picture by a compute shader, which writes the bits that {@link dev.zonecast.framecapture.Dxt1Encoder#fast} writes. */
final class GlCompressor {
    private static final String SHADER = "dxt1.comp";
    private static final String HEAD = "#version 430 core\n";

    /** As many blocks each way as an invocation group of the shader has. */
    private static final int GROUP_BLOCKS = 8;

    private static final int GROUP_PIXELS = 4 * GROUP_BLOCKS;

    private final GlState state;
    private final String obstacle;
    private final int program;
    private final int pictureUniform;
    private final int binding;

    private GlCompressor(GlState state, String obstacle, int program) {
        this.state = state;
        this.obstacle = obstacle;
        this.program = program;
        pictureUniform = program == 0 ? -1 : glGetUniformLocation(program, "picture");
        // The last one: the least probable to be in use. What it is bound to is put back all the same.
        binding = program == 0 ? 0 : state.integer(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS) - 1;
        if (program != 0) {
            int block = glGetProgramResourceIndex(program, GL_SHADER_STORAGE_BLOCK, "Blocks");
            glShaderStorageBlockBinding(program, block, binding);
        }
    }

    /** For the current context. */
    static GlCompressor create(GLCapabilities capabilities, GlState state) {
        if (capabilities == null || !capabilities.OpenGL43) {
            return new GlCompressor(state, "the context has no OpenGL 4.3", 0);
        }
        int shader = glCreateShader(GL_COMPUTE_SHADER);
        glShaderSource(shader, HEAD + source());
        glCompileShader(shader);
        int program = glCreateProgram();
        glAttachShader(program, shader);
        glLinkProgram(program);
        glDeleteShader(shader);
        if (glGetProgrami(program, GL_LINK_STATUS) == GL_FALSE) {
            String log = glGetProgramInfoLog(program).strip();
            glDeleteProgram(program);
            return new GlCompressor(state, "the driver does not take the shader: " + log, 0);
        }
        return new GlCompressor(state, null, program);
    }

    private static String source() {
        try (InputStream in = GlCompressor.class.getResourceAsStream(SHADER)) {
            if (in == null) {
                throw new IllegalStateException(SHADER + " is missing from this module's resources");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(SHADER + " cannot be read", e);
        }
    }

    /** Why the GPU cannot compress, or null. */
    String obstacle() {
        return obstacle;
    }

    /**
     * False while the program's state could not be put back, or must not be changed: its program or a buffer is deleted but still bound, or
     * transform feedback is active.
     */
    boolean isUsable() {
        int current = state.integer(GL_CURRENT_PROGRAM);
        boolean remains =
                current == 0 || (glIsProgram(current) && glGetProgrami(current, GL_DELETE_STATUS) == GL_FALSE);
        return remains
                && (state.integer(GL_TRANSFORM_FEEDBACK_ACTIVE) == GL_FALSE
                        || state.integer(GL_TRANSFORM_FEEDBACK_PAUSED) != GL_FALSE)
                && state.isBuffer(state.integer(GL_SHADER_STORAGE_BUFFER_BINDING))
                && state.isBuffer(state.integer(GL_SHADER_STORAGE_BUFFER_BINDING, binding));
    }

    /** Writes a picture's blocks to the slot's buffer. Commands that follow may read the buffer. Binds the picture's texture. */
    void compress(GlStage picture, GlSlot slot) {
        int boundProgram = state.integer(GL_CURRENT_PROGRAM);
        int unit = state.integer(GL_ACTIVE_TEXTURE) - GL_TEXTURE0;
        int boundStorage = state.integer(GL_SHADER_STORAGE_BUFFER_BINDING);
        int boundBlocks = state.integer(GL_SHADER_STORAGE_BUFFER_BINDING, binding);
        long boundStart = state.longInteger(GL_SHADER_STORAGE_BUFFER_START, binding);
        long boundSize = state.longInteger(GL_SHADER_STORAGE_BUFFER_SIZE, binding);

        glUseProgram(program);
        glBindTexture(GL_TEXTURE_2D, picture.texture());
        glUniform1i(pictureUniform, unit);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, slot.buffer);
        glDispatchCompute(groups(slot.width()), groups(slot.height()), 1);
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);

        if (boundBlocks != 0 && boundSize != 0) {
            glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, boundBlocks, boundStart, boundSize);
        } else {
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, boundBlocks);
        }
        // Binding it to its index has bound it here too.
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, boundStorage);
        glUseProgram(boundProgram);
    }

    private static int groups(int pixels) {
        return (pixels + GROUP_PIXELS - 1) / GROUP_PIXELS;
    }

    void delete() {
        if (program != 0) {
            glDeleteProgram(program);
        }
    }
}
