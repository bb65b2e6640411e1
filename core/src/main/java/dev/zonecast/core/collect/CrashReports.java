package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import java.time.Duration;

/**
 * Tells of exceptions that nobody catches, from the thread that ends by one, and sees to it that viewer and recording have it before
 * the thread is gone; then the handler comes that was there before, or the JVM's own report.
 */
final class CrashReports implements Thread.UncaughtExceptionHandler {
    /** The thread has nothing else to do; the program may wait for its end. */
    private static final Duration FLUSH_LIMIT = Duration.ofMillis(500);

    private static final int MAX_CAUSES = 16;

    private final Profiler profiler;
    private final Thread.UncaughtExceptionHandler next;

    private CrashReports(Profiler profiler, Thread.UncaughtExceptionHandler next) {
        this.profiler = profiler;
        this.next = next;
    }

    /** Becomes the default handler, in front of the one that there is. */
    static void install(Profiler profiler) {
        Thread.setDefaultUncaughtExceptionHandler(
                new CrashReports(profiler, Thread.getDefaultUncaughtExceptionHandler()));
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        try {
            if (report(thrown)) {
                // Not of interest whether the time was enough: there is nothing else to try.
                boolean _ = profiler.flush(FLUSH_LIMIT);
            }
        } catch (RuntimeException | Error e) {
            // Out of memory, say: what matters is the program's own report.
        } finally {
            passOn(thread, thrown);
        }
    }

    /**
     * Records an exception that ends the work of the calling thread.
     *
     * @return false if nobody listens
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
                        RingLayout.CRASH,
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

    private void passOn(Thread thread, Throwable thrown) {
        if (next != null) {
            next.uncaughtException(thread, thrown);
        } else {
            // As the JVM does without a handler.
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            thrown.printStackTrace(System.err);
        }
    }
}
