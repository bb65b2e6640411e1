package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.Waiting;
import dev.zonecast.capture.buffer.NumberedZones;
import dev.zonecast.capture.buffer.ZoneWriter;
import dev.zonecast.cli.CommandRun;
import dev.zonecast.core.BufferMode;
import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtHandler;
import dev.zonecast.fxt.FxtReader;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceSummary;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that a manager records lose nothing that they had published when they are killed at any moment, and it with them. */
class KilledManagedProgramTest {
    private static final int TIMES = Integer.getInteger("zonecast.managed.crash.times", 6);
    private static final int THREADS = 2;
    private static final int DAMAGES = Integer.getInteger("zonecast.managed.damages", 5);
    private static final int OTHERS_STEPS = 1000;

    /** What is recorded, and how. */
    private record Plan(
            BufferMode mode,
            int bytes,
            int memoryBytes,
            boolean managerDies,
            boolean comesLate,
            boolean hasOwnBuffer,
            long lifeNanos) {
        static Plan of(int time, Random random) {
            int kind = time % 4;
            return new Plan(
                    kind == 1 ? BufferMode.CIRCULAR : kind == 2 ? BufferMode.ONESHOT : BufferMode.STREAMING,
                    kind == 2 ? 64 << 20 : random.nextBoolean() ? 512 << 10 : 4 << 20,
                    kind == 3 ? 16 << 20 : 0,
                    time % 8 >= 6,
                    random.nextBoolean(),
                    time % 3 == 2,
                    // Some are killed before the first commit.
                    time % 5 == 0 ? random.nextInt(5_000_000) : random.nextInt(300_000_000));
        }

        Recording recording(Path target) {
            return Recording.of("mode = " + mode, "size = " + bytes, "memory = " + memoryBytes, "output = " + target);
        }

        /** The archive has what came last, and perhaps not what came first. */
        boolean keepsTheLast() {
            return mode == BufferMode.CIRCULAR || memoryBytes > 0 || hasOwnBuffer;
        }
    }

    @TempDir
    private Path folder;

    private final ChildPrograms children = new ChildPrograms();
    private final AtomicLongArray reported = new AtomicLongArray(THREADS);

    /** What had been reported when a manager began to record. */
    private final long[] before = new long[THREADS];

    private long damaged;
    private long dropped;

    @AfterEach
    void killAll() throws InterruptedException {
        children.killAll();
    }

    @Test
    void shouldHaveAllThatAProgramHadPublishedWhenItIsKilledAtAnyMoment() throws Exception {
        long seed = Long.getLong("zonecast.crash.seed", System.nanoTime());
        Random random = new Random(seed);
        Path runtime = folder.resolve("r");
        List<Path> own = new ArrayList<>();
        DeadPrograms dead = new DeadPrograms(RuntimeFolder.open(runtime), folder.resolve("traces"), own::add);
        for (int i = 0; i < TIMES; i++) {
            Plan plan = Plan.of(i, random);
            Path target = folder.resolve("all-" + i + ".fxt");
            String what = "time " + i + " of seed " + seed + ": " + plan;
            try {
                run(runtime, plan, target, random, dead);
                check(target, plan.keepsTheLast(), what);
                int _ = dead.recover();
                assertEquals(List.of(), RuntimeFolder.open(runtime).programs(), what);
                assertEquals(plan.hasOwnBuffer ? 1 : 0, own.size(), what);
                for (Path trace : own) {
                    check(trace, true, what + ", its own trace");
                    Files.delete(trace);
                }
                own.clear();
            } catch (Exception | AssertionError e) {
                keep(target);
                throw new AssertionError(what + " reported " + reported, e);
            }
            Files.delete(target);
        }
    }

