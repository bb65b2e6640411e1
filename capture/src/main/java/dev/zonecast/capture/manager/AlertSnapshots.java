package dev.zonecast.capture.manager;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Takes a snapshot of all programs when one of them alerts: beside the recording's archive, named as the alert. Some seconds apart, and
 * not without end.
 */
final class AlertSnapshots {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST = 20;

    private final Manager manager;
    private final Path beside;

    // Guarded by this.
    private int taken;
    private long lastNanos;

    AlertSnapshots(Manager manager, Path archive) {
        this.manager = manager;
        beside = archive;
    }

    /** A program alerts: any thread, and nothing waits for the snapshot. */
    void alert(String name) {
        int number;
        synchronized (this) {
            long now = System.nanoTime();
            if (taken >= MOST || (taken > 0 && now - lastNanos < PAUSE_NANOS)) {
                return;
            }
            lastNanos = now;
            number = ++taken;
        }
        Path target = beside.resolveSibling(
                stem() + "-alert-" + number + "-" + name.replaceAll("[^A-Za-z0-9._-]", "_") + ".fxt");
        Thread.ofPlatform().daemon().name("zonecast-alert").start(() -> take(target, name));
    }

    private String stem() {
        String name = beside.getFileName().toString();
        return name.endsWith(".fxt") ? name.substring(0, name.length() - 4) : name;
    }

    private void take(Path target, String name) {
        try {
            Path written = manager.snapshot(target, false);
            LOG.log(System.Logger.Level.INFO, "wrote {0}: {1}", written, name);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "no snapshot for {0}: {1}", name, String.valueOf(e.getMessage()));
        }
    }
}
