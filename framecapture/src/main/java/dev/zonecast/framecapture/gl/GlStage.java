package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

/** A framebuffer of ours with a texture of 8 bits a channel. */
final class GlStage {
    private final int width;
    private final int height;
    private final int framebuffer = glGenFramebuffers();
    private final int texture = glGenTextures();
    private final boolean complete;

    /** Without content. Leaves the new framebuffer bound for drawing, and all other bindings as they are. */
    GlStage(GlState state, int width, int height) {
        this(state, width, height, null);
    }

    /**
     * Leaves the new framebuffer bound for drawing, and all other bindings as they are.
     *
     * @param pixels its content, red in the lowest byte; null for none
     */
    GlStage(GlState state, int width, int height, int[] pixels) {
        this.width = width;
        this.height = height;
        state.saveUploading();
        glBindTexture(GL_TEXTURE_2D, texture);
        // Complete for a shader, whatever sampler is bound.
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        state.restoreUploading();
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
        glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        complete = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }

    /** False if the driver had no memory for it, or cannot draw into it. */
    boolean isComplete() {
        return complete;
    }

    boolean hasSize(int wantedWidth, int wantedHeight) {
        return width == wantedWidth && height == wantedHeight;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    int texture() {
        return texture;
    }

    /** Copies what is bound for reading into this, scaled, and binds this for reading. */
    void take(int fromWidth, int fromHeight) {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
        boolean scaled = fromWidth != width || fromHeight != height;
        glBlitFramebuffer(
                0, 0, fromWidth, fromHeight, 0, 0, width, height, GL_COLOR_BUFFER_BIT, scaled ? GL_LINEAR : GL_NEAREST);
        bindForReading();
    }

    void bindForReading() {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    }

    void delete() {
        glDeleteFramebuffers(framebuffer);
        glDeleteTextures(texture);
    }
}