    @Test
    void shouldLoseNothingOfOthersWhenADeadProgramsFolderSaysNonsense() throws Exception {
        long seed = Long.getLong("zonecast.crash.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < DAMAGES; i++) {
            Path runtime = folder.resolve("r" + i);
            Path target = folder.resolve("damaged-" + i + ".fxt");
            Plan plan = new Plan(BufferMode.STREAMING, 1 << 20, 0, false, true, false, 0);
            String what = "time " + i + " of seed " + seed;
            try (Manager manager = RunningManager.in(runtime)) {
                Process other = children.startManaged(runtime, "other", ManagedProgram.class, "" + OTHERS_STEPS);
                Waiting.until(() -> what, () -> manager.status().size() == 2);
                int kind = i;
                recordAndKill(runtime, plan, random, () -> {
                    manager.record(plan.recording(target));
                    return true;
                });
                assertEquals("done", other.inputReader().readLine(), what);
                ProgramFolder dead = RuntimeFolder.open(runtime).programs().stream()
                        .filter(each -> each.pid() != other.pid())
                        .findFirst()
                        .orElseThrow();
                damage(dead.path(), kind, random);
                assertEquals(target, manager.stop(), what);
                JavaProgram.kill(other);
            }

            TraceLog log = TraceLog.of(target);
            TraceSummary summary = log.summary;
            assertEquals(OTHERS_STEPS, log.count("step"), what);
            assertEquals(
                    0,
                    summary.losses().of(LossKind.UNMATCHED_ENDS)
                            + summary.losses().of(LossKind.UNKNOWN_REFERENCES),
                    what + summary);
            assertFalse(summary.cut(), what + summary);
        }
    }

    @Test
    void shouldKeepRingsThatARecordingNeedsWhenTheProgramsOwnBufferIsRecoveredByHand() throws Exception {
        Path runtime = folder.resolve("r");
        Path target = folder.resolve("all.fxt");
        Path own = folder.resolve("own.fxt");
        Plan plan = new Plan(BufferMode.STREAMING, 1 << 20, 0, false, true, true, 0);
        try (Manager manager = RunningManager.in(runtime)) {
            recordAndKill(runtime, plan, new Random(1), () -> {
                manager.record(plan.recording(target));
                return true;
            });
            Path dead = RuntimeFolder.open(runtime).programs().getFirst().path();

            CommandRun early = CommandRun.of("recover", dead, "-o", own, "--delete");

            assertEquals(0, early.exit(), early.toString());
            assertTrue(early.err().contains(dead + " is kept"), early.err());
            check(own, true, "own trace");
            assertEquals(target, manager.stop());
            check(target, true, "archive");
            assertEquals(
                    0, CommandRun.of("recover", dead, "-o", own, "--delete").exit());
            assertEquals(List.of(), RuntimeFolder.open(runtime).programs());
        }
    }

