package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

/** The framebuffer that is captured: whether it can be read. Asked each time, because a program may change it between two frames. */
final class GlSource {
    private final GlState state;
    private boolean multisampled;

    GlSource(GlState state) {
        this.state = state;
    }

    /**
     * Binds it, for reading and drawing, if it can be read.
     *
     * @return why it cannot, or null
     */
    String bind(int framebuffer) {
        if (framebuffer != 0 && !state.gl.isFramebuffer(framebuffer)) {
            return "there is no such framebuffer";
        }
        // For drawing too: the number of samples is asked of that one.
        state.gl.bindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        if (state.gl.checkFramebufferStatus(GL_READ_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
            return framebuffer == 0 ? "there is no default framebuffer" : "the framebuffer is not complete";
        }
        int readBuffer = state.integer(GL_READ_BUFFER);
        if (readBuffer == GL_NONE) {
            return "the framebuffer's read buffer is GL_NONE";
        }
        if (framebuffer != 0) {
            String obstacle = obstacleOf(readBuffer);
            if (obstacle != null) {
                return obstacle;
            }
        }
        multisampled = state.integer(GL_SAMPLES) > 0;
        // There it copies to a framebuffer of the same size and format alone.
        return multisampled && state.gl.es()
                ? "OpenGL ES does not scale a framebuffer with several samples a pixel"
                : null;
    }

    private String obstacleOf(int attachment) {
        if (state.attachment(attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) == GL_NONE) {
            return "nothing is attached to the framebuffer's read buffer";
        }
        int type = state.attachment(attachment, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE);
        if (type == GL_INT || type == GL_UNSIGNED_INT) {
            return "the framebuffer has integers, not colours";
        }
        return null;
    }

    /** Whether the bound one has several samples a pixel. */
    boolean isMultisampled() {
        return multisampled;
    }
}
