package dev.zonecast.core;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.Switch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Frames. The base set is marked once a frame, where the picture is handed over: {@link #mark()}. Named sets are either continuous
 * (only marked) or discontinuous (started and ended); one name is one or the other.
 *
 * <p>Any thread; marks from several threads are put in order by their time.
 */
public final class Frame {
    /** Counts also while nobody listens: a viewer that connects late shows the true frame number. */
    private static final AtomicLong MARKS = new AtomicLong();

    private Frame() {}

    /** A frame of the base set ends here, and the next begins. */
    public static void mark() {
        if (!Switch.ON) {
            return;
        }
        long number = MARKS.incrementAndGet();
        if (Gate.isOpen()) {
            Recorder.current().record(EventKind.FRAME_MARK, 0, 0, number);
        }
    }

    /** A frame of a named, continuous set ends here, and the next begins. Null is counted and ignored. */
    public static void mark(FrameName name) {
        named(EventKind.FRAME_MARK, name);
    }

    /** A frame of a named, discontinuous set starts. Null is counted and ignored. */
    public static void begin(FrameName name) {
        named(EventKind.FRAME_START, name);
    }

    /** The frame of a named, discontinuous set ends. Null is counted and ignored. */
    public static void end(FrameName name) {
        named(EventKind.FRAME_END, name);
    }

    /**
     * A vertical blank of a display.
     *
     * @param display any small number that names it
     */
    public static void vsync(int display) {
        if (Switch.ON && Gate.isOpen()) {
            Recorder.current().record(EventKind.FRAME_VSYNC, 0, display, 0);
        }
    }

    /**
     * A display showed a frame of the base set, as a presentation engine reports it: VK_GOOGLE_display_timing, VK_EXT_present_timing,
     * VK_KHR_present_wait, GLX_OML_sync_control, EGL_ANDROID_get_frame_timestamps. Any time after {@link #mark()} began the frame; each
     * frame once.
     *
     * @param display any small number that names it
     * @param frame {@link #number} while the frame was current, from 1 on; others are counted and ignored
     * @param nanos when its first pixel was shown, by {@link System#nanoTime}
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

    /** Marks of the base set so far, from 1 on for the first; also those that nobody listened to. */
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
