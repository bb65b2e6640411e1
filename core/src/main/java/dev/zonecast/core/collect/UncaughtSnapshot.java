package dev.zonecast.core.collect;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Takes a snapshot when a thread ends by an exception; then the handler comes that was there before, or the JVM's own report. */
final class UncaughtSnapshot implements Thread.UncaughtExceptionHandler {
    /** The thread has nothing else to do, and the program may end with it. */
    private static final long LIMIT_SECONDS = 5;

    private final Snapshots snapshots;
    private final Thread.UncaughtExceptionHandler next;

    private UncaughtSnapshot(Snapshots snapshots, Thread.UncaughtExceptionHandler next) {
        this.snapshots = snapshots;
        this.next = next;
    }

    /** Becomes the default handler, in front of the one that there is. */
    static void install(Snapshots snapshots) {
        Thread.setDefaultUncaughtExceptionHandler(
                new UncaughtSnapshot(snapshots, Thread.getDefaultUncaughtExceptionHandler()));
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        try {
            var _ = snapshots.trigger(thrown.getClass().getSimpleName()).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RuntimeException | Error e) {
            // Told by the snapshots; the program's own report is what matters.
        } finally {
            if (next != null) {
                next.uncaughtException(thread, thrown);
            } else {
                // As the JVM does without a handler.
                System.err.print("Exception in thread \"" + thread.getName() + "\" ");
                thrown.printStackTrace(System.err);
            }
        }
    }
}
