package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void shouldRefuseOptionsThatItDoesNotKnowAndLeaveTheProgramAlone() throws Exception {
        try (RunningGame game = game()) {
            game.play(3);

            String unknown = game.attach(jar, "listen=false,recrd=a.fxt");
            String wrong = game.attach(jar, "hitch=soon");
            String off = game.attach(jar, "off");
            game.end();

            assertEquals(
                    "refused: there is no option \"recrd\" (the nearest is \"record\"); the option help lists all",
                    unknown);
            assertTrue(wrong.startsWith("refused: hitch=soon cannot be read; hitch takes "), wrong);
            assertEquals("off: the agent was not on", off);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Dzonecast.enabled=false", "-Dzonecast.mode=off"})
    void shouldRefuseAProgramWhoseOptionsSwitchTheProfilerOff(String option) throws Exception {
        try (RunningGame game = game(option)) {
            game.play(1);

            assertEquals("refused: off by zonecast.mode or zonecast.enabled", game.attach(jar, "listen=false"));
        }
    }

    @Test
    void shouldReportTheHelpAndLeaveTheProgramAlone() throws Exception {
        try (RunningGame game = game()) {
            game.play(1);

            String help = game.attach(jar, "help");
            String off = game.attach(jar, "off");
            String output = game.end();

            assertEquals("help: " + AgentOption.help(), help);
            assertEquals("off: the agent was not on", off);
            assertFalse(output.contains("Options of the agent"), output);
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

    private static RunningGame vulkanGame(VirtualDisplay display, String options) throws Exception {
        return new RunningGame(
                ProgramJvm.chosen(),
                List.of("-javaagent:" + jar + options, "-cp", AgentRun.programsClassPath()),
                display == null ? Map.of() : Map.of("DISPLAY", display.name()),
                VulkanHeld.class.getName());
    }

    /** The driver holds a presentation while the agent goes. */
    @Test
    void shouldEndWhatBeganBeforeItWentOff() throws Exception {
        Path first = folder.resolve("held.fxt");
        Path second = folder.resolve("after.fxt");
        try (VirtualDisplay display = VirtualDisplay.open();
                RunningGame game = vulkanGame(display, "=listen=false,jvm=false,images=32x16@1000,record=" + first)) {
            game.play(2);

            game.play(VulkanHeld.HOLD);
            game.attach(jar, "off");
            game.play(VulkanHeld.GO_ON);
            game.attach(jar, "jvm=false,record=" + second);
            game.play(FRAMES);
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            assertEquals(Map.of("present", List.of(1)), depths(second, "present"), output);
            assertTrue(read(second).cpuZones.get("present") >= FRAMES, output);
        }
    }

    @Test
    void shouldKnowSwapchainsAndCommandBuffersThatCameWhileItWasOff() throws Exception {
        Path first = folder.resolve("old.fxt");
        Path second = folder.resolve("renewed.fxt");
        try (VirtualDisplay display = VirtualDisplay.open();
                RunningGame game = vulkanGame(display, "=listen=false,jvm=false,record=" + first)) {
            game.play(2);

            game.attach(jar, "off");
            game.play(VulkanHeld.RENEW);
            game.attach(jar, "jvm=false,record=" + second);
            game.play(FRAMES);
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            FrameFigures figures = FrameFigures.read(second);
            assertEquals(Set.of(""), figures.frames.keySet(), output);
            assertEquals(FrameFigures.read(first).gpuZones.keySet(), figures.gpuZones.keySet(), output);
            assertFalse(figures.gpuZones.isEmpty(), output);
        }
    }

    @Test
    void shouldLeaveNoZoneOpenInTheMidstOfAFrame() throws Exception {
        Path first = folder.resolve("before.fxt");
        Path second = folder.resolve("next.fxt");
        try (RunningGame game = plain(EndlessGame.class)) {
            game.play(1);
            recordTwice(game, first, second, 2, 3, 4);
            game.attach(jar, "off");
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            for (Path recording : List.of(first, second)) {
                assertEquals(
                        Map.of("frame", List.of(1), "screen", List.of(2), "swap buffers", List.of(1)),
                        depths(recording, "frame", "screen", "swap buffers"),
                        output);
            }
        }
    }

    /** No frame ends while the agent goes. Its zones end when it has come again. */
    @Test
    void shouldNestZonesAsBeforeWhenItWentInTheMidstOfAFrame() throws Exception {
        Path first = folder.resolve("paused.fxt");
        Path second = folder.resolve("resumed.fxt");
        try (RunningGame game = plain(PausedGame.class)) {
            game.play(3);
            recordTwice(game, first, second, FRAMES, 3, FRAMES);
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            assertEquals(
                    Map.of("frame", List.of(1), "screen", List.of(2), "swap buffers", List.of(1)),
                    depths(second, "frame", "screen", "swap buffers"),
                    output);
            FrameFigures figures = FrameFigures.read(second);
            assertEquals(Set.of("screen"), figures.inner.keySet(), output);
            assertTrue(figures.gpuZones.get("frame") >= FRAMES - 2, figures.gpuZones.toString());
        }
    }

    private static RunningGame plain(Class<?> program) throws Exception {
        return new RunningGame(List.of("-cp", AgentRun.programsClassPath()), program.getName());
    }

    /** Records, plays with the agent off, and records again. */
    private void recordTwice(RunningGame game, Path first, Path second, int recorded, int off, int again)
            throws Exception {
        game.attach(jar, "listen=false,jvm=false,record=" + first);
        game.play(recorded);
        game.attach(jar, "off");
        game.play(off);
        game.attach(jar, "jvm=false,record=" + second);
        game.play(again);
    }

    /**
     * Depths at which zones of the program's threads lie, by name. 0: one had no end. A swap needs none, nor does a frame
     * that takes longer than the agent waits.
     */
    private static Map<String, List<Integer>> depths(Path file, String... names) throws Exception {
        Map<String, Set<Integer>> depths = new TreeMap<>();
        TraceReader.read(file, new TraceListener() {
            @Override
            public void zone(TraceZone zone) {
                if (zone.track().kind() != Track.Kind.GPU && List.of(names).contains(zone.name())) {
                    boolean mayHaveNoEnd = zone.name().equals("swap buffers")
                            || zone.durationNanos() >= RunningAgent.LAST_FRAME.toNanos();
                    depths.computeIfAbsent(zone.name(), _ -> new TreeSet<>())
                            .add(zone.isCutOff() && !mayHaveNoEnd ? 0 : zone.depth());
                }
            }
        });
        Map<String, List<Integer>> sorted = new TreeMap<>();
        depths.forEach((name, all) -> sorted.put(name, List.copyOf(all)));
        return sorted;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFindTheWindowThatCameWhileItWasOff(boolean fromStart) throws Exception {
        Path first = folder.resolve("old-window.fxt");
        Path second = folder.resolve("new-window.fxt");
        try (RunningGame game =
                fromStart ? game("-javaagent:" + jar + "=listen=false,jvm=false,record=" + first) : game()) {
            game.play(5);
            if (!fromStart) {
                game.attach(jar, "listen=false,jvm=false,record=" + first);
                game.play(5);
            }
            game.attach(jar, "off");
            game.play(-5);
            game.attach(jar, "jvm=false,record=" + second);
            game.play(FRAMES);
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            assertGame(read(second), FRAMES);
            assertFalse(output.contains("wrong calls"), output);
        }
    }

    private static void assertOneContext(String output, Path file) throws Exception {
        assertFalse(output.contains("hook failed"), output);
        FrameFigures figures = FrameFigures.read(file);
        assertEquals(Set.of("OpenGL"), figures.contexts, output);
        assertTrue(figures.gpuZones.get("screen") >= FRAMES - 2, figures.gpuZones.toString());
    }

    @Test
    void shouldFindOneContextThatIsMadeCurrentInEachFrame() throws Exception {
        Path file = folder.resolve("egl.fxt");
        try (RunningGame game = plain(PlainEglGame.class)) {
            game.play(3);
            game.attach(jar, "listen=false,jvm=false,record=" + file);
            game.play(FRAMES);
            assertOneContext(game.end(), file);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldFindOneContextInTheMidstOfAFrame(int parts) throws Exception {
        Path file = folder.resolve("midst.fxt");
        try (RunningGame game = plain(PlainEglGame.class)) {
            game.play(3);
            game.play(0);
            game.attach(jar, "listen=false,jvm=false,record=" + file);
            for (int i = 0; i < parts; i++) {
                game.play(0);
            }
            game.play(FRAMES);
            assertOneContext(game.end(), file);
        }
    }

    @Test
    void shouldTakeTheOptionsOfTheSecondAttach() throws Exception {
        Path first = folder.resolve("plain.fxt");
        Path second = folder.resolve("more.fxt");
        try (RunningGame game = game()) {
            game.play(3);
            game.attach(jar, "listen=false,jvm=false,uploads=8M,record=" + first);
            game.play(FRAMES);
            game.attach(jar, "off");
            game.attach(jar, "jvm=false,draws,images=32x16@1000,record=" + second);
            game.play(FRAMES);
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            AgentRun.Recorded plain = read(first);
            assertNull(plain.cpuZones.get("upload a buffer"), output);
            assertNull(plain.gpuZones.get("draw"), output);
            assertEquals(Map.of(), plain.pictures, output);
            AgentRun.Recorded more = read(second);
            assertTrue(more.cpuZones.get("upload a buffer") >= FRAMES - 1, output);
            assertTrue(more.gpuZones.keySet().stream().anyMatch(name -> name.startsWith("draw")), output);
            assertFalse(more.pictures.isEmpty(), output);
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
