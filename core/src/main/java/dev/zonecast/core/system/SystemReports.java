package dev.zonecast.core.system;

import com.sun.management.OperatingSystemMXBean;
import dev.zonecast.core.event.PowerReading;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Looks ten times a second, while a viewer or recording listens, how busy the machine is (the JDK's own bean) and how much energy it uses
 * (where Linux shows it). On a thread of its own: the first look at the bean loads classes for tens of milliseconds, and each one reads
 * files.
 */
public final class SystemReports {
    /** Takes what was found; called by the thread of the reports, has to return at once. */
    public interface Taker {
        /**
         * How busy the machine was since the last report.
         *
         * @param percent 100 = all processors
         */
        void cpuLoad(long nanos, double percent);

        void power(long nanos, PowerReading reading);
    }

    private static final long INTERVAL_NANOS = 100_000_000;

    private final Taker taker;
    private final BooleanSupplier wanted;
    private volatile boolean stopped;
    private Thread thread;

    /** @param wanted whether a viewer or recording listens */
    public SystemReports(Taker taker, BooleanSupplier wanted) {
        this.taker = taker;
        this.wanted = wanted;
    }

    /** To be called when a viewer or recording begins to listen. Any thread. */
    public void wake() {
        try {
            startOrWake();
        } catch (OutOfMemoryError e) {
            System.getLogger("dev.zonecast").log(Level.WARNING, "no reports of the system: {0}", e.getMessage());
        }
    }

    private synchronized void startOrWake() {
        if (stopped) {
            return;
        }
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("zonecast-system").start(this::run);
        } else {
            LockSupport.unpark(thread);
        }
    }

    /** For good. Any thread. */
    public synchronized void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            PowerMeter power = new PowerMeter(Path.of("/sys/class/powercap"));
            while (!stopped) {
                if (wanted.getAsBoolean()) {
                    report(system, power);
                    LockSupport.parkNanos(INTERVAL_NANOS);
                } else {
                    LockSupport.park();
                }
            }
        } catch (RuntimeException | Error e) {
            System.getLogger("dev.zonecast").log(Level.WARNING, "no further reports of the system", e);
        }
    }

    private void report(OperatingSystemMXBean system, PowerMeter power) {
        if (system != null) {
            double load = system.getCpuLoad();
            // Below 0 where it is not known, and at the first look on some systems.
            if (load >= 0 && load <= 1) {
                taker.cpuLoad(System.nanoTime(), 100 * load);
            }
        }
        long nanos = System.nanoTime();
        for (PowerReading reading : power.read(nanos)) {
            taker.power(nanos, reading);
        }
    }
}
