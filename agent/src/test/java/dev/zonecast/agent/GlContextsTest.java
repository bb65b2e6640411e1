package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several windows and contexts, OpenGL ES, and zones of single draw calls. */
class GlContextsTest {
    private static final int FRAMES = 30;

    /** The program starts before the recording does. */
    private static final int MISSED = 5;

    /** Of {@link PlainWindows}, whose third window continues the set of the first. */
    private static final int BASE_FRAMES = PlainWindows.TOGETHER + PlainWindows.ELSEWHERE + 1 + PlainWindows.THIRD;

    @TempDir
    static Path folder;

    private static Path agent;

    @BeforeAll
    static void prepare() throws Exception {
        agent = AgentJar.make(folder);
    }

    private static FrameFigures run(String options, Class<?> program, String... arguments) throws Exception {
        String[] main = new String[arguments.length + 1];
        main[0] = program.getName();
        System.arraycopy(arguments, 0, main, 1, arguments.length);
        AgentRun run = AgentRun.of(folder, agent, options, List.of("-Dzonecast.agent.debug=true"), main);
        assertEquals(0, run.exit(), run.output());
        assertFalse(run.output().contains("hook failed"), run.output());
        assertTrue(run.output().contains("error 0") || run.output().contains("errors 0"), run.output());
        assertTrue(run.output().contains("no losses"), run.output());
        return FrameFigures.read(run.recording());
    }

    /** The program waits for the recording, so that all that it does is in there. */
    private static FrameFigures runAfterRecordingBegan(String options, Class<?> program) throws Exception {
        return run(options, program, AgentRun.recording(folder).toString());
    }

    /** The draws of each frame. Before its first swap a context has a value each 20 ms: those of a slow first frame are its parts. */
    private static Set<Double> ofFrames(List<Double> values) {
        Set<Double> frames = new HashSet<>();
        double sum = 0;
        for (double value : values) {
            sum += value;
            if (sum >= PlainWindows.DRAWS) {
                frames.add(sum);
                sum = 0;
            }
        }
        assertEquals(0, sum, values.toString());
        return frames;
    }

    @Test
    void eachWindowHasItsFramesAndItsContext() throws Exception {
        FrameFigures figures = run("", PlainWindows.class);
        // A frame lies between two marks of a window.
        assertEquals(Set.of("", "tools"), figures.frames.keySet());
        assertAbout(BASE_FRAMES - 1, figures.frames.get(""));
        assertAbout(PlainWindows.TOGETHER - 1, figures.frames.get("tools"));
        assertEquals(Set.of("screen"), figures.gpuZones.keySet());
        assertAbout(BASE_FRAMES + PlainWindows.TOGETHER, figures.gpuZones.get("screen"));
        // Nothing of one window counts for another.
        assertEquals(Set.of((double) PlainWindows.DRAWS), ofFrames(figures.plots.get("draw calls")));
        assertEquals(Set.of(1.0), new HashSet<>(figures.plots.get("draw calls (2)")));
        assertFalse(figures.plots.containsKey("draw calls (3)"), "capabilities made twice are no second context");
    }

    @Test
    void shouldTakePicturesOfTheBaseSetsWindowOnly() throws Exception {
        AgentRun run = AgentRun.of(folder, agent, "images=32x16@1000", List.of(), PlainWindows.class.getName());
        assertEquals(0, run.exit(), run.output());
        assertFalse(run.output().contains("hook failed"), run.output());
        assertTrue(run.output().contains("errors 0"), run.output());
        FrameFigures figures = FrameFigures.read(run.recording());
        assertAbout(BASE_FRAMES, figures.cpuZones.get("picture of the frame"));
    }

    @Test
    void capabilitiesOfEachFrameAreNoContextEach() throws Exception {
        AgentRun run = AgentRun.of(folder, agent, "", List.of(), PlainWindows.class.getName(), "capabilities");
        assertEquals(0, run.exit(), run.output());
        assertFalse(run.output().contains("hook failed"), run.output());
        assertTrue(run.output().contains("errors 0"), run.output());
        FrameFigures figures = FrameFigures.read(run.recording());
        assertAbout(PlainWindows.TOGETHER - 1, figures.frames.get(""));
        assertFalse(figures.contexts.contains("OpenGL (5)"), figures.contexts.toString());
    }

    @Test
    void shouldRecordTheLastFramesOfAContextWhoseCapabilitiesGoFirst() throws Exception {
        String recording = AgentRun.recording(folder).toString();
        FrameFigures figures = run("", PlainWindows.class, "capabilities first", recording);
        assertEquals(PlainWindows.TOGETHER, figures.gpuZones.get("screen"));
    }

    @Test
    void shouldKnowTheLabelsThatAnotherContextGaveToSharedObjects() throws Exception {
        FrameFigures figures = runAfterRecordingBegan("", SharedGame.class);
        assertEquals(
                Map.of("loaded", SharedGame.FRAMES, "streamed", SharedGame.FRAMES, "screen", 2 * SharedGame.FRAMES),
                figures.gpuZones);
    }

    @Test
    void shouldCountAllWorkOfAContextThatNeverSwaps() throws Exception {
        FrameFigures figures = runAfterRecordingBegan("", OffscreenGame.class);
        assertEquals(Map.of(), figures.frames);
        assertEquals(OffscreenGame.ROUNDS, figures.sumOf("draw calls"), figures.plots::toString);
        assertEquals(OffscreenGame.ROUNDS * Integer.BYTES, figures.sumOf("uploaded"), figures.plots::toString);
        assertTrue(figures.gpuZones.get("target") > 1, figures.gpuZones.toString());
    }

