package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with Vulkan that know nothing of Zonecast: what the agent records is what the programs did, and validation stays silent. */
class VkAgentTest {
    private static final int FRAMES = 40;

    @TempDir
    static Path folder;

    private static Path jar;
    private static VirtualDisplay display;

    @BeforeAll
    static void open() throws Exception {
        jar = AgentJar.make(folder);
        display = VirtualDisplay.open();
    }

    @AfterAll
    static void close() {
        if (display != null) {
            display.close();
        }
    }

    private static AgentRun run(Class<?> main, String... arguments) throws Exception {
        return runWith("", main, arguments);
    }

    /** Pictures of frames may be dropped when the machine is busy. */
    private static AgentRun runWith(String options, Class<?> main, String... arguments) throws Exception {
        AgentRun run = start(options, main, arguments);
        assertTrue(run.droppedPictures() == 0 || options.startsWith("images="), run.output());
        return run;
    }

    private static AgentRun start(String options, Class<?> main, String... arguments) throws Exception {
        AgentRun run = startUnclosed(options, main, arguments);
        assertTrue(run.output().contains("validation messages: []"), run.output());
        assertFalse(run.output().matches("(?s).*validation messages: \\[[^]].*"), run.output());
        return run;
    }

    /** A program that does not close its device prints no messages of validation. */
    private static AgentRun startUnclosed(String options, Class<?> main, String... arguments) throws Exception {
        var all = new ArrayList<>(
                List.of(main.getName(), AgentRun.recording(folder).toString()));
        all.addAll(List.of(arguments));
        AgentRun run = AgentRun.of(
                folder,
                jar,
                options,
                List.of(),
                display == null ? Map.of() : Map.of("DISPLAY", display.name()),
                all.toArray(String[]::new));
        assertEquals(0, run.exit(), run.output());
        assertFalse(run.output().contains("hook failed"), run.output());
        return run;
    }

    /** With command buffers for one submission, and with such that could be submitted again. */
    @ParameterizedTest
    @ValueSource(strings = {"once", "again"})
    void framesPassesAndCountsAreTheGames(String how) throws Exception {
        AgentRun.Recorded recorded =
                run(VulkanGame.class, Integer.toString(FRAMES), how).read();
        assertEquals(FRAMES - 1, recorded.frames, "intervals between " + FRAMES + " marks");
        var expected = new TreeMap<String, Integer>();
        List.of(
                        "other",
                        "shadow map",
                        "main",
                        "render pass 2, 64x64",
                        "instanced",
                        "transfer",
                        "secondary command buffers",
                        "secondary",
                        "reused")
                .forEach(name -> expected.put(name, FRAMES));
        // In "main", after the copies, in "secondary" and in "reused".
        expected.put("compute", 4 * FRAMES);
        assertEquals(expected, recorded.gpuZones);
        assertEquals(
                Map.of(
                        "draw calls", (double) VulkanGame.DRAWS,
                        "instances", (double) VulkanGame.INSTANCES,
                        "primitives", (double) VulkanGame.PRIMITIVES,
                        "dispatches", (double) VulkanGame.DISPATCHES,
                        "GPU copies", (double) VulkanGame.COPIES),
                countsOf(recorded));
    }

    private static Map<String, Double> countsOf(AgentRun.Recorded recorded) {
        var counts = new TreeMap<>(recorded.plots);
        counts.keySet()
                .retainAll(List.of("draw calls", "instances", "primitives", "dispatches", "GPU copies", "uploaded"));
        return counts;
    }

    /** Of a label that began in a pass, the zone ends with the pass at the latest. */
    @Test
    void labelsInAnyOrderWithPassesAreZones() throws Exception {
        AgentRun run = run(VulkanLabels.class);

        assertFalse(run.output().contains("has no end"), run.output());
        var zones = new TreeMap<String, Integer>();
        var parts = new TreeMap<Integer, Integer>();
        TraceReader.read(run.recording(), new TraceListener() {
            @Override
            public void zone(TraceZone zone) {
                if (zone.track().kind() == Track.Kind.GPU) {
                    zones.merge(zone.name(), 1, Integer::sum);
                    if (zone.name().startsWith("in ")) {
                        assertEquals("in " + (zone.depth() - 1), zone.name(), "open labels around a dispatch");
                    } else if (zone.name().startsWith("rendering")) {
                        parts.merge(zone.depth(), 1, Integer::sum);
                    }
                }
            }
        });
        assertEquals(Map.of(1, 1, 2, 5), parts, "all parts but one are in a label");
        assertNull(zones.get("between"));
        String expected = "labels " + zones.get("label") + ", passes " + zones.get("pass");
        assertTrue(run.output().contains(expected + System.lineSeparator()), expected + "\n" + run.output());
    }

