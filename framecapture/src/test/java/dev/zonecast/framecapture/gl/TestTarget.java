package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.framecapture.NumberPattern;
import java.nio.ByteBuffer;

/** A framebuffer of any format to draw numbers into. */
final class TestTarget implements AutoCloseable {
    final int width;
    final int height;
    final int framebuffer;
    private final int texture;

    /** @param samples 0 for a plain one */
    TestTarget(int internalFormat, int width, int height, int samples) {
        this.width = width;
        this.height = height;
        framebuffer = glGenFramebuffers();
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        texture = glGenTextures();
        int target = samples > 0 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D;
        glBindTexture(target, texture);
        if (samples > 0) {
            glTexImage2DMultisample(target, samples, internalFormat, width, height, true);
        } else {
            boolean integers = internalFormat == GL_RGBA8UI;
            glTexImage2D(
                    target,
                    0,
                    internalFormat,
                    width,
                    height,
                    0,
                    integers ? GL_RGBA_INTEGER : GL_BGRA,
                    GL_UNSIGNED_BYTE,
                    (ByteBuffer) null);
        }
        glBindTexture(target, 0);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, texture, 0);
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
            throw new IllegalStateException("no framebuffer of format 0x" + Integer.toHexString(internalFormat));
        }
    }

    /** Draws a number all over it. */
    void draw(int number) {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        draw(number, width, height);
    }

    /** Draws a number into what is bound. */
    static void draw(int number, int width, int height) {
        glEnable(GL_SCISSOR_TEST);
        NumberPattern.draw(number, (column, columns, band, red, green, blue) -> {
            int left = column * width / 8;
            int right = (column + columns) * width / 8;
            // OpenGL's lines count from the bottom.
            int top = height - band * height / 4;
            int bottom = height - (band + 1) * height / 4;
            glScissor(left, bottom, right - left, top - bottom);
            glClearColor(red, green, blue, 1);
            glClear(GL_COLOR_BUFFER_BIT);
        });
        glDisable(GL_SCISSOR_TEST);
    }

    @Override
    public void close() {
        glDeleteFramebuffers(framebuffer);
        glDeleteTextures(texture);
    }
}
