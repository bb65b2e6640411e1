package dev.zonecast.capture.buffer;

import dev.zonecast.capture.trace.TraceSummary;
import dev.zonecast.core.buffer.ProgramFolder;
import dev.zonecast.core.buffer.RuntimeFolder;
import dev.zonecast.core.collect.ProgramRecovery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/** Runs a {@link ZoneWriter}, kills it, and compares what is recovered with what it reported. */
final class KilledProgram {
    private static final int THREADS = 2;
    private static final long FOR_EVER = -1;

    /**
     * What became of it.
     *
     * @param reported zones that the threads had said to have published
     * @param recovered numbers of the first and the last zone of each thread in the trace
     * @param missing zones of all threads that lie between and are not there
     */
    record Outcome(
            List<Long> reported,
            Map<String, NumberedZones.Range> recovered,
            long missing,
            TraceSummary summary,
            ProgramRecovery.Result result) {}

    private KilledProgram() {}

    static List<String> command(List<String> flags, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-Dzonecast.listen=false");
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath());
        command.add(ZoneWriter.class.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    /** The tests run on the module path; a child needs no modules. */
    private static String classPath() {
        String modules = System.getProperty("jdk.module.path");
        String tests = Path.of("target", "test-classes").toAbsolutePath().toString();
        return tests
                + java.io.File.pathSeparator
                + (modules == null || modules.isEmpty() ? System.getProperty("java.class.path") : modules);
    }

    /** Runs, kills after so long since its first report, and recovers. */
    static Outcome run(
            Path folder, Path target, List<String> flags, long lifeNanos, String zonesAReport, String restNanos)
            throws IOException, InterruptedException {
        return run(folder, target, flags, lifeNanos, List.of("" + THREADS, zonesAReport, restNanos));
    }

    /** Runs until it ends by itself, in that way, and recovers. */
    static Outcome runToItsEnd(Path folder, Path target, List<String> flags, String how, long lifeMillis)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(flags);
        all.add("-XX:-CreateCoredumpOnCrash");
        // It would stand among the reports.
        all.add("-XX:+SuppressFatalErrorMessage");
        return run(folder, target, all, FOR_EVER, List.of("" + THREADS, "20", "100000", how, "" + lifeMillis));
    }

    private static Outcome run(Path folder, Path target, List<String> flags, long lifeNanos, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(flags);
        all.add("-Dzonecast.buffer.folder=" + folder);
        Process child = new ProcessBuilder(command(all, arguments.toArray(String[]::new)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        AtomicLongArray reported = new AtomicLongArray(THREADS);
        Thread reader = Thread.ofPlatform().start(() -> NumberedZones.readReports(child, reported));
        while (reported.get(0) == 0 && child.isAlive()) {
            Thread.sleep(0, 200_000);
        }
        if (lifeNanos != FOR_EVER) {
            TimeUnit.NANOSECONDS.sleep(lifeNanos);
            // On Unix a SIGKILL.
            child.toHandle().destroyForcibly();
        }
        int exit = child.waitFor();
        if (exit == 0) {
            throw new AssertionError("the program ended well");
        }
        reader.join();
        List<ProgramFolder> left = RuntimeFolder.open(folder).programs();
        if (left.size() != 1 || left.getFirst().isAlive()) {
            throw new AssertionError("not one dead program: " + left);
        }
        ProgramRecovery.Result result = ProgramRecovery.recover(left.getFirst().path(), target);
        String keep = System.getProperty("zonecast.crash.keep");
        if (keep != null) {
            // For a look at what went wrong.
            Files.move(left.getFirst().path(), Path.of(keep).resolve(target.getFileName() + ".left"));
        } else {
            left.getFirst().delete();
        }
        return outcome(reported, target, result);
    }

    private static Outcome outcome(AtomicLongArray reported, Path target, ProgramRecovery.Result result)
            throws IOException {
        NumberedZones zones = NumberedZones.read(target);
        List<Long> sums = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            sums.add(reported.get(i));
        }
        return new Outcome(sums, zones.ranges(), zones.missing(), zones.summary(), result);
    }
}
