package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Published engines that know nothing of Zonecast, with the LWJGL that they were made for and with the newest: what the agent records equals
 * the engine's own statistics, and the engine sees no difference.
 */
class EnginesTest {
    private static final int FRAMES = 40;

    /** The program starts before the recording does. */
    private static final int MISSED = 2;

    private static final double NAMED = 0.95;

    @TempDir
    static Path folder;

    private static Path agent;
    private static VirtualDisplay display;

    @BeforeAll
    static void prepare() throws Exception {
        display = VirtualDisplay.open();
        assumeTrue(display != null, "no Xvfb: Debian's package xvfb");
        agent = AgentJar.make(folder);
    }

    @AfterAll
    static void close() {
        if (display != null) {
            display.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"lwjgl-jme", "''"})
    void jMonkeyEngine(String lwjgl) throws Exception {
        var scene = new EngineRun.Scene("jme", "JmeScene", lwjgl);
        EngineRun.compile(scene, folder);
        FrameFigures figures = profile(scene, Integer.toString(FRAMES), "100", "0");
        // "objects/triangles" of each frame.
        List<String> each = List.of(run.line("draws").split(" "));
        assertFrames(each.stream().map(pair -> pair.replaceAll("/.*", "")).toList(), figures.plots.get("draw calls"));
        assertFrames(each.stream().map(pair -> pair.replaceAll(".*/", "")).toList(), figures.plots.get("primitives"));
        assertTrue(figures.gpuZones.keySet().stream().anyMatch(name -> name.contains(", 256x256")), "shadow maps");
        assertTrue(figures.gpuZones.containsKey("screen"), figures.gpuZones.toString());
    }

    @ParameterizedTest
    @CsvSource({"GL20, lwjgl-gdx", "GL30, lwjgl-gdx", "GL30, ''"})
    void libGdx(String emulation, String lwjgl) throws Exception {
        var scene = new EngineRun.Scene("gdx", "GdxScene", lwjgl);
        EngineRun.compile(scene, folder);
        FrameFigures figures = profile(scene, Integer.toString(FRAMES), emulation);
        assertFrames(List.of(run.line("draws").split(" ")), figures.plots.get("draw calls"));
        for (String pass : List.of(
                "framebuffer 1, 64x64 color",
                "framebuffer 2, 128x64 color+depth",
                "framebuffer 3, 256x64 color",
                "screen")) {
            int count = figures.gpuZones.getOrDefault(pass, 0);
            assertTrue(count >= FRAMES - MISSED && count <= FRAMES + 2, pass + ": " + figures.gpuZones);
        }
    }

    private EngineRun run;

    /** Runs a scene without and with the agent, and compares. */
    private FrameFigures profile(EngineRun.Scene scene, String... arguments) throws Exception {
        EngineRun plain = EngineRun.of(scene, folder, display.name(), null, "", arguments);
        run = EngineRun.of(scene, folder, display.name(), agent, "", arguments);
        assertEquals(plain.line("draws"), run.line("draws"), "what the engine draws");
        assertEquals(plain.line("frames"), run.line("frames"), "frames, OpenGL's errors, sum of the last picture");
        assertTrue(run.line("frames").startsWith(FRAMES + ", errors 0,"), run.line("frames"));
        assertFalse(run.output().contains("hook failed"), run.output());
        assertTrue(run.output().contains("no losses"), run.output());
        FrameFigures figures = FrameFigures.read(run.recording());
        assertEquals(Set.of(""), figures.frames.keySet(), "one window, one set of frames");
        int frames = figures.frames.get("");
        // libGDX shows two empty pictures before the first frame; a frame lies between two marks.
        assertTrue(frames >= FRAMES - MISSED && frames <= FRAMES + 2, "frames: " + frames);
        assertTrue(figures.named() >= NAMED, "in named zones: " + figures.named());
        return figures;
    }

    /** The last frames: the first ones may have no plot. */
    private static void assertFrames(List<String> expected, List<Double> plot) {
        assertEquals(FRAMES, expected.size());
        int known = Math.min(FRAMES - MISSED, plot.size());
        assertTrue(known >= FRAMES - MISSED, "values of the plot: " + plot.size());
        assertEquals(
                expected.subList(FRAMES - known, FRAMES),
                plot.subList(plot.size() - known, plot.size()).stream()
                        .map(value -> Long.toString(value.longValue()))
                        .toList());
    }
}
