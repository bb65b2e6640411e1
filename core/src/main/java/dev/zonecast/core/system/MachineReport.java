package dev.zonecast.core.system;

import com.sun.management.OperatingSystemMXBean;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.MachineEvent;
import dev.zonecast.core.event.PowerReading;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * How busy the machine is (the JDK's own bean) and how much energy it uses (where Linux shows it). Not in the first moments: the classes
 * of the bean take 40 ms of a processor, which the program's own start may need.
 */
public final class MachineReport implements Runnable {
    /** Nobody has listened for so long: figures since the last look are those of the pause. */
    private static final long PAUSE_NANOS = 3 * SystemReports.LONGEST_NANOS;

    private final Consumer<Event> taker;
    private final long firstNanos;
    private OperatingSystemMXBean system;
    private PowerMeter power;

    /** When the figures were last read. */
    private long lastNanos;

    /**
     * A report that reads nothing yet.
     *
     * @param taker returns at once
     * @param rest how long nothing is reported from now on
     */
    public MachineReport(Consumer<Event> taker, Duration rest) {
        this.taker = taker;
        this.firstNanos = System.nanoTime() + rest.toNanos();
    }

    @Override
    public void run() {
        if (power == null) {
            if (System.nanoTime() - firstNanos < 0) {
                return;
            }
            system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            power = new PowerMeter(Path.of("/sys/class/powercap"));
            lastNanos = System.nanoTime();
        }
        double load = system == null ? -1 : system.getCpuLoad();
        long nanos = System.nanoTime();
        report(nanos, load, power.read(nanos));
    }

    /** Reports figures of the time since the last ones. After a pause they only begin the next period. */
    void report(long nanos, double load, List<PowerReading> readings) {
        boolean isOfPause = nanos - lastNanos > PAUSE_NANOS;
        lastNanos = nanos;
        if (isOfPause) {
            return;
        }
        // Below 0 where it is not known, and at the first look on some systems.
        if (load >= 0 && load <= 1) {
            taker.accept(MachineEvent.load(nanos, 100 * load));
        }
        readings.forEach(reading -> taker.accept(MachineEvent.power(nanos, reading)));
    }
}
