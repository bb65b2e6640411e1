package dev.zonecast.core;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.Switch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Frames. Call {@link #mark()} once a frame, after the swap of buffers: that is the base set. A named set is either continuous (marks
 * only) or discontinuous (begins and ends).
 *
 * <p>Any thread may call. Marks of several threads are sorted by their times.
 */
public final class Frame {
    /** Counts while nothing records, too: a viewer that connects late shows the true frame number. */
    private static final AtomicLong MARKS = new AtomicLong();

    private Frame() {}

    /** Ends a frame of the base set and begins the next one. */
    public static void mark() {
        if (!Switch.ON) {
            return;
        }
        long number = MARKS.incrementAndGet();
        if (Gate.isOpen()) {
            Recorder.current().record(EventKind.FRAME_MARK, 0, 0, number);
        }
    }

    /** Ends a frame of a continuous set and begins the next one. Null is counted and ignored. */
    public static void mark(FrameName name) {
        named(EventKind.FRAME_MARK, name);
    }

    /** Begins a frame of a discontinuous set. Null is counted and ignored. */
    public static void begin(FrameName name) {
        named(EventKind.FRAME_START, name);
    }

    /** Ends the frame of a discontinuous set. Null is counted and ignored. */
    public static void end(FrameName name) {
        named(EventKind.FRAME_END, name);
    }

    /**
     * Records a vertical blank of a display.
     *
     * @param display a small number of your choice for each display
     */
    public static void vsync(int display) {
        if (Switch.ON && Gate.isOpen()) {
            Recorder.current().record(EventKind.FRAME_VSYNC, 0, display, 0);
        }
    }

    /**
     * Records when a display showed a frame of the base set. The time comes from VK_GOOGLE_display_timing, VK_EXT_present_timing,
     * VK_KHR_present_wait, GLX_OML_sync_control or EGL_ANDROID_get_frame_timestamps. Call it once for each frame, at any time after the
     * {@link #mark()} that began the frame.
     *
     * @param display a small number of your choice for each display
     * @param frame value of {@link #number} during the frame, from 1 on; other numbers are counted and ignored
     * @param nanos when the display showed the first pixel, by {@link System#nanoTime}
     */
    public static void shown(int display, long frame, long nanos) {
        if (!Switch.ON || !Gate.isOpen()) {
            return;
        }
        if (frame < 1) {
            Recorder.current().countUnmatched();
            return;
        }
        Recorder.current().record(EventKind.FRAME_VSYNC, 0, display, frame, nanos);
    }

    /** Number of marks of the base set so far, with those that were not recorded. */
    public static long number() {
        return MARKS.get();
    }

    private static void named(EventKind kind, FrameName name) {
        if (!Switch.ON || !Gate.isOpen()) {
            return;
        }
        if (name == null) {
            Recorder.current().countUnmatched();
            return;
        }
        Recorder.current().record(kind, 0, Ids.of(name), 0);
    }
}
