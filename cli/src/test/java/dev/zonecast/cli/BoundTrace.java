package dev.zonecast.cli;

import static dev.zonecast.trace.stats.ScriptedTrace.MILLI;

import dev.zonecast.trace.stats.ScriptedTrace;
import java.io.IOException;
import java.nio.file.Path;

/** Frames of 10 ms, which a zone fills but for a millisecond; one frame of 40 ms waits for a lock, or for the GPU. */
public final class BoundTrace {
    public static final int FRAMES = 10;
    /** Place of the long one. */
    public static final int LONG_FRAME = 6;

    private static final int MAIN = 10;
    private static final int LOCK = 500;
    private static final int GPU = 600;

    private BoundTrace() {}

    private static long begin(int frame) {
        return 10L * frame * MILLI + (frame > LONG_FRAME ? 30 * MILLI : 0);
    }

    /**
     * Writes it.
     *
     * @param ofGpu the long frame waits for the GPU, not for a lock
     */
    public static Path write(Path file, boolean ofGpu) throws IOException {
        ScriptedTrace trace = new ScriptedTrace()
                .thread(MAIN, "main")
                .gpu(GPU, "renderer", MAIN)
                .lock(LOCK, "Lock: <assets>", 3);
        for (int i = 0; i < FRAMES; i++) {
            long begin = begin(i);
            trace.markedFrame(MAIN, i, begin, begin(i + 1));
            if (i != LONG_FRAME) {
                trace.zone(MAIN, "physics", begin, begin + 9 * MILLI);
            } else if (ofGpu) {
                trace.zone(GPU, "main pass", begin + 5 * MILLI, begin + 39 * MILLI)
                        .zone(MAIN, "swap buffers", begin + MILLI, begin + 39 * MILLI);
            } else {
                trace.hold(LOCK, "loader", begin, begin + 35 * MILLI)
                        .lockWait(MAIN, 3, "<assets>", begin + 5 * MILLI, begin + 35 * MILLI)
                        .zone(MAIN, "physics", begin, begin + 40 * MILLI);
            }
        }
        return trace.write(file);
    }
}
