package dev.zonecast.core.system;

import com.sun.management.OperatingSystemMXBean;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.MachineEvent;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * How busy the machine is (the JDK's own bean) and how much energy it uses (where Linux shows it). Not in the first moments: the classes
 * of the bean take 40 ms of a processor, which the program's own start may need.
 */
public final class MachineReport implements Runnable {
    private final Consumer<Event> taker;
    private final long firstNanos;
    private OperatingSystemMXBean system;
    private PowerMeter power;

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
        }
        double load = system == null ? -1 : system.getCpuLoad();
        long nanos = System.nanoTime();
        // Below 0 where it is not known, and at the first look on some systems.
        if (load >= 0 && load <= 1) {
            taker.accept(MachineEvent.load(nanos, 100 * load));
        }
        power.read(nanos).forEach(reading -> taker.accept(MachineEvent.power(nanos, reading)));
    }
}
