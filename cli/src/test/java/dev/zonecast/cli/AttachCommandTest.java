package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.JavaProgram;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command that gives an agent to a program. Tests of the agent are in its module; here it is one that repeats its options. */
class AttachCommandTest {
    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();
    private Path agent;

    /** Runs in the program of the test. */
    public static final class EchoAgent {
        private EchoAgent() {}

        /** Called by the JVM. */
        public static void agentmain(String options, Instrumentation jvm) {
            String state = options.equals("foo=bar")
                    ? "refused: there is no option"
                    : options.equals("help") ? "help: all options\n" : "on: " + options;
            System.setProperty("dev.zonecast.agent", state + (jvm == null ? ", no JVM" : ""));
        }
    }

    /** A program that waits. */
    public static final class Waits {
        private Waits() {}

        /** Ends with its standard input. */
        public static void main(String[] arguments) throws IOException {
            System.out.println("ready");
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }

    @BeforeEach
    void makeAgent() throws IOException {
        agent = folder.resolve("agent.jar");
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", EchoAgent.class.getName());
        String entry = EchoAgent.class.getName().replace('.', '/') + ".class";
        try (var jar = new JarOutputStream(Files.newOutputStream(agent), manifest)) {
            jar.putNextEntry(new JarEntry(entry));
            jar.write(EchoAgent.class.getResourceAsStream("/" + entry).readAllBytes());
        }
    }

    @AfterEach
    void endPrograms() {
        processes.forEach(Process::destroyForcibly);
    }

    private long start(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        processes.add(process);
        return process.pid();
    }

    private long program(String... options) throws IOException {
        long pid = start(new JavaProgram(Waits.class).flags(options).command());
        assertEquals(
                "ready", processes.getLast().inputReader(StandardCharsets.UTF_8).readLine());
        return pid;
    }

    private CommandRun attach(Object... arguments) {
        List<Object> line = new ArrayList<>(List.of("attach", "--agent", agent));
        line.addAll(List.of(arguments));
        return CommandRun.of(line.toArray());
    }

    private static void assertFails(CommandRun run, String message) {
        assertEquals(ExitCode.FAILED, run.exit(), run.err());
        assertTrue(run.err().contains(message), run.err());
    }

    @Test
    void shouldPassTheOptionsOnAndPrintTheState() throws IOException {
        long pid = program();

        CommandRun run = attach(pid, "jvm", "record=game.fxt", "methods=a.*,!a.b.*");

        assertEquals(ExitCode.OK, run.exit(), run.err());
        String file = Path.of("game.fxt").toAbsolutePath().toString();
        assertTrue(
                run.err().contains("process " + pid + ": on: jvm,record=" + file + ",methods=a.*,!a.b.*\n"), run.err());
        assertTrue(run.err().contains("-XX:+EnableDynamicAgentLoading"), run.err());
    }

    @Test
    void shouldFailWhenTheAgentRefusesAnOption() throws IOException {
        long pid = program();

        assertFails(attach(pid, "foo=bar"), "zonecast: process " + pid + ": there is no option\n");
    }

    @Test
    void shouldPrintTheHelpThatTheAgentReports() throws IOException {
        CommandRun run = attach(program(), "help");

        assertEquals(ExitCode.OK, run.exit(), run.err());
        assertEquals("all options\n", run.out());
        assertFalse(run.err().contains("all options"), run.err());
    }

    @Test
    void shouldListProgramsWithoutAProcess() throws IOException {
        long pid = program();

        CommandRun run = attach();

        assertEquals(ExitCode.OK, run.exit(), run.err());
        assertTrue(
                run.out().lines().anyMatch(line -> line.strip().startsWith(pid + "  " + Waits.class.getName())),
                run.out());
    }

    @Test
    void shouldFailWhenThereIsNoSuchProcess() throws Exception {
        long pid = program();
        processes.getFirst().destroyForcibly().waitFor();

        assertFails(attach(pid), "there is no process " + pid);
    }

    /** The signal by which the JDK attaches ends a process that does not expect it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldLeaveAProcessAloneThatIsNoJvm() throws IOException {
        long pid = start(List.of("sleep", "60"));

        assertFails(attach(pid), "process " + pid + " is no Java program");
        assertTrue(processes.getFirst().isAlive());
    }

    @Test
    void shouldNameTheOptionThatForbidsIt() throws IOException {
        assertFails(attach(program("-XX:-EnableDynamicAgentLoading")), "-XX:-EnableDynamicAgentLoading");
        assertFails(attach(program("-XX:+DisableAttachMechanism")), "-XX:+DisableAttachMechanism");
    }

    @Test
    void shouldFailWhenThereIsNoAgentToTakeOut() throws IOException {
        long pid = program();

        assertFails(attach(pid, "off"), "process " + pid + " has no agent");
    }

    @Test
    void shouldNameTheMissingJar() throws IOException {
        agent = folder.resolve("absent.jar");

        assertFails(attach(program()), "--agent");
    }
}