    /** A label that is open where a subpass ends has its zone in that subpass. */
    @Test
    void shouldDivideARenderPassIntoItsSubpasses() throws Exception {
        AgentRun run = run(VulkanSubpasses.class);

        FrameFigures figures = FrameFigures.read(run.recording());
        assertEquals(
                Map.of(
                        "deferred", 2,
                        "deferred, subpass 0", 2,
                        "in subpass 0", 1,
                        "from subpass 0 on", 1,
                        "deferred, subpass 1", 1,
                        "in subpass 1", 1,
                        "deferred, subpass 2", 2,
                        "in subpass 2", 2),
                figures.gpuZones);
        assertEquals(2, figures.passes.size(), "subpasses and labels lie in the passes");
    }

    /** The driver here executes them, though it does not have the extension. The validation layer reports that. */
    @Test
    void shouldCollectEachRunOfNestedCommandBuffers() throws Exception {
        AgentRun run = startUnclosed("", VulkanNested.class);

        assertEquals(
                VulkanNested.ROUNDS, FrameFigures.read(run.recording()).gpuZones.get("inner"), run.output());
    }

    @Test
    void workIsCollectedAndCountedWhereNothingIsPresentedAnyMore() throws Exception {
        AgentRun run = startUnclosed("", VulkanHidden.class);

        FrameFigures figures = FrameFigures.read(run.recording());
        assertTrue(figures.gpuZones.containsKey("hidden"), run.output());
        assertEquals(List.of(1.0, 0.0, 1.0), figures.plots.get("GPU copies"), "the frame, none yet, the first hidden");
    }

    @Test
    void countersOfTwoApisHavePlotsOfTheirOwn() throws Exception {
        AgentRun run = run(TwoApisGame.class);

        assertTrue(run.output().contains("error 0"), run.output());
        Map<String, List<Double>> plots = FrameFigures.read(run.recording()).plots;
        assertEquals(Set.of((double) TwoApisGame.COPIES), Set.copyOf(plots.get("GPU copies")), plots::toString);
        assertEquals(Set.of(1.0), Set.copyOf(plots.get("GPU copies, Vulkan")), plots::toString);
    }

    @Test
    void waitsAndHitchesAreZones() throws Exception {
        AgentRun.Recorded recorded =
                run(VulkanGame.class, Integer.toString(FRAMES), "once").read();
        assertEquals(FRAMES, recorded.cpuZones.get("present"));
        assertEquals(FRAMES, recorded.cpuZones.get("acquire an image"));
        assertEquals(2 * FRAMES, recorded.cpuZones.get("wait for a fence"));
        assertEquals(1, recorded.cpuZones.get("wait for a device"));
        assertEquals(3, recorded.cpuZones.get("create a shader module"));
        assertEquals(1, recorded.cpuZones.get("create graphics pipelines"));
        assertEquals(1, recorded.cpuZones.get("create compute pipelines"));
        assertTrue(recorded.texts.get("create graphics pipelines").startsWith("2 pipelines"), recorded.texts::toString);
        assertEquals(2, recorded.cpuZones.get("allocate GPU memory"), "the buffers; the images are small");
    }

    /** Each picture has the colour of its frame; the program's structures, images and semaphores are as without the agent. */
    @Test
    void picturesAreThoseOfTheFrames() throws Exception {
        AgentRun run = runWith("images=32x16@1000", VulkanScreen.class, Integer.toString(FRAMES));
        AgentRun.Recorded recorded = run.read();
        assertPictures(recorded, FRAMES, run.droppedPictures());
        int pictures = recorded.gpuZones.remove("picture of the frame");
        assertTrue(pictures >= recorded.pictures.size(), pictures + " zones");
        assertEquals(pictures, recorded.cpuZones.get("picture of the frame"));
        assertEquals(
                Map.of("other", FRAMES, "transfer", FRAMES), recorded.gpuZones, "the copies are no work of the game");
        assertEquals(Map.of("GPU copies", 1.0), countsOf(recorded));
    }

    private static void assertPictures(AgentRun.Recorded recorded, int frames, int dropped) {
        assertFalse(recorded.pictures.isEmpty());
        assertTrue(recorded.pictures.size() + dropped > frames / 2, recorded.pictures.size() + " pictures");
        recorded.pictures.forEach((frame, picture) -> {
            assertEquals(32, Math.max(picture.width(), picture.height() * 2), picture.width() + "x" + picture.height());
            int color = VulkanScreen.color(frame + recorded.firstFrame(frames));
            assertEquals(
                    Set.of(color),
                    Arrays.stream(picture.toRgb()).boxed().collect(Collectors.toSet()),
                    "frame " + frame);
        });
    }

