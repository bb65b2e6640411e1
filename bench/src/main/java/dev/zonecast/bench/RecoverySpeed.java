package dev.zonecast.bench;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.flight.recovery.ProgramRecovery;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * How fast is a dead program's buffer made a trace of?
 *
 * <p>{@code ./zonecast bench recovery [MEBIBYTES]} (1024): a child fills a circular buffer of that size, in memory, and is killed; what
 * it left is recovered three times, to a file in memory, so that the disk does not count. The exit status is 1 below 200 MB/s.
 */
final class RecoverySpeed {
    private static final double GOAL = 200e6;
    private static final int ROUNDS = 3;
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");

    private RecoverySpeed() {}

    /** Returns the exit status. */
    static int run(int mebibytes) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(Path.of("/dev/shm"), "zonecast-recovery");
        try {
            Process child = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-Dzonecast.listen=false",
                            "-Dzonecast.buffer=circular",
                            "-Dzonecast.buffer.bytes=" + mebibytes + "M",
                            "-Dzonecast.buffer.folder=" + folder.resolve("run"),
                            "-Dzonecast.ring.wait=1000000",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Filler.class.getName(),
                            "" + mebibytes)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            int said = child.getInputStream().read();
            child.toHandle().destroyForcibly();
            child.waitFor();
            if (said != '!') {
                throw new IllegalStateException("the program did not fill its buffer");
            }
            return recover(folder);
        } finally {
            delete(folder);
        }
    }

    private static int recover(Path folder) throws IOException {
        ProgramFolder left =
                RuntimeFolder.open(folder.resolve("run")).programs().getFirst();
        Path target = folder.resolve("recovered.fxt");
        double best = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            long startCpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            ProgramRecovery.Result result = ProgramRecovery.recover(left.path(), target);
            double seconds = (System.nanoTime() - start) / 1e9;
            double cpuSeconds = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - startCpu) / 1e9;
            best = Math.max(best, result.bytes() / seconds);
            System.out.printf(
                    Locale.ROOT,
                    "%d MiB in %.2f s: %.0f MB/s (%.0f MB a second of the processor's); %d records from the rings, %d"
                            + " places damaged, %d lost%n",
                    result.bytes() >> 20,
                    seconds,
                    result.bytes() / seconds / 1e6,
                    result.bytes() / cpuSeconds / 1e6,
                    result.fromRings(),
                    result.damaged(),
                    result.dropped());
            Files.delete(target);
        }
        return best >= GOAL ? 0 : 1;
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (var paths = Files.walk(folder)) {
            all = paths.sorted(java.util.Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }

    /** The program that is killed. */
    public static final class Filler {
        private static final int BYTES_A_TURN = 100;

        private Filler() {}

        /** Fills the buffer one and a half times over, and prints a line. */
        public static void main(String[] arguments) throws InterruptedException {
            long turns = (Long.parseLong(arguments[0]) << 20) * 3 / 2 / BYTES_A_TURN;
            for (long i = 0; i < turns; i++) {
                long outer = Zone.begin(OUTER);
                long inner = Zone.begin(INNER);
                if (i % 16 == 0) {
                    Zone.value(inner, i);
                }
                Zone.end(inner);
                Zone.end(outer);
            }
            boolean _ = Zonecast.flush(java.time.Duration.ofSeconds(60));
            System.out.print('!');
            System.out.flush();
            Thread.sleep(600_000);
        }
    }
}
