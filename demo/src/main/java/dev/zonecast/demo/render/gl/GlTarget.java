package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.demo.render.PassDevice;
import dev.zonecast.demo.render.PassDevice.TargetKind;
import dev.zonecast.demo.render.RenderingException;
import java.nio.ByteBuffer;

/** A framebuffer with one texture to read afterwards: colour (with or without a depth buffer), or depth alone. */
final class GlTarget implements PassDevice.Surface {
    private final int width;
    private final int height;
    private final int framebuffer = glGenFramebuffers();
    private final int texture = glGenTextures();
    private final int depthBuffer;
    private final boolean hasDepths;

    GlTarget(TargetKind kind, int width, int height) {
        this.width = width;
        this.height = height;
        boolean isMap = kind == TargetKind.SHADOW_MAP;
        depthBuffer = kind == TargetKind.SCENE ? glGenRenderbuffers() : 0;
        hasDepths = isMap || depthBuffer != 0;
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, isMap ? GL_CLAMP_TO_BORDER : GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, isMap ? GL_CLAMP_TO_BORDER : GL_CLAMP_TO_EDGE);
        if (isMap) {
            addMap();
        } else {
            addColour(kind == TargetKind.FRAME ? GL_RGBA8 : GL_RGBA16F);
        }
        int status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
        if (status != GL_FRAMEBUFFER_COMPLETE) {
            close();
            throw new RenderingException("this driver cannot draw into a target of " + width + "x" + height
                    + " (framebuffer status 0x" + Integer.toHexString(status) + ")");
        }
    }

    private void addColour(int format) {
        glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, (ByteBuffer) null);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        if (hasDepths) {
            glBindRenderbuffer(GL_RENDERBUFFER, depthBuffer);
            glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depthBuffer);
        }
    }

    /** Shaders read it through comparisons; outside of it everything is lit. */
    private void addMap() {
        int format = GL_DEPTH_COMPONENT;
        ByteBuffer none = null;
        glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, width, height, 0, format, GL_UNSIGNED_INT, none);
        glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, new float[] {1, 1, 1, 1});
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture, 0);
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
    }

    /** Draw calls go to this target from now on. Its depths are cleared. */
    void bind() {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glViewport(0, 0, width, height);
        if (hasDepths) {
            glDepthMask(true);
            glClear(GL_DEPTH_BUFFER_BIT);
        }
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

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
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
