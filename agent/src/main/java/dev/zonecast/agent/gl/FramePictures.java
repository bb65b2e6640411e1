package dev.zonecast.agent.gl;

import dev.zonecast.agent.AgentStart;
import dev.zonecast.agent.PictureOptions;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.framecapture.CaptureRate;
import dev.zonecast.framecapture.gl.GlFrameCapture;
import org.lwjgl.opengl.GL11C;

/**
 * Pictures of what a context shows, by the option {@code images}. OpenGL does not tell the size of the default framebuffer: it is the area
 * that the viewports of a frame's draws cover. One thread at a time, that of the context.
 */
final class FramePictures {
    /** Null until the first picture. */
    private GlFrameCapture capture;

    /** Of the capture. */
    private PictureOptions options;

    private boolean closed;

    /** Upper right corner of the current viewport. */
    private int right;

    private int top;

    /** Of this frame's draws into the default framebuffer; 0 if there were none. */
    private int drawnWidth;

    private int drawnHeight;

    /** Of the last frame that drew. */
    private int width;

    private int height;

    void viewport(int newRight, int newTop) {
        right = newRight;
        top = newTop;
    }

    /** The agent was off: draws of that time are not known. */
    void forgetSize() {
        drawnWidth = 0;
        drawnHeight = 0;
        width = 0;
        height = 0;
    }

    /** A command draws into the default framebuffer. */
    void drawnToScreen() {
        drawnWidth = Math.max(drawnWidth, right);
        drawnHeight = Math.max(drawnHeight, top);
    }

    /** All of a frame is drawn. */
    void take() {
        if (drawnWidth > 0 && drawnHeight > 0) {
            width = drawnWidth;
            height = drawnHeight;
        }
        drawnWidth = 0;
        drawnHeight = 0;
        PictureOptions wanted = AgentStart.hookOptions().pictures();
        if (closed || wanted == null || !Zonecast.isActive()) {
            return;
        }
        long zone = Zone.begin(PassNames.PICTURE);
        try {
            if (!wanted.equals(options)) {
                begin(wanted);
            }
            if (width == 0 && capture.isAvailable()) {
                askSize();
            }
            capture.capture(width, height);
        } finally {
            Zone.end(zone);
        }
    }

    private void begin(PictureOptions wanted) {
        if (capture != null) {
            capture.close();
        }
        options = wanted;
        capture = GlFrameCapture.builder()
                .size(wanted.width(), wanted.height())
                .rate(CaptureRate.perSecond(wanted.perSecond()))
                .create();
    }

    /** The program has set no viewport: it is the size of the window that the context was made current with first. */
    private void askSize() {
        int[] viewport = new int[4];
        GL11C.glGetIntegerv(GL11C.GL_VIEWPORT, viewport);
        width = viewport[2];
        height = viewport[3];
    }

    /** Hands over the pictures under way. The context is current. */
    void close() {
        closed = true;
        if (capture != null) {
            capture.close();
        }
    }
}