    /** Pictures are of the first window. The other one is closed before the end. */
    @Test
    void windowsOfOnePresentationHaveTheirFrames() throws Exception {
        AgentRun run = runWith("images=32x16@1000", VulkanWindows.class);

        int frames = VulkanWindows.TOGETHER + VulkanWindows.ALONE;
        FrameFigures figures = FrameFigures.read(run.recording());
        assertEquals(Map.of("", frames - 1, "window 2", VulkanWindows.TOGETHER - 1), figures.frames, run.output());
        assertEquals(frames, figures.cpuZones.get("present"), "a call is one zone");
        assertPictures(run.read(), frames, run.droppedPictures());
    }

    @Test
    void aLostDeviceIsLeftAlone() throws Exception {
        AgentRun run = start("", VulkanLost.class);

        assertTrue(run.output().contains("lost " + VulkanLost.ROUNDS), run.output());
        FrameFigures figures = FrameFigures.read(run.recording());
        int steps = figures.gpuZones.get("step");
        assertTrue(
                steps >= VulkanLost.ROUNDS && steps <= 2 * VulkanLost.ROUNDS,
                "those of the second device, and what the first one finished: " + steps);
        assertEquals(
                3 * VulkanLost.ROUNDS,
                figures.sumOf("GPU copies"),
                "the second device continues the plots of the first");
        assertEquals(1, figures.contexts.size(), figures.contexts::toString);
    }

    /** The driver is played. Its answers are about the frames of the first window only. */
    @Test
    void framesHaveTheTimesThatTheDriverShowedThem() throws Exception {
        AgentRun run = runWith("", VulkanPresents.class);

        var shown = new TreeMap<Long, Long>();
        var zones = new ArrayList<String>();
        TraceReader.read(run.recording(), new TraceListener() {
            @Override
            public void event(TraceEvent event) {
                if (event instanceof TraceEvent.Vsync vsync) {
                    assertNull(shown.put(vsync.frame(), vsync.beginNanos()), "each frame once");
                }
            }

            @Override
            public void zone(TraceZone zone) {
                zones.add(zone.name());
            }
        });
        List<long[]> awaited = numbers(run, "awaited ");
        List<long[]> timed = Stream.of("timed ", "staged ")
                .flatMap(word -> numbers(run, word).stream())
                .toList();
        assertEquals(2 * VulkanPresents.FRAMES, timed.size());
        assertEquals(3 * VulkanPresents.FRAMES / 4 - 1, awaited.size(), "a fourth timed out, the first has no number");
        assertEquals(
                Stream.concat(awaited.stream(), timed.stream())
                        .map(line -> line[0])
                        .toList(),
                List.copyOf(shown.keySet()));
        long offset = shown.get(timed.getFirst()[0]) - timed.getFirst()[1];
        timed.forEach(line -> assertEquals(line[1] + offset, shown.get(line[0])));
        awaited.forEach(line -> {
            long nanos = shown.get(line[0]) - offset;
            assertTrue(line[1] <= nanos && nanos <= line[2], () -> Arrays.toString(line) + " " + nanos);
        });
        assertTrue(zones.contains("wait for presentation"), zones::toString);
    }

    private static List<long[]> numbers(AgentRun run, String word) {
        return run.output()
                .lines()
                .filter(line -> line.startsWith(word))
                .map(line -> Stream.of(line.substring(word.length()).split(" "))
                        .mapToLong(Long::parseLong)
                        .toArray())
                .toList();
    }

    @Test
    void threadsRecordAtOnceOnSeveralDevicesWithoutFrames() throws Exception {
        AgentRun run = run(VulkanCompute.class);
        assertTrue(run.output().contains("no GPU zones of Vulkan device 3: it has no hostQueryReset"), run.output());
        AgentRun.Recorded recorded = run.read();
        int zones = 2 * VulkanCompute.ROUNDS * VulkanCompute.THREADS;
        assertEquals(
                Map.of("step 0", zones, "step 1", zones, "step 2", zones, "compute", VulkanCompute.RUNS * zones),
                recorded.gpuZones);
        assertEquals(0, recorded.frames);
        FrameFigures figures = FrameFigures.read(run.recording());
        for (String device : List.of("", " (2)", " (3)")) {
            assertEquals(
                    VulkanCompute.RUNS * VulkanCompute.ROUNDS * VulkanCompute.THREADS,
                    figures.sumOf("dispatches" + device),
                    figures.plots::toString);
        }
        // Of a command buffer that is recorded anew before the agent reads it, eight submissions are kept.
        assertTrue(recorded.semaphores >= 2 * 8, () -> recorded.semaphores + " arrows");
        assertTrue(recorded.semaphores <= 2 * VulkanCompute.ROUNDS, () -> recorded.semaphores + " arrows");
    }
}
