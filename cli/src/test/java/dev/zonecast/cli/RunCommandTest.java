package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.manager.Manager;
import dev.zonecast.capture.manager.ShortProgram;
import dev.zonecast.core.Zonecast;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RunCommandTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path folder;

    private Path archive() {
        return folder.resolve("all.fxt");
    }

    private CommandRun run(List<String> options, String... program) {
        List<Object> line = new ArrayList<>(List.of("run", "-o", archive(), "--folder", folder.resolve("r")));
        line.addAll(options);
        line.add("--");
        line.addAll(List.of(program));
        return CommandRun.of(line.toArray());
    }

    private static String[] shortProgram(String... before) {
        List<String> words = new ArrayList<>(List.of(before));
        words.addAll(List.of(
                JAVA,
                "--enable-native-access=ALL-UNNAMED",
                "-Dzonecast.listen=false",
                JavaProgram.SHUTDOWN_LIMIT,
                "-cp",
                JavaProgram.classPath(),
                ShortProgram.class.getName()));
        return words.toArray(String[]::new);
    }

    private int zones() throws IOException {
        return TraceLog.of(archive()).count("work");
    }

    @Test
    void shouldRecordAProgramFromItsFirstZoneToItsLast() throws IOException {
        CommandRun run = run(List.of(), shortProgram());

        assertEquals(0, run.exit(), run.err());
        assertEquals("zonecast: wrote " + archive() + System.lineSeparator(), run.err());
        assertEquals(1000, zones());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldReachAJvmThatTheProgramStarts() throws IOException {
        CommandRun run = run(List.of("--mode", "circular"), shortProgram("env"));

        assertEquals(0, run.exit(), run.err());
        assertEquals(1000, zones());
    }

    @Test
    void shouldHaveTheExitCodeOfTheProgramAndNameAProgramThatDidNotConnect() {
        CommandRun run = run(List.of(), JAVA, "NoSuchClass");

        assertEquals(1, run.exit());
        assertTrue(run.err().contains("the program did not connect: it needs zonecast-flight"), run.err());
        assertTrue(Files.exists(archive()));
    }

    @Test
    void shouldNameACategoryThatTheProgramNeverHad() throws IOException {
        CommandRun run = run(List.of("--categories", "Othr"), shortProgram());

        assertEquals(0, run.exit());
        assertTrue(run.err().contains("no program has the category \"Othr\" (the nearest is \"Other\")"), run.err());
        assertEquals(0, zones());
    }

    @Test
    void shouldLeaveAnArchiveAloneWhenTheProgramCannotBeStarted() throws IOException {
        Files.writeString(archive(), "mine");

        CommandRun run = run(List.of(), folder.resolve("no-such-program").toString());

        assertEquals(2, run.exit());
        assertTrue(run.err().contains("no-such-program"), run.err());
        assertEquals("mine", Files.readString(archive()));
    }

    @Test
    void shouldRefuseAPlaceThatAManagerHas() throws IOException {
        try (Manager _ = new Manager(RuntimeFolder.open(folder.resolve("r")))) {
            CommandRun run = run(List.of(), JAVA, "-version");

            assertEquals(2, run.exit());
            assertTrue(run.err().contains("there is a manager already in " + folder.resolve("r")), run.err());
            assertFalse(Files.exists(archive()));
        }
    }

    @Test
    void shouldRefuseASpecWithAnUnknownKeyBeforeTheProgramStarts() throws IOException {
        Path spec = Files.writeString(folder.resolve("a.spec"), "mode = oneshot\nsise = 8M\n");

        CommandRun run = run(List.of("--spec", spec.toString()), JAVA, "-version");

        assertEquals(2, run.exit());
        assertTrue(run.err().contains(spec + ":2: unknown key \"sise\" (the nearest is \"size\")"), run.err());
        assertFalse(Files.exists(archive()));
    }

    /** Raises an alert and ends at once. */
    static final class Alerting {
        private Alerting() {}

        public static void main(String[] arguments) {
            boolean _ = Zonecast.start();
            Zonecast.alert("over");
            boolean _ = Zonecast.flush(Duration.ofSeconds(60));
            Runtime.getRuntime().halt(0);
        }
    }

    @Test
    void shouldWaitForTheArchiveThatAnAlertBegan() throws IOException {
        Path spec = Files.writeString(folder.resolve("a.spec"), "alert over = stop\n");

        CommandRun run = run(
                List.of("--spec", spec.toString()),
                new JavaProgram(Alerting.class)
                        .flags("-Dzonecast.listen=false")
                        .command()
                        .toArray(String[]::new));

        assertEquals(0, run.exit(), run.err());
        assertEquals("zonecast: wrote " + archive() + System.lineSeparator(), run.err());
        assertTrue(Files.exists(archive()));
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "7, 7"})
    @EnabledOnOs(OS.LINUX)
    void shouldFailWithoutAnArchiveUnlessTheProgramHasFailed(int program, int exit) throws IOException {
        Path gone = Files.createDirectory(folder.resolve("gone"));

        CommandRun run = CommandRun.of(
                "run",
                "-o",
                gone.resolve("all.fxt"),
                "--folder",
                folder.resolve("r"),
                "--",
                "sh",
                "-c",
                // The recording has begun, and has seen the archive's folder.
                "until ls -d " + folder.resolve("r") + "/session-*; do sleep 0.01; done > /dev/null 2>&1; rmdir " + gone
                        + "; touch " + gone + "; exit " + program);

        assertEquals(exit, run.exit(), run.err());
        assertTrue(run.err().contains(gone.toString()), run.err());
    }

    /** The command line, with a run that kills its program at once when Ctrl-C has not ended it. */
    static final class Impatient {
        private Impatient() {}

        public static void main(String[] arguments) {
            Main.start(
                    (out, err, words) -> {
                        CommandLine line = Main.commandLine(out, err, words);
                        RunCommand run = line.getSubcommands().get("run").getCommand();
                        run.programEndSeconds = 0;
                        return line;
                    },
                    arguments);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // The signals.
    void shouldWriteTheArchiveOfAProgramThatCtrlCDoesNotEnd() throws IOException, InterruptedException {
        Path ready = folder.resolve("ready");
        List<String> command = new JavaProgram(Impatient.class)
                .command(
                        "run",
                        "-o",
                        archive(),
                        "--folder",
                        folder.resolve("r"),
                        "--",
                        "sh",
                        "-c",
                        "trap '' TERM INT; until ls -d " + folder.resolve("r")
                                + "/session-*; do sleep 0.01; done > /dev/null 2>&1; touch " + ready
                                + "; exec sleep 60");
        Process process = CommandProcess.startInterruptible(command);
        while (!Files.exists(ready) && process.isAlive()) {
            Thread.sleep(1);
        }
        CommandProcess.interrupt(process);

        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(130, process.waitFor(), output);
        assertTrue(output.contains("zonecast: wrote " + archive()), output);
        assertTrue(Files.exists(archive()), output);
    }

    @Test
    void shouldEndTheProgramWhenTheArchiveHasNoFolder() {
        CommandRun run = CommandRun.of(
                "run", "-o", folder.resolve("no/such.fxt"), "--folder", folder.resolve("r"), "--", JAVA, "-version");

        assertEquals(2, run.exit());
        assertTrue(run.err().contains("its folder does not exist"), run.err());
    }

    @Test
    void shouldRefuseAFolderAsItsArchiveBeforeTheProgramRuns() throws IOException {
        Path target = Files.createDirectory(folder.resolve("target"));

        CommandRun run = CommandRun.of("run", "-o", target, "--folder", folder.resolve("r"), "--", JAVA, "-version");

        assertEquals(2, run.exit());
        assertEquals("zonecast: " + target + " cannot be written: it is a folder\n", run.err());
        assertTrue(Files.isDirectory(target));
    }
}