    @Test
    void shouldBeginAPassWithAFramebufferThatComesInPlaceOfADeletedOne() throws Exception {
        Path file = folder.resolve("renewed.fxt");
        String atStart = "-javaagent:" + agent + "=listen=false,jvm=false,record=" + file;
        try (RunningGame game =
                new RunningGame(List.of(atStart, "-cp", AgentRun.programsClassPath()), RenewingGame.class.getName())) {
            game.play(2);
            game.play(RenewingGame.CLEAR_BOTH);
            game.play(2);
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            Map<String, Integer> zones = FrameFigures.read(file).gpuZones;
            assertEquals(2, zones.get(RenewingGame.NAME), zones::toString);
        }
    }

    @Test
    void shouldCollectAndCountWhereNothingIsSwappedAnyMore() throws Exception {
        String recording = AgentRun.recording(folder).toString();
        AgentRun run = AgentRun.of(folder, agent, "", List.of(), HiddenGame.class.getName(), recording);
        assertEquals(0, run.exit(), run.output());
        assertTrue(run.output().contains("error 0"), run.output());
        AgentRun.Recorded recorded = run.read();
        assertTrue(recorded.gpuZones.containsKey("hidden"), run.output());
        assertTrue(recorded.plots.containsKey("state changes"), recorded.plots::toString);
    }

    private static void assertAbout(int expected, int actual) {
        assertTrue(actual <= expected && actual >= expected - 2 * MISSED, expected + " expected, " + actual);
    }

    @Test
    void aSurfaceThatComesAfterTheBaseSetsEndContinuesTheSet() throws Exception {
        FrameFigures figures = run("", PlainEglGame.class, Integer.toString(FRAMES), Integer.toString(-FRAMES));
        assertEquals(Set.of(""), figures.frames.keySet());
        assertAbout(2 * FRAMES - 1, figures.frames.get(""));
    }

    @Test
    void openGlEsIsAsOpenGl() throws Exception {
        FrameFigures figures = run("", PlainEsGame.class, Integer.toString(FRAMES));
        // An upload before the first pass.
        figures.gpuZones.remove("other");
        assertEquals(
                Set.of("main pass", "lit scene", "framebuffer 2, 64x64 color", "screen"), figures.gpuZones.keySet());
        figures.gpuZones.forEach(
                (name, count) -> assertTrue(count >= FRAMES - MISSED && count <= FRAMES, name + ": " + count));
        assertEquals(Set.of("lit scene"), figures.inner.keySet(), "passes in a group of the program's");
        assertEquals(
                Map.of("draw calls", (double) PlainEsGame.DRAWS, "instances", (double) PlainEsGame.INSTANCES),
                Map.of(
                        "draw calls", figures.plots.get("draw calls").getLast(),
                        "instances", figures.plots.get("instances").getLast()));
        assertEquals(2, figures.cpuZones.get("compile a shader"));
    }

    /** A query in a list would run with each call of the list, and one that is not called would hold up all others. */
    @ParameterizedTest
    @ValueSource(strings = {"", "draws"})
    void shouldHaveNoQueriesInDisplayLists(String options) throws Exception {
        FrameFigures figures = run(options, ListGame.class);

        assertAbout(ListGame.FRAMES, figures.gpuZones.get("screen"));
        assertEquals(Set.of(1.0), new HashSet<>(figures.plots.get("draw calls")));
        assertEquals(1, figures.cpuZones.get("upload a texture"));
        assertNull(figures.cpuZones.get("upload a buffer"));
    }

    @Test
    void drawCallsAreZonesOnRequest() throws Exception {
        FrameFigures figures = run("draws", PlainGame.class, Integer.toString(FRAMES));
        int draws = figures.inner.getOrDefault("draw, program 1", 0);
        assertTrue(
                draws >= PlainGame.DRAWS * (FRAMES - MISSED) && draws <= PlainGame.DRAWS * FRAMES,
                figures.inner.toString());
    }

    @Test
    void anUploadEndsTheZoneOfTheDrawBeforeIt() throws Exception {
        FrameFigures figures = runAfterRecordingBegan("draws", OffscreenGame.class);
        long shortest = figures.shortestNanos.get("draw, program 1");
        assertTrue(shortest < TimeUnit.MILLISECONDS.toNanos(OffscreenGame.PAUSE_MILLIS), shortest + " ns");
    }

    /** Zones are open when it goes. The program goes on with another context, as engines do. */
    @ParameterizedTest
    @ValueSource(strings = {"reset", "destroyed"})
    void aLostContextIsLeftAlone(String how) throws Exception {
        AgentRun run =
                AgentRun.of(folder, agent, "", List.of(), LostGame.class.getName(), how, Integer.toString(FRAMES));
        assertEquals(0, run.exit(), run.output());
        assertFalse(run.output().contains("hook failed"), run.output());
        assertTrue(run.output().contains("frames " + FRAMES + ", error 0"), run.output());
        FrameFigures figures = FrameFigures.read(run.recording());
        assertEquals((how.equals("reset") ? 3 : 2) * FRAMES, figures.cpuZones.get("swap buffers"), run.output());
        // A lost context finishes nothing any more.
        int passes = figures.gpuZones.get("main pass");
        assertTrue(passes > FRAMES && passes <= 2 * FRAMES, passes + " passes");
    }
}
