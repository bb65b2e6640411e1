package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import org.lwjgl.opengl.GL42C;

/** A framebuffer of ours of 8 bits a channel, with a renderbuffer, or with a texture where a shader reads it. */
final class GlStage {
    private final int width;
    private final int height;
    private final int framebuffer;
    private final int renderbuffer;
    private final int texture;
    private final boolean complete;

    /**
     * Leaves the new framebuffer bound for drawing, and all other bindings as they are.
     *
     * @param sampled whether a shader reads it: needs OpenGL 4.2
     */
    GlStage(GlState state, int width, int height, boolean sampled) {
        this.width = width;
        this.height = height;
        framebuffer = glGenFramebuffers();
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
        if (sampled) {
            renderbuffer = 0;
            texture = glGenTextures();
            int bound = state.integer(GL_TEXTURE_BINDING_2D);
            glBindTexture(GL_TEXTURE_2D, texture);
            GL42C.glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, width, height);
            glBindTexture(GL_TEXTURE_2D, bound);
            glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        } else {
            texture = 0;
            renderbuffer = glGenRenderbuffers();
            int bound = state.integer(GL_RENDERBUFFER_BINDING);
            glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
            glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
            glBindRenderbuffer(GL_RENDERBUFFER, bound);
            glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
        }
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

    /** 0 unless a shader reads it. */
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
        if (texture != 0) {
            glDeleteTextures(texture);
        } else {
            glDeleteRenderbuffers(renderbuffer);
        }
    }
}
