package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.FreePort;
import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.flight.recovery.ProgramRecovery;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceMarker;
import dev.zonecast.trace.TraceMessage;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same program on each Java ({@link JavaVersion}): what it records arrives whole, in a file, in a viewer and after its death. The JVM
 * gives no warning.
 */
class Java21Test {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final List<String> LIBRARIES = List.of("memory", "fxt", "tracy", "core", "flight");

    @TempDir
    private static Path classes;

    @TempDir
    private Path folder;

    static List<JavaVersion> versions() throws IOException {
        return JavaVersion.all();
    }

    /** The program, and with it the libraries' API, for Java 21. */
    @BeforeAll
    static void compile() {
        Path source = Path.of("src/test/java/dev/zonecast/cli/Java21Program.java");
        int exit = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "--release",
                        "21",
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        "-cp",
                        libraries(),
                        source.toString());
        assertEquals(0, exit);
    }

    /** The libraries of the class path, without the tools. */
    private static String libraries() {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(path.split(File.pathSeparator))
                .filter(Java21Test::isLibrary)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isLibrary(String entry) {
        Path path = Path.of(entry);
        String name = path.endsWith("target/classes")
                ? path.getName(path.getNameCount() - 3).toString()
                : path.getFileName().toString();
        return name.startsWith("lz4-java")
                || LIBRARIES.stream().anyMatch(each -> name.equals(each) || name.startsWith("zonecast-" + each + "-"));
    }

    private Process start(JavaVersion version, String argument, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(version.java().toString(), "-XX:TieredStopAtLevel=1"));
        command.addAll(version.flags());
        command.addAll(List.of(options));
        command.addAll(List.of("-Dzonecast.system=false", "-Dzonecast.ring.wait=10s"));
        command.addAll(List.of("-cp", classes + File.pathSeparator + libraries()));
        command.addAll(List.of("dev.zonecast.cli.Java21Program", argument));
        return new ProcessBuilder(command).redirectError(errors().toFile()).start();
    }

    private Path errors() {
        return folder.resolve("errors.txt");
    }

    /** Of the JVM, and of our own log. */
    private void assertNoWarning() throws IOException {
        String errors = Files.readString(errors());
        assertFalse(errors.contains("WARNING"), errors);
    }

    private void assertEnds(JavaVersion version, Process program) throws Exception {
        String printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(program.waitFor(60, TimeUnit.SECONDS));
        assertTrue(printed.contains("complete true dropped 0"), () -> printed + read(errors()));
        assertTrue(version.hasCounter() || printed.contains("clock nanoTime"), printed);
        assertNoWarning();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void assertWhole(TraceLog log) {
        assertEquals(
                Java21Program.ROUNDS * Java21Program.THREADS, log.zones("job").size());
        List<TraceLog.LoggedZone> steps = log.zones("step");
        assertEquals(Java21Program.ROUNDS, steps.size());
        assertEquals("renderer", steps.get(7).thread());
        assertEquals(List.of("step 7"), steps.get(7).texts());
        assertEquals(List.of(7L), steps.get(7).values());
        assertEquals(Java21Program.ROUNDS, log.plotValues.get("load").size());
        assertEquals(1, messages(log, "done"));
        assertEquals(
                Java21Program.ROUNDS,
                log.frames.stream()
                        .map(TraceFrame::name)
                        .filter("Frame"::equals)
                        .count());
    }

    private static long messages(TraceLog log, String beginning) {
        return log.messages.stream()
                .map(TraceMessage::text)
                .filter(text -> text.startsWith(beginning))
                .count();
    }

    private static void assertMarkers(TraceLog log) {
        List<List<Object>> markers = log.markers.stream()
                .filter(marker -> marker.kind().name().equals("Hit"))
                .map(TraceMarker::values)
                .toList();
        assertEquals(Java21Program.ROUNDS, markers.size());
        assertEquals(List.of(7L, 3.5, "sword 7", "a"), markers.get(7));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldRecordAFile(JavaVersion version) throws Exception {
        Path file = folder.resolve("recorded.fxt");
        assertEnds(version, start(version, "end", "-Dzonecast.listen=false", "-Dzonecast.record=" + file));

        TraceLog log = TraceLog.of(file);
        assertTrue(log.summary.endedWell());
        assertWhole(log);
        assertMarkers(log);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldShowAllToAViewer(JavaVersion version) throws Exception {
        int port = FreePort.find();
        Path file = folder.resolve("live.fxt");
        Process program = start(version, "end", "-Dzonecast.port=" + port);
        try {
            CommandRun run = assertTimeoutPreemptively(
                    LIMIT, () -> CommandRun.of("record", ":" + port, "-o", file, "--wait", "--json"));
            assertEquals(0, run.exit(), run.err());
            assertEnds(version, program);
        } finally {
            program.destroyForcibly();
        }
        TraceLog log = TraceLog.of(file);
        assertTrue(log.summary.endedWell());
        assertWhole(log);
        assertEquals(Java21Program.ROUNDS, messages(log, "Hit: "));
        assertEquals(1, messages(log, "Hit: damage: 7, metres: 3.500, weapon: sword 7, grade: a"));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldLeaveAllInItsBufferWhenKilled(JavaVersion version) throws Exception {
        Path buffers = folder.resolve("buffers");
        Process program = start(
                version,
                "stay",
                "-Dzonecast.listen=false",
                "-Dzonecast.buffer=oneshot",
                "-Dzonecast.buffer.folder=" + buffers);
        try (BufferedReader out = program.inputReader()) {
            String line;
            do {
                line = out.readLine();
            } while (line != null && !line.equals(Java21Program.READY));
            assertEquals(Java21Program.READY, line, () -> read(errors()));
        } finally {
            // A SIGKILL. The handle does not wait for what the program prints.
            program.toHandle().destroyForcibly();
            program.waitFor();
        }
        ProgramFolder left = RuntimeFolder.open(buffers).programs().getFirst();
        Path file = folder.resolve("left.fxt");
        ProgramRecovery.Result result = ProgramRecovery.recover(left.path(), file);

        TraceLog log = TraceLog.of(file);
        assertEquals(0, result.damaged() + result.dropped());
        assertWhole(log);
        assertMarkers(log);
        assertTrue(log.zones("last").getFirst().cutOff());
        assertNoWarning();
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldMapALargeBufferOrRefuseItAtOnce(JavaVersion version) throws Exception {
        Path buffers = folder.resolve("buffers");
        String bytes = version.hasCounter() ? "256K" : "3G";
        Process program = start(
                version,
                "end",
                "-Dzonecast.listen=false",
                "-Dzonecast.record=" + folder.resolve("recorded.fxt"),
                "-Dzonecast.buffer=circular",
                "-Dzonecast.buffer.bytes=" + bytes,
                "-Dzonecast.buffer.folder=" + buffers);
        String printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(program.waitFor(60, TimeUnit.SECONDS));

        assertTrue(printed.contains("complete true dropped 0"), () -> printed + read(errors()));
        assertEquals(version.hasCounter(), !read(errors()).contains("no trace buffer: Java 2"), read(errors()));
    }
}
