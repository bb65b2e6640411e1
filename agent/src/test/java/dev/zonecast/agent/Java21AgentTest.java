package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.RuntimeFolder;
import dev.zonecast.flight.recovery.ProgramRecovery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mygame.Marked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent where the JVM has no {@code java.lang.classfile}. The JVM gives no warning. */
class Java21AgentTest {
    private static final int FRAMES = 30;

    @TempDir
    private static Path jars;

    private static Path jar;

    @TempDir
    private Path folder;

    static List<ProgramJvm> versions() throws IOException {
        return ProgramJvm.asJava21();
    }

    @BeforeAll
    static void makeJar() throws Exception {
        jar = AgentJar.make(jars);
    }

    private AgentRun run(ProgramJvm jvm, String options, String... main) throws Exception {
        List<String> command = new ArrayList<>();
        command.add("-javaagent:" + jar + "=listen=false,record=" + AgentRun.recording(folder) + options);
        command.addAll(List.of("-cp", jvm.classPath()));
        command.addAll(List.of(main));
        AgentRun run = AgentRun.java(jvm, folder, command, Map.of());
        assertEquals(0, run.exit(), run.output());
        assertNothingFailed(run.output());
        assertTrue(run.output().contains("no losses"), run.output());
        return run;
    }

    private static void assertNothingFailed(String output) {
        assertFalse(output.contains("WARNING"), output);
        assertFalse(output.contains("hook failed"), output);
        assertFalse(output.contains("runs without the agent"), output);
    }

    private RunningGame game(ProgramJvm jvm, String... options) throws Exception {
        return new RunningGame(
                jvm,
                Stream.concat(Stream.of(options), Stream.of("-cp", jvm.classPath()))
                        .toList(),
                PlainGame.class.getName());
    }

    private static void assertGame(AgentRun.Recorded recorded, int frames) {
        assertEquals(frames, recorded.cpuZones.get("swap buffers"));
        assertEquals(frames - 1, recorded.frames);
        assertEquals((double) PlainGame.DRAWS, recorded.plots.get("draw calls"));
        assertEquals((double) PlainGame.UPLOAD, recorded.plots.get("uploaded"));
        for (String pass : List.of("main pass", "screen")) {
            int count = recorded.gpuZones.getOrDefault(pass, 0);
            assertTrue(count >= frames - 2 && count <= frames + 1, pass + ": " + recorded.gpuZones);
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldRecordFramesAndTheGpu(ProgramJvm jvm) throws Exception {
        AgentRun run = run(jvm, "", PlainGame.class.getName(), Integer.toString(FRAMES));

        assertTrue(run.output().contains("frames " + FRAMES + ", error 0"), run.output());
        assertTrue(run.output().contains(" 0 classes could not be woven, hooks failed 0 times"), run.output());
        assertGame(run.read(), FRAMES);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldRecordMethods(ProgramJvm jvm) throws Exception {
        AgentRun run = run(jvm, ",budget=off,methods=mygame.*,methods.constructors", Marked.class.getName());

        assertTrue(run.output().contains("steps 5"), run.output());
        assertEquals(
                Map.of("physics", 3, "Marked.plain", 1, "Marked.other", 1, "Marked.main", 1, "Marked.new", 1),
                run.read().cpuZones);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldRecordTheJvm(ProgramJvm jvm) throws Exception {
        AgentRun run = run(jvm, ",samples=1ms", JvmProgram.class.getName(), "work");

        assertEquals(JvmProgram.COLLECTIONS, run.read().jvmZones.get("GC SerialOld"), run.output());
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldComeToAProgramThatRuns(ProgramJvm jvm) throws Exception {
        Path first = folder.resolve("first.fxt");
        Path second = folder.resolve("second.fxt");
        try (RunningGame game = game(jvm)) {
            game.play(3);

            String on = game.attach(jar, "listen=false,record=" + first);
            game.play(FRAMES);
            String off = game.attach(jar, "off");
            game.play(5);
            String again = game.attach(jar, "listen=false,jvm=false,record=" + second);
            game.play(FRAMES);
            String output = game.end();

            assertTrue(on.startsWith("on: ") && !on.contains("could not"), on);
            assertTrue(off.startsWith("off: "), off);
            assertTrue(again.startsWith("on: "), again);
            assertNothingFailed(output);
            assertGame(new AgentRun(0, "", first).read(), FRAMES);
            assertGame(new AgentRun(0, "", second).read(), FRAMES);
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldLeaveAllInItsBufferWhenKilled(ProgramJvm jvm) throws Exception {
        Path buffers = folder.resolve("buffers");
        try (RunningGame game =
                game(jvm, "-javaagent:" + jar + "=listen=false,buffer=oneshot,buffer.folder=" + buffers)) {
            game.play(FRAMES);
            game.kill();
        }

        ProgramFolder left = RuntimeFolder.open(buffers).programs().getFirst();
        Path file = folder.resolve("left.fxt");
        ProgramRecovery.Result result = ProgramRecovery.recover(left.path(), file);

        assertEquals(0, result.damaged() + result.dropped());
        assertEquals(FRAMES, new AgentRun(0, "", file).read().cpuZones.get("swap buffers"));
    }
}
