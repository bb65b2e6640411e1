package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.Waiting;
import dev.zonecast.cli.CommandRun;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtHandler;
import dev.zonecast.fxt.FxtReader;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceSummary;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A manager that is killed at any moment takes nobody with it, and nothing that had been published. */
class KilledManagerTest {
    private static final int TIMES = Integer.getInteger("zonecast.manager.crash.times", 3);
    private static final int PROGRAMS = 3;

    /** Zones of each program before the first recording. */
    private static final long[] NONE = new long[PROGRAMS];

    private static final NumberWriter.Report NO_REPORT = new NumberWriter.Report(0, 0);

    /** A program, and the last report of it that a thread of the test has read. */
    private record Writer(Process process, String name, AtomicReference<NumberWriter.Report> last) {}

    /** What an archive says of a program. */
    private static final class Section {
        long last = -1;
        long gaps;
        long dropped;

        @Override
        public String toString() {
            return "to " + last + ", " + gaps + " missing, " + dropped + " dropped";
        }
    }

    @TempDir
    private Path folder;

    private final ChildPrograms children = new ChildPrograms();

    @AfterEach
    void killAll() throws InterruptedException {
        children.killAll();
    }

    @Test
    void shouldLoseNothingThatWasPublishedWhenTheManagerIsKilledAtAnyMoment() throws Exception {
        long seed = Long.getLong("zonecast.crash.seed", System.nanoTime());
        Random random = new Random(seed);
        Path runtime = folder.resolve("r");
        List<Writer> writers = writers(runtime);
        for (int i = 0; i < TIMES; i++) {
            String what = "time " + i + " of seed " + seed;
            Path target = folder.resolve("all-" + i + ".fxt");
            Process manager = managerOfPrograms(runtime);
            long[] before = settled(writers);
            String mode = i % 3 == 2 ? "circular" : "streaming";
            String memory = i % 5 == 4 ? "4194304" : "0";
            List<String> _ = ControlConnection.tell(
                    runtime,
                    "record",
                    "mode=" + (memory.equals("0") ? mode : "streaming"),
                    "size=512K",
                    "memory=" + memory,
                    "output=" + target);
            TimeUnit.NANOSECONDS.sleep(random.nextInt(1_200_000_000));
            // Before it: what is published once nobody records any more is nobody's.
            long[] atKill = reported(writers);
            JavaProgram.kill(manager);
            if (i % 4 == 1) {
                // The next one may be killed at it, too.
                Process second = manager(runtime);
                TimeUnit.NANOSECONDS.sleep(random.nextInt(1_000_000_000));
                JavaProgram.kill(second);
            }
            Process next = manager(runtime);
            Waiting.until(() -> what + ": archive", () -> Files.exists(target));
            Waiting.until(
                    () -> what + ": programs again",
                    () -> told(runtime, "status").size() == 1 + PROGRAMS);
            JavaProgram.kill(next);
            check(target, writers, before, atKill, what);
        }
        for (Writer each : writers) {
            assertTrue(each.process.isAlive(), each.name);
        }
    }

    @Test
    void shouldWriteTheArchiveItselfWhenTheManagerIsAskedToEnd() throws Exception {
        Path runtime = folder.resolve("r");
        Path target = folder.resolve("all.fxt");
        List<Writer> writers = writers(runtime);
        Process manager = managerOfPrograms(runtime);
        List<String> _ = ControlConnection.tell(runtime, "record", "size=4M", "output=" + target);
        awaitZones(writers, NONE);
        long[] atEnd = reported(writers);
        // Not as a kill -9 does.
        assertTrue(manager.toHandle().destroy());
        int _ = manager.waitFor();

        check(target, writers, NONE, atEnd, "asked to end");
    }

