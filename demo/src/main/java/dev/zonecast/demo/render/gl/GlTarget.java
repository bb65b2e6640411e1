package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.demo.render.RenderingException;
import java.nio.ByteBuffer;

/** A framebuffer with one texture to read afterwards: colour (with or without a depth buffer), or depth alone. */
final class GlTarget implements AutoCloseable {
    private final int width;
    private final int height;
    private final int framebuffer = glGenFramebuffers();
    private final int texture = glGenTextures();
    private final int depthBuffer;

    private GlTarget(int width, int height, boolean withDepthBuffer) {
        this.width = width;
        this.height = height;
        depthBuffer = withDepthBuffer ? glGenRenderbuffers() : 0;
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }

    /** @param internalFormat for example {@code GL_RGBA16F} or {@code GL_RGBA8} */
    static GlTarget colour(int width, int height, int internalFormat, boolean withDepthBuffer) {
        GlTarget target = new GlTarget(width, height, withDepthBuffer);
        glTexImage2D(GL_TEXTURE_2D, 0, internalFormat, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, (ByteBuffer) null);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.texture, 0);
        if (withDepthBuffer) {
            glBindRenderbuffer(GL_RENDERBUFFER, target.depthBuffer);
            glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, target.depthBuffer);
        }
        return target.complete();
    }

    /** A square depth map that shaders read through comparisons; outside of it everything is lit. */
    static GlTarget shadowMap(int size) {
        GlTarget target = new GlTarget(size, size, false);
        glTexImage2D(
                GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, (ByteBuffer)
                        null);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
        glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, new float[] {1, 1, 1, 1});
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, target.texture, 0);
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
        return target.complete();
    }

    private GlTarget complete() {
        int status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
        if (status != GL_FRAMEBUFFER_COMPLETE) {
            close();
            throw new RenderingException("this driver cannot draw into a target of " + width + "x" + height
                    + " (framebuffer status 0x" + Integer.toHexString(status) + ")");
        }
        return this;
    }

    /** Makes this the target of what is drawn next, all of it. */
    void bind() {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glViewport(0, 0, width, height);
    }

    void bindTexture(int unit) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(GL_TEXTURE_2D, texture);
    }

    /** For copies out of it. */
    void bindForReading() {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    }

    int framebuffer() {
        return framebuffer;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    @Override
    public void close() {
        glDeleteFramebuffers(framebuffer);
        glDeleteTextures(texture);
        if (depthBuffer != 0) {
            glDeleteRenderbuffers(depthBuffer);
        }
    }
}
