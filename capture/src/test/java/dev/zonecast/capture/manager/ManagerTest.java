package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.Waiting;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceSummary;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ManagerTest {
    /** 3.5 MB of records. */
    private static final int STEPS = 50_000;

    /**
     * Of a buffer whose halves take 3 MB each. A program that fills no more than both is never without room, however late the manager
     * saves the first.
     */
    private static final String SIZE = "size = 6400K";

    @TempDir
    private Path folder;

    private Path runtime;
    private Manager manager;
    private final ChildPrograms programs = new ChildPrograms();

    @BeforeEach
    void startManager() throws IOException {
        // A socket's path has room for about a hundred bytes.
        runtime = folder.resolve("r");
        manager = RunningManager.in(runtime);
    }

    @AfterEach
    void stopAll() throws Exception {
        programs.killAll();
        manager.close();
    }

    private Process program(String name, int steps) throws IOException {
        return programs.startManaged(runtime, name, ManagedProgram.class, "" + steps);
    }

    private static void awaitDone(Process program) throws IOException {
        BufferedReader out = program.inputReader();
        assertEquals("done", out.readLine());
    }

    private void awaitProviders(int count) throws Exception {
        Waiting.until(
                () -> "programs: " + manager.status(), () -> manager.status().size() > count);
    }

    private static Map<Long, Integer> steps(Path archive) throws IOException {
        Map<Long, Integer> counts = new TreeMap<>();
        Map<Long, Long> last = new TreeMap<>();
        TraceLog log = TraceLog.of(archive);
        for (TraceLog.LoggedZone zone : log.zones) {
            if (zone.name().equals("step") && !zone.cutOff()) {
                long process = zone.track().process();
                assertTrue(zone.begin() >= last.getOrDefault(process, 0L));
                last.put(process, zone.end());
                counts.merge(process, 1, Integer::sum);
            }
        }
        TraceSummary summary = log.summary;
        assertEquals(
                0,
                summary.losses().of(LossKind.UNMATCHED_ENDS) + summary.losses().of(LossKind.UNKNOWN_REFERENCES),
                summary.toString());
        return counts;
    }

    @Test
    void shouldHaveEveryZoneOfProgramsThatCameLateOrWereKilledOrLeft() throws Exception {
        Process killed = program("killed", STEPS);
        Process leaves = program("leaves", STEPS + STEPS / 2);
        awaitProviders(2);
        Path target = folder.resolve("all.fxt");
        manager.record(Recording.of(SIZE, "output = " + target));
        Process late = program("late", STEPS);
        awaitDone(killed);
        awaitDone(leaves);
        awaitDone(late);
        JavaProgram.kill(killed);
        leaves.getOutputStream().close();
        assertEquals(0, leaves.waitFor());
        manager.stop();

        assertEquals(Map.of(killed.pid(), STEPS, leaves.pid(), STEPS + STEPS / 2, late.pid(), STEPS), steps(target));
    }

    @Test
    void shouldHaveEveryZoneAfterTheAnswerThatItRecords() throws Exception {
        Process program = program("turns", 0);
        awaitProviders(1);
        List<Integer> turns = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            Path target = folder.resolve("round-" + round + ".fxt");
            List<String> answer = ControlConnection.tell(runtime, "record", "size=4M", "output=" + target);
            assertEquals(List.of("recording 1 program"), answer);
            if (round == 0) {
                awaitDone(program);
            }
            program.outputWriter().write('\n');
            program.outputWriter().flush();
            assertEquals("turn", program.inputReader().readLine());
            manager.stop();
            turns.add(TraceLog.of(target).count("turn"));
        }

        assertEquals(List.of(1, 1, 1, 1, 1), turns);
    }

    /** The ends of the open zones are the recording's last records: for some of these numbers a half is full then. */
    @Test
    void shouldHaveTheEventsThatAProgramPublishesLate() throws Exception {
        Process program = programs.startManaged(runtime, "late", LateProgram.class);
        awaitProviders(1);
        Path target = folder.resolve("late.fxt");
        manager.record(Recording.of(SIZE, "output = " + target));
        awaitDone(program);
        manager.stop();

        assertEquals(1, TraceLog.of(target).count("of the past"));
    }

    @Test
    void shouldRecordAgainWhenAHalfWasFullAtTheEnd() throws Exception {
        Process program = programs.startManaged(runtime, "nested", OpenZonesProgram.class);
        awaitProviders(1);
        for (int count = 100; count < 1_500; count += 100) {
            Path target = folder.resolve(count + ".fxt");
            List<String> answer = ControlConnection.tell(runtime, "record", "size=64K", "output=" + target);
            assertEquals(List.of("recording 1 program"), answer);
            say(program, "" + count);
            manager.stop();
            say(program, "");

            assertEquals(
                    List.of(EndReason.ENDED),
                    TraceLog.of(target).summary.ends().stream()
                            .map(end -> end.saved().reason())
                            .toList(),
                    count + " zones");
        }
    }

    private static void say(Process program, String line) throws IOException {
        program.outputWriter().write(line + "\n");
        program.outputWriter().flush();
        awaitDone(program);
    }

    @Test
    void shouldHaveWhatProgramsDidInTurnInThatOrder() throws Exception {
        List<Process> inTurn = List.of(program("a", 0), program("b", 0), program("c", 0));
        awaitProviders(inTurn.size());
        Path target = folder.resolve("all.fxt");
        manager.record(Recording.of("size = 4M", "output = " + target));
        for (Process each : inTurn) {
            awaitDone(each);
        }
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Process next = inTurn.get(i % inTurn.size());
            next.getOutputStream().write('.');
            next.getOutputStream().flush();
            assertEquals("turn", next.inputReader().readLine());
            expected.add(next.pid());
        }
        manager.stop();

        Map<Long, Long> processes = new TreeMap<>();
        for (TraceLog.LoggedZone zone : TraceLog.of(target).zones) {
            if (zone.name().equals("turn")) {
                processes.put(zone.begin(), zone.track().process());
            }
        }
        assertEquals(expected, List.copyOf(processes.values()));
    }

    @Test
    void shouldGiveEachProgramItsSizeAndCategories() throws Exception {
        Process game = program("game", 1000);
        Process server = program("server-1", 1000);
        awaitProviders(2);
        Path archive = folder.resolve("all.fxt");
        manager.record(Recording.of(
                "mode = oneshot",
                "size = 4M",
                "size server* = 32K",
                "categories = *solver",
                "categories server-* = Oth*",
                "later = true",
                "output = " + archive));
        awaitDone(game);
        awaitDone(server);

        // A buffer of 32 KiB has no room for a thousand zones.
        assertEquals(Map.of("game", "0", "server-1", "some"), dropped());
        manager.stop();
        assertEquals(Map.of("physics", 100), names(archive, game.pid()));
        assertEquals(Set.of("step"), names(archive, server.pid()).keySet());
    }

    private Map<String, String> dropped() {
        Map<String, String> dropped = new TreeMap<>();
        for (String line : manager.status().subList(1, 3)) {
            String[] fields = line.split("\t", -1);
            dropped.put(fields[2], fields[6].equals("0") ? "0" : "some");
        }
        return dropped;
    }

    @Test
    void shouldHaveAllUpToASnapshotOfAStream() throws Exception {
        Process program = program("stream", STEPS);
        awaitProviders(1);
        Path archive = folder.resolve("all.fxt");
        manager.record(Recording.of(SIZE, "output = " + archive));
        awaitDone(program);
        Path first = manager.snapshot(folder.resolve("first.fxt"));
        program.outputWriter().write('.');
        program.outputWriter().flush();
        assertEquals("turn", program.inputReader().readLine());
        manager.stop();

        // Most of it lay in the half that is saved, the rest in the other.
        assertTrue(Files.size(first) > 3_200_000, "" + Files.size(first));
        assertEquals(Map.of(program.pid(), STEPS), steps(first));
        assertEquals(Map.of(program.pid(), STEPS), steps(archive));
        assertEquals(0, names(first, program.pid()).getOrDefault("turn", 0));
        assertEquals(1, names(archive, program.pid()).get("turn"));
    }

    /** Throws at lines with a text, until it is closed. */
    private static final class BrokenLog extends Handler implements AutoCloseable {
        private final Logger log = Logger.getLogger("dev.zonecast");
        private final String text;

        BrokenLog(String text) {
            this.text = text;
            log.addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            if (line.getMessage().contains(text)) {
                throw new AssertionError("broken log");
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            log.removeHandler(this);
        }
    }

    @Test
    void shouldArchiveAProgramThatDoesNotStopWhenTheLogThrowsAtTheLineAboutIt() throws Exception {
        Path archive = folder.resolve("all.fxt");
        manager.record(Recording.of("size = " + FuchsiaProvider.TOTAL, "output = " + archive));
        try (FuchsiaProvider hangs = new FuchsiaProvider(runtime.resolve("manager.sock"), "hangs");
                BrokenLog _ = new BrokenLog("does not confirm the end")) {
            hangs.start();
            assertEquals(List.of("recording 1 program"), manager.awaitRecording());
            assertTrue(hangs.zone(System.nanoTime()));
            manager.programLimit(Duration.ZERO);

            assertEquals(List.of(), manager.end("test").warnings());
        }

        assertEquals(1, TraceLog.of(archive).count("zone"));
    }

    @Test
    void shouldArchiveTheOtherProgramsAndNameTheOneThatFailsByAnError() throws Exception {
        Process fails = program("fails", 10);
        Process other = program("other", 10);
        awaitProviders(2);
        Path archive = folder.resolve("all.fxt");
        manager.record(Recording.of(SIZE, "output = " + archive));
        awaitDone(fails);
        awaitDone(other);
        JavaProgram.kill(fails);
        try (Stream<Path> files = Files.walk(runtime)) {
            Path state = files.filter(file -> file.endsWith("managed.zc")
                            && file.getParent().getFileName().toString().startsWith(fails.pid() + "-"))
                    .findAny()
                    .orElseThrow();
            Files.write(state, new byte[0]);
        }
        try (BrokenLog _ = new BrokenLog("rings in ")) {
            List<String> warnings = manager.end("test").warnings();

            assertEquals(Map.of(other.pid(), 10), steps(archive));
            assertEquals(1, warnings.size(), warnings::toString);
            assertTrue(
                    warnings.getFirst().startsWith("fails is not in the archive: broken log. "), warnings.getFirst());
        }
    }

    @Test
    void shouldWarnWhenTheFilesOfTheRecordingCannotBeDeleted() throws Exception {
        Path archive = folder.resolve("all.fxt");
        manager.record(Recording.of(SIZE, "output = " + archive));
        Path session;
        try (Stream<Path> files = Files.list(runtime)) {
            session = files.filter(file -> file.getFileName().toString().startsWith("session-"))
                    .findAny()
                    .orElseThrow();
        }
        Path recording = session.resolve("recording");
        Files.delete(recording);
        Files.createDirectories(recording.resolve("not empty"));

        Manager.Ended ended = manager.end("test");

        assertEquals(List.of("archived files stay in " + session + ": " + recording), ended.warnings());
        assertEquals(ended, manager.lastEnd());
        assertTrue(Files.exists(archive));
    }

    /** How often zones and markers of each name are there. */
    private static Map<String, Integer> names(Path archive, long process) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        TraceLog log = TraceLog.of(archive);
        log.zones.stream()
                .filter(zone -> zone.track().process() == process)
                .forEach(zone -> counts.merge(zone.name(), 1, Integer::sum));
        log.markers.forEach(marker -> counts.merge(marker.kind().name(), 1, Integer::sum));
        return counts;
    }

    @Test
    void shouldBeginARecordingWhileItLooksForWhatOthersLeft() throws Exception {
        AtomicBoolean isDone = new AtomicBoolean();
        FutureTask<Integer> looks = new FutureTask<>(() -> {
            int archives = 0;
            while (!isDone.get()) {
                archives += manager.recoverSessions().size();
            }
            return archives;
        });
        Thread looker = Thread.ofPlatform().daemon().start(looks);
        Path target = folder.resolve("all.fxt");
        try {
            for (int i = 0; i < 100; i++) {
                manager.record(Recording.of("size = 1M", "output = " + target));
                assertEquals(target, manager.stop());
            }
        } finally {
            isDone.set(true);
            looker.join();
        }

        assertEquals(0, looks.get());
    }

    @Test
    void shouldBeAloneAndSayNoToWhatItCannotDo() throws Exception {
        assertThrows(IOException.class, () -> new Manager(RuntimeFolder.open(runtime)));
        IOException none = assertThrows(IOException.class, () -> ControlConnection.tell(runtime, "stop"));
        assertEquals("no recording runs; start one: zonecast record --all -o FILE", none.getMessage());
        assertThrows(IOException.class, () -> ControlConnection.tell(runtime, "nonsense"));
        assertEquals(List.of("idle\t"), ControlConnection.tell(runtime, "status"));
        assertEquals(PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(runtime));
    }

    @Test
    void shouldLeaveTheFolderToTheNextManagerWhenItCannotBeMade() throws Exception {
        RuntimeFolder other = RuntimeFolder.open(folder.resolve("o"));
        Path socket = Files.createFile(other.path().resolve("manager.sock"));
        assertThrows(IOException.class, () -> new Manager(other));
        Files.delete(socket);

        new Manager(other).close();
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldServeTheNextConnectionWhenTheSystemGaveNoThreadAndTheLogThrows() throws Exception {
        AtomicBoolean isShort = new AtomicBoolean(true);
        Path other = folder.resolve("o");
        try (BrokenLog _ = new BrokenLog("waiting for programs goes on");
                Manager second = new Manager(RuntimeFolder.open(other), thread -> {
                    if (isShort.getAndSet(false)) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    thread.start();
                })) {
            RunningManager.serve(second);

            assertThrows(IOException.class, () -> ControlConnection.tell(other, "status"));
            assertEquals(List.of("idle\t"), ControlConnection.tell(other, "status"));
        }
    }

    /** What a thread that waits for the end of another one gets, once the program has stopped. */
    private Manager.Ended awaitedEnd(Callable<?> beforeStop) throws Exception {
        FutureTask<Manager.Ended> ends = new FutureTask<>(() -> manager.end("alert over"));
        FutureTask<Manager.Ended> awaits = new FutureTask<>(() -> manager.endOrAwaitEnd("run"));
        try (FuchsiaProvider provider = new FuchsiaProvider(runtime.resolve("manager.sock"), "game")) {
            provider.start();
            Thread.ofPlatform().start(ends);
            assertEquals(0x8002, FuchsiaProvider.request(provider.packet()));
            Thread waiting = Thread.ofPlatform().start(awaits);
            Waiting.until(() -> "it does not wait", () -> waiting.getState() == Thread.State.WAITING);
            Object _ = beforeStop.call();
            provider.stopped();
            return awaits.get();
        }
    }

    @Test
    void shouldWaitForTheEndThatAnotherThreadHasBegun() throws Exception {
        Path target = folder.resolve("all.fxt");
        manager.record(Recording.of("size = " + FuchsiaProvider.TOTAL, "output = " + target));

        Manager.Ended ended = awaitedEnd(() -> null);

        assertEquals("alert over", ended.by());
        assertTrue(Files.exists(target));
    }

    @Test
    void shouldHaveNoEndWhereTheOtherThreadWroteNoArchive() throws Exception {
        // One that ended well before is no end of this one.
        manager.record(Recording.of("size = " + FuchsiaProvider.TOTAL, "output = " + folder.resolve("before.fxt")));
        Path _ = manager.stop();
        Path gone = Files.createDirectory(folder.resolve("gone"));
        manager.record(Recording.of("size = " + FuchsiaProvider.TOTAL, "output = " + gone.resolve("all.fxt")));

        assertNull(awaitedEnd(() -> {
            Files.delete(gone);
            return Files.createFile(gone);
        }));
    }
}
