package dev.zonecast.core.system;

import com.sun.management.OperatingSystemMXBean;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.MachineEvent;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.Consumer;

/** How busy the machine is (the JDK's own bean) and how much energy it uses (where Linux shows it). */
public final class MachineReport implements Runnable {
    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final PowerMeter power = new PowerMeter(Path.of("/sys/class/powercap"));
    private final Consumer<Event> taker;

    /** @param taker returns at once */
    public MachineReport(Consumer<Event> taker) {
        this.taker = taker;
    }

    @Override
    public void run() {
        double load = system == null ? -1 : system.getCpuLoad();
        long nanos = System.nanoTime();
        // Below 0 where it is not known, and at the first look on some systems.
        if (load >= 0 && load <= 1) {
            taker.accept(MachineEvent.load(nanos, 100 * load));
        }
        power.read(nanos).forEach(reading -> taker.accept(MachineEvent.power(nanos, reading)));
    }
}
