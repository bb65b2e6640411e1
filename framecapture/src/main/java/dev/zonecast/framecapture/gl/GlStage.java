package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import org.lwjgl.system.MemoryUtil;

/** A framebuffer of ours with a texture of 8 bits a channel. */
final class GlStage {
    private final int width;
    private final int height;
    private final GlCalls gl;
    private final int framebuffer;
    private final int texture;
    private final boolean complete;

    /** Without content. Leaves the new framebuffer bound for drawing, and all other bindings as they are. */
    GlStage(GlState state, int width, int height) {
        this(state, width, height, MemoryUtil.NULL);
    }

    /**
     * Leaves the new framebuffer bound for drawing, and all other bindings as they are.
     *
     * @param pixels address of its content, red in the lowest byte; 0 for none
     */
    GlStage(GlState state, int width, int height, long pixels) {
        this.width = width;
        this.height = height;
        gl = state.gl;
        framebuffer = gl.genFramebuffers();
        texture = gl.genTextures();
        state.saveUploading();
        gl.bindTexture(GL_TEXTURE_2D, texture);
        // Complete for a shader, whatever sampler is bound.
        gl.texParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        gl.texImage2D(GL_TEXTURE_2D, GL_RGBA8, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        state.restoreUploading();
        gl.bindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
        gl.framebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture);
        complete = gl.checkFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
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
        gl.bindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
        boolean scaled = fromWidth != width || fromHeight != height;
        gl.blitFramebuffer(fromWidth, fromHeight, width, height, GL_COLOR_BUFFER_BIT, scaled ? GL_LINEAR : GL_NEAREST);
        bindForReading();
    }

    void bindForReading() {
        gl.bindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    }

    void delete() {
        gl.deleteFramebuffers(framebuffer);
        gl.deleteTextures(texture);
    }
}