    @Test
    void shouldWriteTheArchiveThatStopBeganWhenTheManagerIsAskedToEnd() throws Exception {
        Path runtime = folder.resolve("r");
        Path target = folder.resolve("all.fxt");
        Process manager = manager(runtime);
        Waiting.until(() -> "manager", () -> !told(runtime, "status").isEmpty());
        try (FuchsiaProvider provider = new FuchsiaProvider(runtime.resolve("manager.sock"), "silent")) {
            List<String> _ =
                    ControlConnection.tell(runtime, "record", "size=" + FuchsiaProvider.TOTAL, "output=" + target);
            provider.start();
            // The provider never answers, so the end takes a while.
            FutureTask<CommandRun> stop = new FutureTask<>(() -> CommandRun.of("stop", "--folder", runtime));
            Thread.ofPlatform().daemon().start(stop);
            Waiting.until(
                    () -> "the end", () -> !told(runtime, "status").getFirst().startsWith("recording"));
            assertTrue(manager.toHandle().destroy());
            int _ = manager.waitFor();

            assertEquals(new CommandRun(0, target + System.lineSeparator(), ""), stop.get());
            assertTrue(Files.exists(target));
        }
    }

    @Test
    void shouldMakeTheArchiveByHandWhenNoOtherManagerComes() throws Exception {
        Path runtime = folder.resolve("r");
        Path target = folder.resolve("all.fxt");
        Path elsewhere = folder.resolve("elsewhere.fxt");
        List<Writer> writers = writers(runtime);
        Process manager = managerOfPrograms(runtime);
        record(runtime, target);
        Path session = onlySession(runtime);
        CommandRun early = CommandRun.of("recover", session);
        awaitZones(writers, NONE);
        long[] atKill = reported(writers);
        JavaProgram.kill(manager);

        CommandRun list = CommandRun.of("recover", runtime);
        CommandRun nowhere =
                CommandRun.of("recover", session, "-o", notAFolder().resolve("a.fxt"));
        CommandRun run = CommandRun.of("recover", session, "-o", elsewhere);
        CommandRun after = CommandRun.of("recover", runtime);

        assertEquals(2, early.exit(), early.toString());
        assertTrue(early.err().contains("there is a manager already"), early.err());
        assertTrue(list.out().contains("zonecast recover " + session), list.toString());
        assertEquals(2, nowhere.exit(), nowhere.toString());
        assertEquals(0, run.exit(), run.toString());
        assertTrue(run.err().contains(elsewhere.toString()), run.err());
        assertEquals("There is no trace to recover." + System.lineSeparator(), after.out(), after.toString());
        assertFalse(Files.exists(target));
        check(elsewhere, writers, NONE, atKill, "by hand");
    }

    @Test
    void shouldRecoverTheOthersWhenOneArchiveHasNowhereToGo() throws Exception {
        Path runtime = folder.resolve("r");
        Path gone = Files.createDirectory(folder.resolve("gone"));
        Path target = folder.resolve("all.fxt");
        List<Writer> writers = writers(runtime);
        Process killed = managerOfPrograms(runtime);
        record(runtime, gone.resolve("all.fxt"));
        JavaProgram.kill(killed);
        Path lost = onlySession(runtime);
        // Not seen by a manager, which would write its archive.
        Path aside = Files.move(lost, folder.resolve(lost.getFileName()));
        Process manager = managerOfPrograms(runtime);
        long[] before = settled(writers);
        record(runtime, target);
        awaitZones(writers, before);
        long[] atKill = reported(writers);
        JavaProgram.kill(manager);
        Path _ = Files.move(aside, lost);
        Files.delete(gone);
        Path _ = Files.writeString(gone, "a file");

        CommandRun run = CommandRun.of("recover", "--all", runtime);

        assertEquals(2, run.exit(), run.toString());
        assertTrue(run.err().contains(gone.toString()), run.err());
        assertEquals(lost, onlySession(runtime));
        check(target, writers, before, atKill, "the other");
    }

    /** A manager that all programs have come to. */
    private Process managerOfPrograms(Path runtime) throws Exception {
        Process manager = manager(runtime);
        Waiting.until(() -> "programs", () -> told(runtime, "status").size() == 1 + PROGRAMS);
        return manager;
    }

    private static void record(Path runtime, Path target) throws IOException {
        List<String> _ = ControlConnection.tell(runtime, "record", "size=512K", "output=" + target);
    }

    private static void awaitZones(List<Writer> writers, long[] before) throws Exception {
        Waiting.until(
                () -> "zones",
                () -> IntStream.range(0, PROGRAMS)
                        .allMatch(i -> writers.get(i).last.get().number() > before[i]));
    }

    private static Path onlySession(Path runtime) throws IOException {
        List<Path> sessions = SessionFolder.left(runtime, null);
        assertEquals(1, sessions.size(), sessions.toString());
        return sessions.getFirst();
    }

