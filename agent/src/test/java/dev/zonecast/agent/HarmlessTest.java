package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Beside other agents, caches of classes and where nothing can be written, the program runs as without the agent. */
class HarmlessTest {
    private static final int FRAMES = 10;
    private static final String GAME = PlainGame.class.getName();

    @TempDir
    static Path folder;

    private static Path jar;

    /** LWJGL and the tests' programs in jars: a cache of classes takes no folders. */
    private static String classPath;

    @BeforeAll
    static void makeJars() throws Exception {
        jar = AgentJar.make(folder);
        Path games = folder.resolve("games.jar");
        jar(games, new Manifest(), PlainGame.class, PlainWindow.class, PlainProgram.class, PlainProgram.Manager.class);
        classPath = Stream.concat(
                        Stream.of(games.toString(), ProgramJvm.backport()),
                        Arrays.stream(AgentRun.programsClassPath().split(File.pathSeparator, -1))
                                .filter(entry -> entry.endsWith(".jar")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void jar(Path file, Manifest manifest, Class<?>... classes) throws Exception {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (var out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (Class<?> each : classes) {
                String name = each.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(name));
                Files.copy(ProgramJvm.chosen().classes().resolve(name), out);
            }
        }
    }

    private static AgentRun java(String... arguments) throws Exception {
        AgentRun run = AgentRun.java(
                folder,
                Stream.concat(Stream.of("-cp", classPath), Arrays.stream(arguments))
                        .toList(),
                Map.of());
        assertEquals(0, run.exit(), run.output());
        assertFalse(run.output().matches("(?s).*(a hook failed|VerifyError:|LinkageError:).*"), run.output());
        return run;
    }

    /** @param options before the main class */
    private static AgentRun game(String... options) throws Exception {
        AgentRun run = java(Stream.concat(Arrays.stream(options), Stream.of(GAME, Integer.toString(FRAMES)))
                .toArray(String[]::new));
        assertTrue(run.output().contains("frames " + FRAMES + ", error 0"), run.output());
        return run;
    }

    private static String agent(String options) {
        return "-javaagent:" + jar + "=listen=false" + options;
    }

    private static String recordingAgent() {
        return agent(",record=" + AgentRun.recording(folder));
    }

    private static void assertRecorded(AgentRun run) throws Exception {
        assertTrue(run.output().contains(" 0 classes could not be woven, hooks failed 0 times"), run.output());
        AgentRun.Recorded recorded = run.read();
        assertEquals(FRAMES, recorded.cpuZones.get("swap buffers"), run.output());
        assertEquals((double) PlainGame.DRAWS, recorded.plots.get("draw calls"), run.output());
    }

    private static long lines(AgentRun run, String text) {
        return run.output().lines().filter(line -> line.contains(text)).count();
    }

    @Test
    void shouldIgnoreASecondAgentInOneLine() throws Exception {
        AgentRun run = game(recordingAgent(), agent(""));

        assertEquals(1, lines(run, "given twice"), run.output());
        assertRecorded(run);
    }

    @Test
    void shouldLeaveTheLogManagerToTheProgram() throws Exception {
        AgentRun run = java(agent(""), PlainProgram.class.getName());

        assertEquals(1, lines(run, "log manager Manager"), run.output());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldLetTheProgramEndWhenNobodyReadsItsErrors() throws Exception {
        List<String> command = ProgramJvm.chosen().command();
        command.addAll(List.of(agent(""), "-cp", AgentRun.programsClassPath(), PipeFiller.class.getName()));
        Process process = new ProcessBuilder(command).start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the program hangs at its end");

            assertEquals(0, process.exitValue());
            // The pipe was full.
            assertTrue(process.getErrorStream().readAllBytes().length >= 4096);
        } finally {
            process.destroyForcibly();
        }
    }

    /** The user's folder is a file: nobody can write into it. */
    @Test
    void shouldRunWithoutAHomeAndWithoutAPlaceForTheRecording() throws Exception {
        Path file = folder.resolve("games.jar");
        Path recording = file.resolve("game.fxt");

        AgentRun run = game("-Duser.home=" + file, agent(",hitch,snapshot.folder=" + file + ",record=" + recording));

        assertFalse(run.output().contains("runs without the agent"), run.output());
        // The begin and the failure.
        assertEquals(2, lines(run, recording.toString()), run.output());
        assertTrue(
                run.output()
                        .contains(recording + " may be incomplete: " + file
                                + " is not a folder. Read the rest: zonecast recover "),
                run.output());
    }

    private static Path otherAgent() throws Exception {
        Path other = folder.resolve("other.jar");
        var manifest = new Manifest();
        manifest.getMainAttributes().putValue("Premain-Class", OtherAgent.class.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        jar(other, manifest, OtherAgent.class, Class.forName(OtherAgent.class.getName() + "$1"));
        return other;
    }

    private static void assertOtherRan(AgentRun run) {
        assertTrue(run.output().matches("(?s).*other agent: [1-9][0-9]+\\R.*"), run.output());
    }

    @Test
    void shouldWorkAfterAnotherAgentThatWritesLwjglAnew() throws Exception {
        AgentRun run = game("-javaagent:" + otherAgent(), recordingAgent());

        assertOtherRan(run);
        assertRecorded(run);
    }

    @Test
    void shouldWorkBeforeAnotherAgentThatWritesLwjglAnew() throws Exception {
        AgentRun run = game(recordingAgent(), "-javaagent:" + otherAgent());

        assertOtherRan(run);
        assertRecorded(run);
    }

    /** JFR is an agent of the JVM's own: it writes classes anew, and the agent records from it too. */
    @Test
    void shouldWorkBesideAFlightRecordingOfTheProgram() throws Exception {
        Path own = folder.resolve("own.jfr");

        AgentRun run = game("-XX:StartFlightRecording=settings=profile,filename=" + own, recordingAgent());

        assertRecorded(run);
        assertTrue(Files.size(own) > 0);
    }

    @Test
    void shouldRunWithAClassArchiveThatWasMadeWithoutIt() throws Exception {
        Path archive = folder.resolve("game.jsa");
        game("-XX:ArchiveClassesAtExit=" + archive);
        assertTrue(Files.size(archive) > 0);

        assertRecorded(game("-XX:SharedArchiveFile=" + archive, recordingAgent()));
    }

    /** The JVM refuses it. */
    @Test
    void shouldRunWithAnAotCacheThatWasMadeWithoutIt() throws Exception {
        Path cache = folder.resolve("game.aot");
        game("-XX:AOTCacheOutput=" + cache);
        assertTrue(Files.size(cache) > 0);

        assertRecorded(game("-XX:AOTCache=" + cache, recordingAgent()));
        assertRecorded(game("-XX:AOTMode=auto", "-XX:AOTCache=" + cache, recordingAgent()));
    }

    /** All of its classes, LWJGL's and the game's, are loaded before the agent comes. */
    @Test
    void shouldUseAnAotCacheThatWasMadeWithTheAgentsModule() throws Exception {
        Path cache = folder.resolve("with.aot");
        List<String> module = List.of("--add-modules", "java.instrument");
        game(module.get(0), module.get(1), "-XX:AOTCacheOutput=" + cache);

        AgentRun run = game(
                module.get(0),
                module.get(1),
                "-XX:AOTMode=on",
                "-XX:AOTCache=" + cache,
                "-Xlog:class+load",
                recordingAgent());

        assertTrue(
                run.output().lines().anyMatch(line -> line.contains("PlainGame source: shared objects file")),
                run.output());
        assertTrue(
                run.output().indexOf("agent: frames") < run.output().indexOf("INFO: clock"),
                "the profiler and its log start with the program's main, not before\n" + run.output());
        assertRecorded(run);
    }
}
