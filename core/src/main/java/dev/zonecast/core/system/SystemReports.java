package dev.zonecast.core.system;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Makes reports ten times a second while a viewer or recording listens, on a thread of its own: the first look at a bean loads classes for
 * tens of milliseconds, and each one reads files.
 */
public final class SystemReports {
    private static final long INTERVAL_NANOS = 100_000_000;

    private final List<Supplier<Runnable>> reports;
    private final BooleanSupplier wanted;
    private volatile boolean stopped;
    private Thread thread;

    /**
     * Reports that are not made yet.
     *
     * @param reports called once, on the thread of the reports
     * @param wanted whether a viewer or recording listens
     */
    public SystemReports(List<Supplier<Runnable>> reports, BooleanSupplier wanted) {
        this.reports = reports;
        this.wanted = wanted;
    }

    /** Called when a viewer or recording begins to listen. Any thread. */
    public synchronized void wake() {
        try {
            if (thread == null && !stopped) {
                thread = Thread.ofPlatform().daemon().name("zonecast-system").start(this::run);
            }
            LockSupport.unpark(thread);
        } catch (OutOfMemoryError e) {
            System.getLogger("dev.zonecast").log(Level.WARNING, "no reports of the system: {0}", e.getMessage());
        }
    }

    /** For good. Any thread. */
    public synchronized void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            List<Runnable> made = reports.stream().map(Supplier::get).toList();
            while (!stopped) {
                if (wanted.getAsBoolean()) {
                    made.forEach(Runnable::run);
                    LockSupport.parkNanos(INTERVAL_NANOS);
                } else {
                    LockSupport.park();
                }
            }
        } catch (RuntimeException | Error e) {
            System.getLogger("dev.zonecast").log(Level.WARNING, "no further reports of the system", e);
        }
    }
}