    private Path notAFolder() throws IOException {
        return Files.writeString(folder.resolve("file"), "");
    }

    private List<Writer> writers(Path runtime) throws IOException {
        List<Writer> writers = new ArrayList<>();
        for (int i = 0; i < PROGRAMS; i++) {
            String name = "writer-" + i;
            Process process = children.startManaged(runtime, name, NumberWriter.class);
            Writer writer = new Writer(process, name, new AtomicReference<>(NO_REPORT));
            Thread.ofPlatform().daemon().start(() -> readReports(writer));
            writers.add(writer);
        }
        return writers;
    }

    private static void readReports(Writer writer) {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(writer.process.getInputStream()))) {
            while (true) {
                writer.last.set(NumberWriter.Report.read(in));
            }
        } catch (IOException e) {
            // It has been killed, at the end of the test.
        }
    }

    private static long[] reported(List<Writer> writers) {
        return writers.stream().mapToLong(each -> each.last.get().number()).toArray();
    }

    /** All that programs have published that nobody records: the threads that read their reports may be behind. */
    private static long[] settled(List<Writer> writers) throws Exception {
        long nowNanos = System.nanoTime();
        Waiting.until(
                () -> "reports",
                () -> writers.stream()
                        .map(each -> each.last.get())
                        .allMatch(report -> report != NO_REPORT && report.beganNanos() - nowNanos > 0));
        return reported(writers);
    }

    private Process manager(Path runtime) throws IOException {
        return children.start("dev.zonecast.cli.Main", List.of(), "manager", "--folder", runtime.toString());
    }

    /** Empty while there is no manager. */
    private static List<String> told(Path runtime, String... words) {
        try {
            return ControlConnection.tell(runtime, words);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static void check(Path archive, List<Writer> writers, long[] before, long[] atKill, String what)
            throws IOException {
        Map<String, Section> sections = sections(archive, writers, what);
        for (int i = 0; i < PROGRAMS; i++) {
            String whose = what + ", program " + i;
            Section section = sections.get(writers.get(i).name);
            long number = atKill[i];
            if (number > before[i]) {
                assertTrue(section != null, whose + " is missing");
                // Each record that had no room may have been of another zone.
                assertTrue(section.last + section.dropped >= number, () -> whose + ": " + section + " of " + number);
                assertTrue(section.gaps <= section.dropped, () -> whose + ": " + section);
            }
        }
    }

    private static Map<String, Section> sections(Path archive, List<Writer> writers, String what) throws IOException {
        Map<String, Section> sections = new HashMap<>();
        try (InputStream in = Files.newInputStream(archive)) {
            FxtReader.End _ = FxtReader.read(in, new FxtHandler() {
                private Section current;

                @Override
                public void provider(int id, String name) {
                    current = sections.computeIfAbsent(name, n -> new Section());
                }

                @Override
                public void blob(String name, int type, ByteBuffer payload) {
                    if (name.equals(ExtensionLayout.SAVED)) {
                        current.dropped = payload.getLong(ExtensionLayout.SAVED_FIGURES);
                        assertEquals(0, payload.getLong(ExtensionLayout.SAVED_FIGURES + 8), what + ": damaged");
                    }
                }
            });
        }
        TraceLog log = TraceLog.of(archive);
        for (TraceLog.LoggedZone zone : log.zones) {
            if (!zone.values().isEmpty()) {
                Section section = sections.get(nameOf(zone.track().process(), writers));
                long number = zone.values().getFirst();
                section.gaps += section.last < 0 ? 0 : Math.abs(number - section.last - 1);
                section.last = number;
            }
        }
        TraceSummary summary = log.summary;
        assertEquals(
                0,
                summary.losses().of(LossKind.UNMATCHED_ENDS) + summary.losses().of(LossKind.UNKNOWN_REFERENCES),
                what + ": " + summary);
        assertFalse(summary.cut(), what + ": " + summary);
        return sections;
    }

    private static String nameOf(long pid, List<Writer> writers) {
        for (Writer each : writers) {
            if (each.process.pid() == pid) {
                return each.name;
            }
        }
        throw new AssertionError("a process that nobody knows: " + pid);
    }
}
