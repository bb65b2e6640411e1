package dev.zonecast.bench;

import com.sun.management.ThreadMXBean;
import dev.zonecast.core.Frame;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Does memory stay flat while the profiler is enabled and nobody listens?
 *
 * <p>{@code ./zonecast bench soak [MINUTES]} (10): one thread begins and ends zones at full rate, with a message, a plot and a frame
 * mark now and then. Printed each minute: events so far, memory of the process (Linux), bytes that all threads of the JVM have
 * allocated. The exit status is 1 if either has grown since the first minute by more than the JVM's own house-keeping accounts for.
 */
final class IdleSoak {
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final int BURST = 1_000_000;
    private static final long LIMIT_RESIDENT_KIB = 4 << 10;

    /** The harness's own look at the figures and the compiler's last recompilations: less than one object in a million zones. */
    private static final double LIMIT_BYTES_PER_ZONE = 1e-5;

    private static final SourceLocation LOCATION = SourceLocation.here("zone");
    private static final Plot PLOT = Plot.of("plot");

    private IdleSoak() {}

    /**
     * Runs for so many minutes.
     *
     * @return exit status
     */
    static int run(int minutes) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long events = 0;
        long firstEvents = 0;
        long firstKib = 0;
        long firstAllocated = 0;
        boolean flat = true;
        long start = System.nanoTime();
        for (int minute = 1; minute <= minutes; minute++) {
            while (System.nanoTime() - start < minute * MINUTE_NANOS) {
                burst();
                events += BURST;
            }
            if (Zonecast.isActive()) {
                throw new IllegalStateException("a viewer or recording listens");
            }
            long kib = residentKib();
            long allocated = threads.getTotalThreadAllocatedBytes();
            System.out.printf(
                    "minute %d: %d million zones, %d KiB resident, %d KiB allocated%n",
                    minute, events / 1_000_000, kib, allocated >> 10);
            if (minute == 1) {
                firstEvents = events;
                firstKib = kib;
                firstAllocated = allocated;
            } else {
                double bytesPerZone = (double) (allocated - firstAllocated) / (events - firstEvents);
                flat = kib - firstKib <= LIMIT_RESIDENT_KIB && bytesPerZone <= LIMIT_BYTES_PER_ZONE;
            }
        }
        System.out.println(flat ? "memory is flat" : "MEMORY GROWS");
        return flat ? 0 : 1;
    }

    private static void burst() {
        for (int i = 0; i < BURST; i++) {
            long zone = Zone.begin(LOCATION);
            Zone.end(zone);
        }
        Message.log("burst");
        PLOT.set(BURST);
        Frame.mark();
    }

    /** Resident memory of this process, 0 where the system has no {@code /proc}. */
    private static long residentKib() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElse(0);
    }
}
