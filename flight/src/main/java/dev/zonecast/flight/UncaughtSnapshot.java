package dev.zonecast.flight;

import dev.zonecast.core.collect.UncaughtAction;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Takes a snapshot when a thread ends by an exception ({@link UncaughtAction}). */
final class UncaughtSnapshot {
    /** The thread has nothing else to do, and the program may end with it. */
    private static final long LIMIT_SECONDS = 5;

    private UncaughtSnapshot() {}

    /** From now on, for all threads. */
    static void install(Snapshots snapshots) {
        UncaughtAction.install(thrown -> take(snapshots, thrown));
    }

    private static void take(Snapshots snapshots, Throwable thrown) {
        try {
            var _ = snapshots.trigger(thrown.getClass().getSimpleName()).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Told by the snapshots; the program's own report is what matters.
        }
    }
}
