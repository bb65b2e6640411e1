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
    /** Loads and energy are averages since the look before. Nobody listened during a longer time. */
    private static final long LONGEST_NANOS = 2_000_000_000;

    private final Consumer<Event> taker;
    private final Path powercap;
    private final long firstNanos;
    private long lastNanos;
    private OperatingSystemMXBean system;
    private PowerMeter power;

    /**
     * A report that reads nothing yet.
     *
     * @param taker returns at once
     * @param rest how long nothing is reported from now on
     */
    public MachineReport(Consumer<Event> taker, Duration rest) {
        this(taker, System.nanoTime() + rest.toNanos(), Path.of("/sys/class/powercap"));
    }

    /** @param powercap as {@link PowerMeter} has it */
    MachineReport(Consumer<Event> taker, long firstNanos, Path powercap) {
        this.taker = taker;
        this.firstNanos = firstNanos;
        this.powercap = powercap;
    }

    @Override
    public void run() {
        look(System.nanoTime());
    }

    /** The first look after the rest reports nothing. */
    void look(long nanos) {
        if (power == null) {
            if (nanos - firstNanos >= 0) {
                system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
                power = new PowerMeter(powercap);
                lastNanos = nanos;
            }
            return;
        }
        double load = system == null ? -1 : system.getCpuLoad();
        List<PowerReading> readings = power.read(nanos);
        boolean isOfAPause = nanos - lastNanos > LONGEST_NANOS;
        lastNanos = nanos;
        if (isOfAPause) {
            return;
        }
        // Below 0 where it is not known, and at the first look on some systems.
        if (load >= 0 && load <= 1) {
            taker.accept(MachineEvent.load(nanos, 100 * load));
        }
        readings.forEach(reading -> taker.accept(MachineEvent.power(nanos, reading)));
    }
}
