package dev.zonecast.capture.manager;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * What alerts cause while a recording runs: the action that its spec names for them. Snapshots of all programs are beside the archive,
 * named as the alert, at least ten seconds apart, and twenty at most. Thread-safe.
 */
final class AlertActions {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST = 20;

    private final Manager manager;
    private final Recording recording;

    // Guarded by this.
    private int taken;
    private long lastNanos;
    private boolean hasStopped;

    AlertActions(Manager manager, Recording recording) {
        this.manager = manager;
        this.recording = recording;
    }

    /** A program alerts: any thread, which does not wait for the action. */
    void alert(String name) {
        Runnable action = action(name);
        if (action != null) {
            Thread.ofPlatform().daemon().name("zonecast-alert").start(action);
        }
    }

    /** Null: nothing is to be done. */
    private synchronized Runnable action(String name) {
        return switch (recording.action(name)) {
            case SNAPSHOT -> hasStopped ? null : snapshotOf(name);
            case STOP -> {
                boolean isFirst = !hasStopped;
                hasStopped = true;
                yield isFirst ? () -> stop(name) : null;
            }
            case NONE -> null;
        };
    }

    private Runnable snapshotOf(String alert) {
        long now = System.nanoTime();
        if (taken >= MOST || (taken > 0 && now - lastNanos < PAUSE_NANOS)) {
            return null;
        }
        lastNanos = now;
        taken++;
        Path target = recording
                .target()
                .resolveSibling(stem() + "-alert-" + taken + "-" + alert.replaceAll("[^A-Za-z0-9._-]", "_") + ".fxt");
        return () -> snapshot(target, alert);
    }

    private String stem() {
        String name = recording.target().getFileName().toString();
        return name.endsWith(".fxt") ? name.substring(0, name.length() - 4) : name;
    }

    private void snapshot(Path target, String alert) {
        try {
            Path written = manager.snapshot(target, false);
            LOG.log(System.Logger.Level.INFO, "wrote {0}: {1}", written, alert);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "no snapshot for {0}: {1}", alert, String.valueOf(e.getMessage()));
        }
    }

    private void stop(String alert) {
        try {
            Manager.Ended ended = manager.end("alert " + alert);
            LOG.log(System.Logger.Level.INFO, "{0}", ended);
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} cannot end the recording: {1}",
                    alert,
                    String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
