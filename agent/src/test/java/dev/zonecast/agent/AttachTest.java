package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.TraceReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent in a program that runs: it comes, goes and comes again. */
class AttachTest {
    private static final int FRAMES = 30;

    @TempDir
    static Path folder;

    private static Path jar;

    @BeforeAll
    static void makeJar() throws Exception {
        jar = AgentJar.make(folder);
    }

    private static RunningGame game(String... jvm) throws Exception {
        var options = new ArrayList<>(List.of(jvm));
        options.addAll(List.of("-cp", AgentRun.programsClassPath()));
        return new RunningGame(options, PlainGame.class.getName());
    }

    private static AgentRun.Recorded read(Path file) throws Exception {
        return new AgentRun(0, "", file).read();
    }

    /** As with the agent at the start: each call counts once, whatever overload the program calls. */
    private static void assertGame(AgentRun.Recorded recorded, int frames) {
        assertEquals((double) PlainGame.DRAWS, recorded.plots.get("draw calls"));
        assertEquals((double) PlainGame.INSTANCES, recorded.plots.get("instances"));
        assertEquals((double) PlainGame.UPLOAD, recorded.plots.get("uploaded"));
        assertEquals(frames, recorded.cpuZones.get("swap buffers"));
        assertEquals(frames, recorded.cpuZones.get("glReadPixels"));
        // An OpenGL context that existed before is found at its first swap.
        assertTrue(recorded.cpuZones.get("upload a buffer") >= frames - 1);
        assertEquals(frames, recorded.cpuZones.get("poll events"));
        assertEquals(frames - 1, recorded.frames);
        // The first and the last frame may lie partly in the recording.
        for (String pass : List.of("main pass", "screen")) {
            int count = recorded.gpuZones.getOrDefault(pass, 0);
            assertTrue(count >= frames - 2 && count <= frames + 1, pass + ": " + recorded.gpuZones);
        }
    }

    @Test
    void shouldRecordAProgramThatRunsAndStopAndRecordAgain() throws Exception {
        Path first = folder.resolve("first.fxt");
        Path second = folder.resolve("second.fxt");
        try (RunningGame game = game()) {
            game.play(3);

            String on = game.attach(jar, "listen=false,record=" + first);
            game.play(FRAMES);
            String twice = game.attach(jar, "listen=false");
            String off = game.attach(jar, "off");
            game.play(5);
            String again = game.attach(jar, "listen=false,jvm=false,record=" + second);
            game.play(FRAMES);
            String output = game.end();

            assertTrue(on.startsWith("on: ") && !on.contains("could not"), on);
            assertTrue(twice.startsWith("on: the agent was on"), twice);
            assertTrue(off.startsWith("off: "), off);
            assertTrue(again.startsWith("on: "), again);
            assertFalse(output.contains("hook failed"), output);
            assertGame(read(first), FRAMES);
            assertGame(read(second), FRAMES);
            assertEquals(Map.of(), read(second).jvmZones, "events of the JVM ended with the agent");
        }
    }

    @Test
    void shouldSwitchOffAndOnWhenItCameAtTheStart() throws Exception {
        Path first = folder.resolve("start.fxt");
        Path second = folder.resolve("attached.fxt");
        try (RunningGame game = game("-javaagent:" + jar + "=listen=false,record=" + first)) {
            game.play(FRAMES);

            String off = game.attach(jar, "off");
            String offAgain = game.attach(jar, "off");
            game.play(5);
            String on = game.attach(jar, "record=" + second);
            game.play(FRAMES);
            String output = game.end();

            assertTrue(off.startsWith("off: the hooks"), off);
            assertEquals("off: the agent was not on", offAgain);
            assertTrue(on.startsWith("on: "), on);
            assertFalse(output.contains("hook failed"), output);
            assertGame(read(first), FRAMES);
            assertGame(read(second), FRAMES);
        }
    }

    @Test
    void shouldLeaveAnEarlierRecordingAsItIs() throws Exception {
        Path first = folder.resolve("kept.fxt");
        try (RunningGame game = game()) {
            game.play(3);
            game.attach(jar, "listen=false,record=" + first);
            game.play(FRAMES);
            game.attach(jar, "off");
            game.attach(jar, "listen=false");
            game.play(5);
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            assertGame(read(first), FRAMES);
        }
    }

    @Test
    void shouldSwitchOffTheMemoryOfLwjgl() throws Exception {
        Path first = folder.resolve("memory.fxt");
        Path without = folder.resolve("without.fxt");
        Path again = folder.resolve("again.fxt");
        try (RunningGame game = new RunningGame(
                List.of(
                        "-javaagent:" + jar + "=listen=false,jvm=false,lwjgl-memory,record=" + first,
                        "-cp",
                        AgentRun.programsClassPath()),
                AllocatingProgram.class.getName())) {
            game.play(3);
            game.attach(jar, "off");
            game.play(5);
            game.attach(jar, "jvm=false,record=" + without);
            game.play(7);
            game.attach(jar, "off");
            game.attach(jar, "jvm=false,lwjgl-memory,record=" + again);
            game.play(9);
            String output = game.end();

            assertEquals(3, blocks(first), output);
            assertEquals(0, blocks(without), output);
            assertEquals(9, blocks(again), output);
            assertFalse(output.contains("lwjgl-memory is not used"), output);
        }
    }

    /** Blocks of {@link AllocatingProgram} that a recording shows as living at its end. */
    private static int blocks(Path file) throws Exception {
        Map<Long, Long> living = new HashMap<>();
        TraceReader.read(file, new TraceListener() {
            @Override
            public void event(TraceEvent event) {
                if (event instanceof TraceMemoryEvent memory && memory.pool().equals("LWJGL")) {
                    switch (memory.kind()) {
                        case ALLOCATED -> living.put(memory.address(), memory.bytes());
                        case FREED -> living.remove(memory.address());
                        case DISCARDED -> living.clear();
                    }
                }
            }
        });
        return Collections.frequency(living.values(), (long) AllocatingProgram.BYTES);
    }
}