    private static void damage(Path program, int kind, Random random) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(program)) {
            files = all.filter(each -> each.toString().endsWith(".zc")).sorted().toList();
        }
        Path file = files.get(random.nextInt(files.size()));
        switch (kind % 5) {
            case 0 -> {
                Files.delete(file);
                Files.createSymbolicLink(file, Path.of("/dev/zero"));
            }
            case 1 -> {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(random.nextLong(channel.size()));
                }
            }
            case 2 -> {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    // A hole.
                    channel.write(ByteBuffer.wrap(new byte[1]), 1L << 40);
                }
            }
            default -> {
                for (Path each : files) {
                    overwrite(each, random);
                }
            }
        }
    }

    /** Some words, most of them where something is. */
    private static void overwrite(Path file, Random random) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            int words = file.endsWith("managed.zc") ? random.nextInt(2) : 50;
            for (int i = 0; i < words; i++) {
                long end = Math.min(channel.size(), random.nextBoolean() ? 4096 : 64 << 10);
                long word = random.nextBoolean() ? random.nextLong() : random.nextInt(1 << 20);
                channel.write(ByteBuffer.allocate(8).putLong(0, word), random.nextLong(end / 8) * 8);
            }
        }
    }

    /** For a look at what went wrong. */
    private static void keep(Path archive) throws IOException {
        String keep = System.getProperty("zonecast.crash.keep");
        if (keep != null && Files.exists(archive)) {
            Files.copy(archive, Path.of(keep).resolve(archive.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void run(Path runtime, Plan plan, Path target, Random random, DeadPrograms dead) throws Exception {
        if (plan.managerDies) {
            Process manager = children.start("dev.zonecast.cli.Main", List.of(), "manager", "--folder", "" + runtime);
            Waiting.until(() -> "manager", () -> told(runtime, "status"));
            recordAndKill(runtime, plan, random, () -> {
                List<String> _ = ControlConnection.tell(
                        runtime,
                        "record",
                        "mode=" + plan.mode,
                        "size=" + plan.bytes,
                        "memory=" + plan.memoryBytes,
                        "output=" + target);
                return true;
            });
            // It may have seen that the program is gone, or not.
            TimeUnit.NANOSECONDS.sleep(random.nextInt(3_000_000));
            JavaProgram.kill(manager);
            for (Path session : LeftSession.all(runtime)) {
                assertEquals(target, LeftSession.recoverAlone(session, null));
            }
        } else {
            try (Manager manager = RunningManager.in(runtime)) {
                recordAndKill(runtime, plan, random, () -> {
                    manager.record(plan.recording(target));
                    return true;
                });
                if (random.nextBoolean()) {
                    // As a manager looks for dead programs; a recording that wants the same rings is not at its end.
                    int _ = dead.recover();
                }
                assertEquals(target, manager.stop());
            }
        }
    }

    private interface Step {
        boolean isDone() throws Exception;
    }

    /** False while there is no manager. */
    private static boolean told(Path runtime, String... words) {
        try {
            List<String> _ = ControlConnection.tell(runtime, words);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void recordAndKill(Path runtime, Plan plan, Random random, Step record) throws Exception {
        for (int i = 0; i < THREADS; i++) {
            reported.set(i, 0);
            before[i] = 0;
        }
        if (plan.comesLate) {
            assertTrue(record.isDone());
        }
        Process program = children.startManaged(
                runtime,
                "writer",
                plan.hasOwnBuffer ? List.of("-Dzonecast.buffer=circular", "-Dzonecast.buffer.bytes=4M") : List.of(),
                ZoneWriter.class,
                "" + THREADS,
                random.nextBoolean() ? "20" : "500",
                random.nextInt(5) == 0 ? "0" : "100000");
        Thread reader = Thread.ofPlatform().daemon().start(() -> NumberedZones.readReports(program, reported));
        if (!plan.comesLate) {
            Waiting.until(
                    () -> "program",
                    () -> ControlConnection.tell(runtime, "status").size() == 2);
            assertTrue(record.isDone());
        }
        if (plan.hasOwnBuffer) {
            // It records for itself from its start on; what it publishes before a manager asks for it is not in the
            // archive.
            Waiting.until(() -> "recording", () -> isRecorded(runtime) || !program.isAlive());
            for (int i = 0; i < THREADS; i++) {
                before[i] = reported.get(i);
            }
        }
        Waiting.until(() -> "report", () -> reported.get(0) > before[0] || !program.isAlive());
        TimeUnit.NANOSECONDS.sleep(plan.lifeNanos);
        JavaProgram.kill(program);
        reader.join();
    }

    private static boolean isRecorded(Path runtime) throws IOException {
        return RuntimeFolder.open(runtime).programs().stream().anyMatch(ProgramFolder::isOfRecording);
    }

    private void check(Path archive, boolean keepsTheLastOnly, String what) throws IOException {
        readFigures(archive);
        assertEquals(0, damaged, what);
        assertEquals(0, TraceLog.of(archive).summary.losses().of(LossKind.FULL_BUFFERS), what);
        List<Long> numbers = IntStream.range(0, THREADS).mapToObj(reported::get).toList();
        List<Long> numbersBefore = Arrays.stream(before).boxed().toList();
        NumberedZones.read(archive).assertHas(numbersBefore, numbers, dropped, keepsTheLastOnly, what);
    }

    private void readFigures(Path archive) throws IOException {
        damaged = 0;
        dropped = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(archive))) {
            FxtReader.End _ = FxtReader.read(in, new FxtHandler() {
                @Override
                public void blob(String name, int type, ByteBuffer payload) {
                    if (name.equals(ExtensionLayout.SAVED)) {
                        dropped += payload.getLong(ExtensionLayout.SAVED_FIGURES);
                        damaged += payload.getLong(ExtensionLayout.SAVED_FIGURES + 8);
                    }
                }
            });
        }
    }
}
