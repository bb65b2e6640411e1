package dev.zonecast.core.session;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import java.time.Duration;

/**
 * Tells of exceptions that nobody catches, from the thread that ends by one, and sees to it that viewer and recording have it before
 * the thread is gone ({@link UncaughtAction}).
 */
final class CrashReports {
    /** The thread has nothing else to do; the program may wait for its end. */
    private static final Duration FLUSH_LIMIT = Duration.ofMillis(500);

    private static final int MAX_CAUSES = 16;

    private CrashReports() {}

    /** From now on, for all threads. */
    static void install(Profiler profiler) {
        UncaughtAction.install(thrown -> {
            if (report(thrown)) {
                // Not of interest whether the time was enough: there is nothing else to try.
                boolean ignored = profiler.flush(FLUSH_LIMIT);
            }
        });
    }

    /**
     * Records an exception that ends the work of the calling thread.
     *
     * @return false if nothing records
     */
    static boolean report(Throwable thrown) {
        if (!Gate.isOpen()) {
            return false;
        }
        String text;
        CallStack stack;
        try {
            text = text(thrown);
            stack = CallStack.of(thrown);
        } catch (OutOfMemoryError e) {
            text = "java.lang.OutOfMemoryError";
            stack = null;
        }
        Recorder.current()
                .recordText(
                        EventKind.CRASH,
                        0,
                        0,
                        text,
                        stack == null || stack.calls().isEmpty() ? null : stack);
        return true;
    }

    private static String text(Throwable thrown) {
        StringBuilder text = new StringBuilder().append(thrown);
        Throwable cause = thrown.getCause();
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            text.append("\ncaused by ").append(cause);
            cause = cause.getCause();
        }
        return text.toString();
    }
}
