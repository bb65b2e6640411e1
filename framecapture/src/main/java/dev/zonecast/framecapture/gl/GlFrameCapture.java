package dev.zonecast.framecapture.gl;

import dev.zonecast.core.Zonecast;
import dev.zonecast.framecapture.CaptureBuilder;
import dev.zonecast.framecapture.CaptureOptions;
import dev.zonecast.framecapture.CaptureStatistics;
import dev.zonecast.framecapture.engine.CaptureEngine;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * A screenshot of every frame that an OpenGL context draws.
 *
 * <pre>{@code
 * GlFrameCapture capture = GlFrameCapture.builder().create();  // the OpenGL context is current, GL.createCapabilities() was called
 * while (running) {
 *     draw();
 *     capture.capture(width, height);                          // once a frame, when all is drawn; never waits
 *     glfwSwapBuffers(window);
 *     Frame.mark();
 * }
 * capture.close();                                             // before the context is destroyed
 * }</pre>
 *
 * The picture is scaled down on the GPU, in steps of a half at most so that no pixel is left out, read back some frames later when the
 * GPU has it, and compressed on a thread of its own, or on the GPU itself if {@linkplain Builder#compressOnGpu asked for}. It belongs to
 * the frame that was on when {@link #capture} was called, whenever it arrives: between two calls of
 * {@link dev.zonecast.core.Frame#mark} one is captured at most.
 *
 * <p>Sources may have any size, several samples a pixel, any format with colours (sRGB, 16 bits, floating point), and any order of
 * channels. Values are copied as they are stored: an sRGB framebuffer looks as on the screen, a linear one darker.
 *
 * <p>It needs OpenGL 3.3, or OpenGL ES 3.0 ({@code GLES.createCapabilities()} was called). In OpenGL ES a thread compresses, and a
 * framebuffer with several samples a pixel gives no picture. Nothing of the context's state is changed: bindings, tests and storage modes that are needed are put back. A call
 * inside a conditional render (glBeginConditionalRender) that discards commands gives no picture, and is counted.
 *
 * <p><b>Threads.</b> All calls belong on a thread where the OpenGL context is current and LWJGL knows it. Elsewhere they are counted and do
 * nothing. No call throws for the profiler's own state, and none raises an OpenGL error. While nobody listens, a call costs a load and
 * a branch.
 */
public final class GlFrameCapture implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    /** Null if there is none. */
    private final GlDevice device;

    private final CaptureEngine<GlSlot> engine;
    private boolean usable;

    private GlFrameCapture(GlDevice device, CaptureOptions options) {
        this.device = device;
        engine = new CaptureEngine<>(device, options);
        usable = device != null;
    }

    /** With a device of a test's. */
    static GlFrameCapture on(GlDevice device) {
        return new GlFrameCapture(device, CaptureOptions.DEFAULT);
    }

    /** Starts to make a capture. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Captures what the default framebuffer shows: its read buffer, as a rule the back buffer.
     *
     * @param width of the framebuffer in pixels; 0 for a window without area, of which there is no picture
     * @param height of the framebuffer in pixels; 0 for a window without area, of which there is no picture
     */
    public void capture(int width, int height) {
        capture(0, width, height);
    }

    /**
     * Captures what a framebuffer shows: its read buffer, as a rule the first attachment.
     *
     * @param framebuffer its name, 0 for the default one
     * @param width of the part from its lower left corner on, in pixels; a size that no framebuffer can have is refused and counted
     * @param height of the part from its lower left corner on, in pixels; a size that no framebuffer can have is refused and counted
     */
    public void capture(int framebuffer, int width, int height) {
        if (CaptureEngine.ENABLED && engine.hasWork()) {
            captureNow(framebuffer, width, height);
        }
    }

    private void captureNow(int framebuffer, int width, int height) {
        if (!isReady()) {
            return;
        }
        engine.collect();
        GlSlot slot = engine.begin(width, height);
        if (slot == null) {
            return;
        }
        String obstacle = device.submit(slot, framebuffer, width, height);
        if (obstacle == null) {
            engine.submitted(slot);
        } else {
            engine.refused(slot, obstacle);
        }
    }

    private boolean isReady() {
        if (!usable || !device.isCurrent()) {
            engine.countWrongCall();
            return false;
        }
        if (device.isLost()) {
            usable = false;
            engine.lost("the OpenGL context is lost");
            device.close();
            return false;
        }
        return true;
    }

    /** True while frames can be captured: not closed, the OpenGL context there and not lost. */
    public boolean isAvailable() {
        return usable;
    }

    /** Whether the GPU compresses. */
    public boolean compressesOnGpu() {
        return device != null && device.compresses();
    }

    /** Counts of this capture. On the thread that captures. */
    public CaptureStatistics statistics() {
        return engine.statistics();
    }

    /**
     * Waits until the pictures under way are handed over, two seconds at most, and frees what it has in the context. Before the OpenGL
     * context is destroyed, while it is current. Calls that come after are counted and ignored.
     */
    @Override
    public void close() {
        close(CLOSE_LIMIT);
    }

    /** As {@link #close()}, with another limit. */
    void close(Duration limit) {
        if (usable && isReady()) {
            engine.close(limit.toNanos());
            device.close();
            usable = false;
        }
    }

    /** How a {@link GlFrameCapture} is to be. */
    public static final class Builder extends CaptureBuilder<Builder> {
        private Builder() {}

        /**
         * Makes the capture for the OpenGL context that is current on this thread.
         *
         * @return never null: where there is no OpenGL 3.3 or OpenGL ES 3.0, one that only counts ({@link GlFrameCapture#isAvailable})
         */
        public GlFrameCapture create() {
            if (!Zonecast.isEnabled()) {
                return new GlFrameCapture(null, options());
            }
            GlContext context = GlContext.ofCurrent();
            if (context == null) {
                LOG.log(
                        Level.WARNING,
                        "no frame images: no context of OpenGL 3.3 or OpenGL ES 3.0 is current on this thread"
                                + " (or GL.createCapabilities() was not called)");
                return new GlFrameCapture(null, options());
            }
            GlDevice device = new GlDevice(context, options().onGpu());
            if (options().onGpu() && !device.compresses()) {
                LOG.log(Level.INFO, "frame images are compressed on a CPU thread: {0}", device.whyNoCompression());
            }
            return new GlFrameCapture(device, options());
        }
    }
}
