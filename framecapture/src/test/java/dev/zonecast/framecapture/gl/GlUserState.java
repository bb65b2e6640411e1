package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL43C.*;

import java.util.Arrays;
import org.lwjgl.opengl.GL45C;

/** State as unlike the default as a program may have it: all that a capture touches. */
final class GlUserState implements AutoCloseable {
    private static final String SHADER = "#version 430 core\nlayout(local_size_x = 1) in;\nvoid main() {}\n";

    private final int framebuffer = glGenFramebuffers();
    private final int otherFramebuffer = glGenFramebuffers();
    private final int renderbuffer = glGenRenderbuffers();
    private final int texture = glGenTextures();
    private final int sampler = glGenSamplers();
    private final int buffer = glGenBuffers();
    private final int otherBuffer = glGenBuffers();
    private final int program = glCreateProgram();
    private final int[] content = new int[256];
    private final int bindings = glGetInteger(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS);

    GlUserState() {
        Arrays.setAll(content, i -> 31 * i);
        for (int name : new int[] {buffer, otherBuffer}) {
            glBindBuffer(GL_ARRAY_BUFFER, name);
            glBufferData(GL_ARRAY_BUFFER, content, GL_STATIC_DRAW);
        }
        glBindBuffer(GL_ARRAY_BUFFER, 0);
        int shader = glCreateShader(GL_COMPUTE_SHADER);
        glShaderSource(shader, SHADER);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glLinkProgram(program);
        glDeleteShader(shader);
    }

    void set() {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, otherFramebuffer);
        glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, otherBuffer);
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, bindings - 1, buffer, 256, 512);
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, otherBuffer);
        glActiveTexture(GL_TEXTURE5);
        glBindTexture(GL_TEXTURE_2D, texture);
        // Wants levels that our texture has not.
        glBindSampler(5, sampler);
        glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
        glUseProgram(program);
        glEnable(GL_SCISSOR_TEST);
        glScissor(3, 3, 5, 5);
        glEnable(GL_FRAMEBUFFER_SRGB);
        glColorMask(false, true, false, true);
        glPixelStorei(GL_PACK_ROW_LENGTH, 999);
        glPixelStorei(GL_PACK_SKIP_ROWS, 2);
        glPixelStorei(GL_PACK_SKIP_PIXELS, 3);
        glPixelStorei(GL_PACK_SWAP_BYTES, 1);
        glPixelStorei(GL_PACK_ALIGNMENT, 8);
    }

    /** All of it as a text. */
    String read() {
        StringBuilder text = new StringBuilder();
        for (int what : new int[] {
            GL_READ_FRAMEBUFFER_BINDING,
            GL_DRAW_FRAMEBUFFER_BINDING,
            GL_RENDERBUFFER_BINDING,
            GL_PIXEL_PACK_BUFFER_BINDING,
            GL_PIXEL_UNPACK_BUFFER_BINDING,
            GL_SHADER_STORAGE_BUFFER_BINDING,
            GL_ACTIVE_TEXTURE,
            GL_TEXTURE_BINDING_2D,
            GL_SAMPLER_BINDING,
            GL_CURRENT_PROGRAM,
            GL_SCISSOR_TEST,
            GL_FRAMEBUFFER_SRGB,
            GL_PACK_ROW_LENGTH,
            GL_PACK_SKIP_ROWS,
            GL_PACK_SKIP_PIXELS,
            GL_PACK_SWAP_BYTES,
            GL_PACK_ALIGNMENT
        }) {
            text.append(Integer.toHexString(what))
                    .append('=')
                    .append(glGetInteger(what))
                    .append(' ');
        }
        int[] box = new int[4];
        glGetIntegerv(GL_SCISSOR_BOX, box);
        int[] mask = new int[4];
        glGetIntegerv(GL_COLOR_WRITEMASK, mask);
        text.append(Arrays.toString(box)).append(Arrays.toString(mask));
        text.append(glGetIntegeri(GL_SHADER_STORAGE_BUFFER_BINDING, bindings - 1))
                .append(' ')
                .append(glGetInteger64i(GL_SHADER_STORAGE_BUFFER_START, bindings - 1))
                .append(' ')
                .append(glGetInteger64i(GL_SHADER_STORAGE_BUFFER_SIZE, bindings - 1));
        return text.toString();
    }

    /** So that the test can draw. */
    void reset() {
        glColorMask(true, true, true, true);
        glDisable(GL_SCISSOR_TEST);
        glDisable(GL_FRAMEBUFFER_SRGB);
        glUseProgram(0);
    }

    boolean buffersAreUntouched() {
        int[] now = new int[content.length];
        for (int name : new int[] {buffer, otherBuffer}) {
            GL45C.glGetNamedBufferSubData(name, 0, now);
            if (!Arrays.equals(content, now)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        glDeleteFramebuffers(new int[] {framebuffer, otherFramebuffer});
        glDeleteRenderbuffers(renderbuffer);
        glDeleteTextures(texture);
        glDeleteSamplers(sampler);
        glDeleteBuffers(new int[] {buffer, otherBuffer});
        glDeleteProgram(program);
    }
}
