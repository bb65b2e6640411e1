package dev.zonecast.capture.tracy;

import static dev.zonecast.capture.tracy.WireScript.u32;
import static dev.zonecast.capture.tracy.WireScript.u64;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.Waiting;
import dev.zonecast.cli.CommandProcess;
import dev.zonecast.cli.CommandRun;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchCommandTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long MILLI = 1_000_000;
    private static final long DRAW = 0x1000;
    private static final long INNER = 0x2000;
    private static final long CALLS = 0x3000;
    private static final long FLAT = 0x4000;
    private static final int MAIN = 11;
    private static final int LOCK = 5;
    /** As many waits are kept. */
    private static final int MOST_WAITS = 1 << 16;

    /** What a viewer prints while another one is connected. */
    private static final String REFUSED = "accepts no viewer now";

    private static final int MOST_OF_A_LINE = 1_000;

    @TempDir
    Path folder;

    private static FakeClient client(boolean onDemand) throws IOException {
        FakeClient client = new FakeClient(Protocol.V82, WireScript.welcome(Protocol.V82, onDemand, 0, 1_000));
        client.locations.put(DRAW, new long[] {DRAW, DRAW, DRAW, 42, 0});
        client.locations.put(INNER, new long[] {INNER, INNER, INNER, 43, 0});
        client.strings.put(DRAW, "draw \u4e16\u754c");
        client.strings.put(INNER, "inner \u001b[31m");
        client.strings.put(CALLS, "draw calls");
        client.strings.put(FLAT, "lights");
        client.threads.put((long) MAIN, "main");
        return client;
    }

    /** Nine frames of 10 ms and one of 30: in each a zone of 4 ms with one of 1 ms inside, and two plots. */
    private static WireScript script() {
        WireScript script = new WireScript(Protocol.V82).thread(MAIN);
        long begin = 10 * MILLI;
        script.mark(begin);
        for (int i = 0; i < 10; i++) {
            script.begin(begin, DRAW).begin(begin + MILLI, INNER).end(begin + 2 * MILLI);
            script.end(begin + 4 * MILLI);
            plot(script, begin + 4 * MILLI, FLAT, 7);
            plot(script, begin + 4 * MILLI, CALLS, 100 + i);
            begin += i == 4 ? 30 * MILLI : 10 * MILLI;
            script.mark(begin);
        }
        return script;
    }

    private static void plot(WireScript script, long ticks, long plot, long value) {
        script.event(EventType.PLOT_DATA_INT, u64(1, plot), u64(9, script.threadDelta(ticks)), u64(17, value));
    }

    private static String spaced(String text) {
        return text.replaceAll(" +", " ");
    }

    private static CommandRun watch(Object... arguments) {
        List<Object> line = new ArrayList<>(List.of("watch"));
        line.addAll(Arrays.asList(arguments));
        return assertTimeoutPreemptively(LIMIT, () -> CommandRun.printable(line.toArray()));
    }

    /** As {@link #watch}, after another viewer: the program may not have noticed yet that it has gone. */
    private static CommandRun watchNext(Object... arguments) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        CommandRun run = watch(arguments);
        while (run.err().contains(REFUSED) && System.nanoTime() - deadline < 0) {
            run = watch(arguments);
        }
        return run;
    }

    @Test
    void shouldShowFramesZonesPlotsAndLosses() throws Exception {
        try (FakeClient client = client(true)) {
            client.send(script().event(EventType.TERMINATE));
            client.start();

            CommandRun run = watch(client.address(), "--interval", "1h");

            assertEquals(0, run.exit(), run.err());
            assertEquals("zonecast: the program has ended\n", run.err());
            List<String> lines = spaced(run.out()).lines().toList();
            assertTrue(lines.getFirst().startsWith("scripted (process 4242), "), run.out());
            assertEquals(
                    List.of(
                            "",
                            "frames count fps 1% low mean worst",
                            "Frame 10 83.3 33.3 12.00 ms 30.00 ms",
                            "",
                            "CPU work calls mean self % of frame",
                            "draw \u4e16\u754c 10 4.000 ms 30.00 ms 25.0",
                            "inner \\u001b[31m 10 1.000 ms 10.00 ms 8.3",
                            "",
                            "GPU: no zones in this interval",
                            "",
                            "plot last mean min max",
                            "draw calls 109 104.500 100 109",
                            "lights 7 7 7 7",
                            "",
                            "losses: none"),
                    lines.subList(1, lines.size()),
                    run.out());
        }
    }

    /** Waits for a lock; for the last of them there is no room. */
    @Test
    void shouldShowTheWaitsThatThereWasNoRoomFor() throws Exception {
        try (FakeClient client = client(true)) {
            WireScript script = new WireScript(Protocol.V82).thread(MAIN);
            script.event(EventType.LOCK_ANNOUNCE, u32(1, LOCK), u64(5, MILLI), u64(13, DRAW));
            for (int i = 0; i < MOST_WAITS + 3; i++) {
                long begin = MILLI + 1_000L * i;
                script.event(EventType.LOCK_WAIT, u32(1, MAIN), u32(5, LOCK), u64(9, script.serialDelta(begin)));
                script.event(
                        EventType.LOCK_OBTAIN, u32(1, MAIN), u32(5, LOCK), u64(9, script.serialDelta(begin + 500)));
                script.event(EventType.LOCK_RELEASE, u32(1, LOCK), u64(5, script.serialDelta(begin + 600)));
                if (i % 1_000 == 0) {
                    client.send(script);
                }
            }
            client.send(script.event(EventType.TERMINATE));
            client.start();

            CommandRun run = watch(client.address(), "--interval", "1h");

            assertEquals(0, run.exit(), run.err());
            assertEquals(
                    "losses: 3 waits that are in self times",
                    run.out().lines().toList().getLast());
        }
    }

    @Test
    void shouldSayWhatAProgramDoesNotHave() throws Exception {
        try (FakeClient client = client(true)) {
            client.send(new WireScript(Protocol.V82).thread(MAIN).event(EventType.TERMINATE));
            client.start();

            CommandRun run = watch(client.address(), "--interval", "1h");

            assertEquals(0, run.exit(), run.err());
            for (String line : List.of(
                    "frames: none in this interval",
                    "CPU work: no zones in this interval",
                    "GPU: no zones in this interval",
                    "losses: none")) {
                assertTrue(run.out().lines().anyMatch(line::equals), run.out());
            }
        }
    }

    @Test
    void shouldLimitTheRowsOfEachList() throws Exception {
        try (FakeClient client = client(true)) {
            client.send(script().event(EventType.TERMINATE));
            client.start();

            CommandRun run = watch(client.address(), "--interval", "1h", "--rows", "1");

            assertEquals(0, run.exit(), run.err());
            assertTrue(run.out().contains("draw \u4e16\u754c") && !run.out().contains("inner"), run.out());
            assertEquals(2, run.out().lines().filter("... and 1 more"::equals).count(), run.out());
        }
    }

    @Test
    void shouldEndAfterOneTableAndLeaveTheProgramAlone() throws Exception {
        try (FakeClient client = client(true)) {
            client.send(script());
            client.start();

            CommandRun run = watch(client.address(), "--once", "--interval", "200ms");

            assertEquals(0, run.exit(), run.err());
            assertEquals("", run.err());
            assertEquals(
                    1,
                    run.out()
                            .lines()
                            .filter(line -> line.startsWith("scripted"))
                            .count(),
                    run.out());
            assertTrue(client.awaitEnd(), "the client is told goodbye");
        }
    }

    /** A client that is not on demand sends its past first: two hours in the first interval. */
    @Test
    void shouldSayWhenATableIsAboutThePast() throws Exception {
        try (FakeClient client = client(false)) {
            client.send(script().mark(7_200_000 * MILLI));
            client.start();

            CommandRun run = watch(client.address(), "--once", "--interval", "2s");

            assertEquals(0, run.exit(), run.err());
            assertTrue(
                    run.out().contains("frames: none in this interval"),
                    "the table is about the present: " + run.out());
        }
    }

    @Test
    void shouldFailWhenTheProgramVanishes() throws Exception {
        try (FakeClient client = client(true)) {
            client.vanishes = true;
            client.send(script());
            client.start();

            CommandRun run = watch(client.address(), "--interval", "1h");

            assertEquals(2, run.exit());
            assertEquals("zonecast: the connection to the program broke\n", run.err());
            assertTrue(run.out().contains("losses:"), "what came is shown: " + run.out());
        }
    }

    @Test
    void shouldFailWithAReasonWhenThePeerSendsGarbage() throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            byte[] garbage = new byte[2_000];
            new Random(seed).nextBytes(garbage);
            try (FakeClient client = client(true)) {
                client.send(script());
                client.sendRaw(garbage);
                client.vanishes = true;
                client.start();

                CommandRun run = watch(client.address(), "--interval", "1h");

                assertEquals(2, run.exit(), "seed " + seed + ": " + run.err());
                assertEquals(1, run.err().lines().count(), run.err());
                assertFalse(run.err().contains("internal error"), run.err());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"3, " + REFUSED, "72, is no Tracy client: it answered 72"})
    void shouldFailWithAReasonWhenItIsRefused(int answer, String reason) throws Exception {
        byte[] welcome = {(byte) answer};
        try (FakeClient client = new FakeClient(Protocol.V82, welcome)) {
            client.start();

            CommandRun run = watch(client.address());

            assertEquals(2, run.exit());
            assertEquals(1, run.err().lines().count(), run.err());
            assertTrue(run.err().contains(reason), run.err());
        }
    }

    // --- programs of their own

    /** A viewer in a small heap. */
    private static List<String> viewer(Object... arguments) {
        return CommandProcess.program().flags("-Xmx64m").command(arguments);
    }

    /** Its output and errors, as {@link #watchNext}. */
    private static Process startNext(Object... arguments) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            Process viewer = new ProcessBuilder(viewer(arguments))
                    .redirectErrorStream(true)
                    .start();
            BufferedReader lines = viewer.inputReader(StandardCharsets.UTF_8);
            lines.mark(MOST_OF_A_LINE);
            String first = lines.readLine();
            if (first == null || !first.contains(REFUSED) || System.nanoTime() - deadline > 0) {
                lines.reset();
                return viewer;
            }
            viewer.waitFor();
        }
    }

    private Process program(Class<?> main, int argument) throws IOException {
        return new JavaProgram(main).flags("-Xmx256m").startInto(folder.resolve("printed"), argument);
    }

    private void awaitListening() throws Exception {
        Path printed = folder.resolve("printed");
        Waiting.until(
                () -> "the program does not listen",
                () -> Files.exists(printed) && Files.readString(printed).contains("waiting for a Tracy viewer"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldFindAProgramByItsProcessIdAndCountAllThatItDoes() throws Exception {
        Process program = program(OwnProgram.class, 0);
        try {
            awaitListening();

            CommandRun run = watch(program.pid(), "--interval", "1h");

            assertEquals(0, run.exit(), run.err());
            String out = spaced(run.out());
            assertTrue(out.startsWith("own program (process " + program.pid() + "), "), out);
            assertTrue(out.contains("\njob 60,000 "), out);
            assertTrue(out.contains("\nframe 2,000 "), out);
            assertTrue(out.contains("\nload 2,000 "), out);
            assertTrue(out.contains("\nlosses: none"), out);
            assertTrue(program.waitFor(60, TimeUnit.SECONDS));
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void shouldFailWhenTheProgramIsKilledAndGoOnWhenTheViewerEnds() throws Exception {
        Process program = program(BusyProgram.class, 10);
        Process viewer = null;
        try {
            awaitListening();
            String address = ":" + port();
            CommandRun once = watch(address, "--once", "--interval", "100ms");
            assertEquals(0, once.exit(), once.err());
            assertTrue(program.isAlive());

            viewer = startNext("watch", address, "--interval", "100ms", "--wait");
            try (BufferedReader lines = viewer.inputReader(StandardCharsets.UTF_8)) {
                String line = lines.readLine();
                while (line != null && !line.startsWith("losses:")) {
                    line = lines.readLine();
                }
                program.destroyForcibly();
                String last = line;
                while (line != null) {
                    last = line;
                    line = lines.readLine();
                }
                assertEquals("zonecast: the connection to the program broke", last);
                assertTrue(viewer.waitFor(60, TimeUnit.SECONDS));
                assertEquals(2, viewer.exitValue());
            }
        } finally {
            program.destroyForcibly();
            if (viewer != null) {
                viewer.destroyForcibly();
            }
        }
    }

    private String port() throws IOException {
        return Files.readString(folder.resolve("printed"))
                .replaceFirst("(?s).*waiting for a Tracy viewer at [^ ]*?:(\\d+).*", "$1");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldEndByCtrlCWhileTheProgramGoesOn() throws Exception {
        Process program = program(BusyProgram.class, 10);
        Process viewer = null;
        try {
            awaitListening();
            viewer = CommandProcess.startInterruptible(viewer("watch", ":" + port(), "--interval", "100ms"));
            try (BufferedReader lines = viewer.inputReader(StandardCharsets.UTF_8)) {
                String read = lines.readLine();
                while (read != null && !read.startsWith("losses:")) {
                    read = lines.readLine();
                }
                CommandProcess.interrupt(viewer);
                StringBuilder rest = new StringBuilder();
                for (read = lines.readLine(); read != null; read = lines.readLine()) {
                    rest.append(read).append('\n');
                }
                assertTrue(viewer.waitFor(60, TimeUnit.SECONDS));
                assertEquals(130, viewer.exitValue(), rest.toString());
                assertFalse(rest.toString().contains("Exception"), rest.toString());
            }
            assertTrue(program.isAlive());
            CommandRun next = watchNext(":" + port(), "--once", "--interval", "100ms");
            assertEquals(0, next.exit(), next.err());
        } finally {
            program.destroyForcibly();
            if (viewer != null) {
                viewer.destroyForcibly();
            }
        }
    }

    /** 80 intervals of 2,000 places at full rate, in a heap of 64 MiB. {@code LiveStatisticsTest}: no interval is kept. */
    @Test
    void shouldTakeNoMoreMemoryTheLongerItWatches() throws Exception {
        Process program = program(BusyProgram.class, 2_000);
        Process viewer = null;
        try {
            awaitListening();
            viewer = new ProcessBuilder(viewer("watch", ":" + port(), "--interval", "50ms"))
                    .redirectErrorStream(true)
                    .start();
            int tables = 0;
            StringBuilder others = new StringBuilder();
            try (BufferedReader lines = viewer.inputReader(StandardCharsets.UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    tables += line.startsWith("losses:") ? 1 : 0;
                    if (line.startsWith("zonecast: ") || line.contains("\tat ")) {
                        others.append(line).append('\n');
                    }
                    if (tables == 80) {
                        // The end of its input ends the program.
                        program.getOutputStream().close();
                    }
                }
            }
            assertTrue(viewer.waitFor(300, TimeUnit.SECONDS));
            assertEquals("zonecast: the program has ended\n", others.toString());
            assertEquals(0, viewer.exitValue());
            assertTrue(tables >= 80, tables + " tables");
        } finally {
            program.destroyForcibly();
            if (viewer != null) {
                viewer.destroyForcibly();
            }
        }
    }
}
