package dev.zonecast.core.system;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Makes reports while a viewer or recording listens, on a thread of its own: the first look at a bean loads classes for tens of
 * milliseconds, and each one reads files. Ten times a second; where that costs more than {@code 1/}{@value #SHARE} of a processor, as in
 * some containers, less often.
 */
public final class SystemReports {
    private static final long SHORTEST_NANOS = 100_000_000;
    static final long LONGEST_NANOS = 1_000_000_000;
    private static final int SHARE = 500;

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

    /** True if there is nothing to report. */
    public boolean isEmpty() {
        return reports.isEmpty();
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
            List<Runnable> made = new ArrayList<>();
            reports.forEach(each -> attempt(() -> made.add(each.get())));
            while (!stopped) {
                if (wanted.getAsBoolean()) {
                    long start = System.nanoTime();
                    made.removeIf(report -> !attempt(report));
                    long took = System.nanoTime() - start;
                    LockSupport.parkNanos(Math.clamp(SHARE * took, SHORTEST_NANOS, LONGEST_NANOS));
                } else {
                    LockSupport.park();
                }
            }
        } catch (RuntimeException | Error e) {
            System.getLogger("dev.zonecast").log(Level.WARNING, "no further reports of the system", e);
        }
    }

    /** False if it failed: it is not asked again, and the others are. */
    private static boolean attempt(Runnable report) {
        try {
            report.run();
            return true;
        } catch (RuntimeException | Error e) {
            System.getLogger("dev.zonecast").log(Level.WARNING, "a report of the system ends", e);
            return false;
        }
    }
}
