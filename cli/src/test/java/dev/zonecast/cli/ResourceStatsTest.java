package dev.zonecast.cli;

import static dev.zonecast.cli.JsonTree.at;
import static dev.zonecast.cli.JsonTree.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.MachineEvent;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.event.PowerReading;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.ProgramFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory, fibers and GPU clocks in {@code stats}, of a recording whose figures are known. */
class ResourceStatsTest {
    private static final long SECOND = 1_000_000_000;
    private static final MemoryPool POOL = MemoryPool.of("resource pool");
    private static final CallStack CALLS = new CallStack(List.of(
            new CallStack.Call("Mesh.load", "Mesh.java", 12), new CallStack.Call("Game.start", "Game.java", 3)));

    @TempDir
    Path folder;

    private final EventThread main = EventThread.of(5, "main");
    private final EventThread worker = EventThread.of(6, "worker");
    private Path file;

    /** The recording begins at 1 s. */
    @BeforeEach
    void record() throws IOException {
        file = folder.resolve("resources.fxt");
        FxtRecording recording = FxtRecording.create(file, new ProgramFacts("game", 77, "c", "r", "25", "Linux"), 0);
        recording.begin(new SinkStart(SECOND, 0));
        recording.thread(main, Life.STARTED);
        recording.thread(worker, Life.STARTED);
        recording.event(new MemoryEvent()
                .block(EventKind.MEMORY_ALLOCATED, POOL, main, SECOND + 100, 0x1000, 1000, 1000, CALLS));
        recording.event(new MemoryEvent()
                .block(EventKind.MEMORY_ALLOCATED, POOL, worker, SECOND + 200, 0x2000, 500, 1500, null));
        recording.event(
                new MemoryEvent().block(EventKind.MEMORY_FREED, POOL, worker, SECOND + 300, 0x1000, 1000, 500, null));
        recording.event(
                new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, POOL, main, 2 * SECOND, 0x3000, 200, 700, CALLS));
        recording.event(new MemoryEvent()
                .block(EventKind.MEMORY_ALLOCATED, POOL, main, 2 * SECOND + 1, 0x4000, 40, 740, CALLS));
        EventThread fiber = EventThread.ofFiber(1L << 40, "script");
        recording.thread(fiber, Life.STARTED);
        for (EventThread carrier : List.of(main, worker, main)) {
            recording.event(new FiberEvent().entered(fiber, SECOND + 1000, carrier.id(), carrier.name()));
            recording.event(new FiberEvent().left(fiber, SECOND + 1700));
        }
        GpuContextInfo gpu = new GpuContextInfo(3, GpuApi.OPENGL, "renderer", SECOND);
        recording.event(new GpuEvent().context(gpu));
        recording.event(new GpuEvent().calibration(gpu, SECOND + 10, 900, 12.5));
        recording.event(new GpuEvent().calibration(gpu, SECOND + 20, 300, -1));
        for (long joules = 1; joules <= 2; joules++) {
            recording.event(
                    MachineEvent.power(joules * SECOND, new PowerReading("package", 0, 1_000_000 * joules, SECOND)));
        }
        recording.end(2 * SECOND + 2, SECOND);
    }

    private Object json(Object... options) {
        Object[] all = new Object[options.length + 3];
        all[0] = "stats";
        all[1] = file;
        all[2] = "--json";
        System.arraycopy(options, 0, all, 3, options.length);
        CommandRun run = CommandRun.of(all);
        assertEquals(0, run.exit(), run.err());
        return JsonTree.of(run.out());
    }

    private static void assertFigures(Object of, Map<String, Integer> expected) {
        expected.forEach((name, value) -> assertEquals(value.doubleValue(), at(of, name), name + " of " + of));
    }

    @Test
    void shouldHaveTheBlocksOfEachPool() {
        Object pool = list(at(json(), "memory")).getFirst();

        assertEquals("resource pool", at(pool, "name"));
        assertFigures(
                pool,
                Map.of(
                        "allocations", 4,
                        "allocatedBytes", 1740,
                        "frees", 1,
                        "freedBytes", 1000,
                        "peakBytes", 1500,
                        "liveBlocks", 3,
                        "liveBytes", 740,
                        "unmatched", 0,
                        "untracked", 0));
        List<Object> sites = list(at(pool, "livingAtTheEnd"));
        assertEquals(2, sites.size());
        assertFigures(sites.get(0), Map.of("blocks", 1, "bytes", 500));
        assertFigures(sites.get(1), Map.of("blocks", 2, "bytes", 240));
        assertEquals("Mesh.load", at(list(at(sites.get(1), "calls")).getFirst(), "function"));
    }

    @Test
    void shouldCountWhatLivedBeforeTheRangeOfTimeAsLivingOnly() {
        Object pool = list(at(json("--since", "0.5"), "memory")).getFirst();

        assertFigures(
                pool,
                Map.of(
                        "allocations", 2,
                        "allocatedBytes", 240,
                        "frees", 0,
                        "peakBytes", 740,
                        "liveBlocks", 3,
                        "liveBytes", 740));
    }

    @Test
    void shouldFollowTheBlocksOfTheChosenThreads() {
        Object pool = list(at(json("--thread", "main"), "memory")).getFirst();

        // Another thread freed the first one.
        assertFigures(
                pool, Map.of("allocations", 3, "allocatedBytes", 1240, "frees", 1, "liveBytes", 240, "unmatched", 0));
    }

    @Test
    void shouldHaveTheRunsOfEachFiber() {
        Object fiber = list(at(json(), "fibers")).getFirst();

        assertEquals("script", at(fiber, "name"));
        assertFigures(fiber, Map.of("runs", 3, "carriers", 2));
        assertEquals(2100.0, at(fiber, "runNanos", "sum"));
    }

    @Test
    void shouldHaveTheWorstErrorOfEachGpuClock() {
        Object clock = list(at(json(), "gpuClocks")).getFirst();

        assertEquals("renderer", at(clock, "name"));
        assertFigures(clock, Map.of("context", 3, "calibrations", 2, "worstErrorNanos", 900, "lastErrorNanos", 300));
    }

    @Test
    void shouldPrintTablesForPeople() {
        String out = CommandRun.of("stats", file).out();

        assertTrue(
                out.lines().anyMatch(l -> l.matches("resource pool +4 +1\\.7 KiB +1 +1000 B +1\\.5 KiB +3 +740 B *")),
                out);
        assertTrue(out.lines().anyMatch(l -> l.matches("resource pool +2 +240 B +Mesh\\.load < Game\\.start")), out);
        assertTrue(out.lines().anyMatch(l -> l.matches("script +3 +2\\.100 us .* 2")), out);
        assertTrue(
                out.lines()
                        .anyMatch(l ->
                                l.matches("renderer +2 +900 ns +300 ns +-1\\.00 ppm +\\+12\\.50 ppm +-1\\.00 ppm")),
                out);
    }

    @Test
    void shouldBeMarkersAndACounterInFirefox() throws IOException {
        Path target = folder.resolve("resources.json");

        CommandRun run = CommandRun.of("export", file, "--to", "firefox", "-o", target);

        assertEquals(0, run.exit(), run.err());
        Object profile = JsonTree.of(target);
        FirefoxCheck.check(profile);
        List<Object> markers = list(at(list(at(profile, "threads")).getFirst(), "markers", "data"));
        List<Object> blocks = markers.stream()
                .filter(data -> at(data, "type").equals("Memory"))
                .toList();
        assertEquals(3, blocks.size());
        assertEquals(1000.0, at(blocks.getFirst(), "size"));
        assertEquals("0x1000", at(blocks.getFirst(), "address"));
        assertTrue(JsonTree.map(blocks.getFirst()).containsKey("cause"));
        assertEquals(
                2,
                markers.stream()
                        .filter(data -> at(data, "type").equals("Fiber"))
                        .count());
        assertTrue(list(at(profile, "counters")).stream()
                .anyMatch(counter -> at(counter, "name").equals("GPU clock error: renderer (ns)")));
        Object pool = counter(profile, "memory: resource pool");
        assertEquals(List.of(0.0, 1000.0, 500.0, -1000.0, 200.0, 40.0), at(pool, "samples", "count"));
        assertEquals(List.of(0.0, 1.0, 1.0, 1.0, 1.0, 1.0), at(pool, "samples", "number"));
    }

    /** 2 J, the second report, in millionths of a millionth of a watt hour. */
    @Test
    void shouldBeAPowerTrackInFirefox() throws IOException {
        Path target = folder.resolve("power.json");
        assertEquals(
                0,
                CommandRun.of("export", file, "--to", "firefox", "-o", target).exit());

        Object power = counter(JsonTree.of(target), "power package (W)");

        assertEquals("power", at(power, "category"));
        assertEquals("pWh", at(power, "display", "unit"));
        assertEquals("line-rate", at(power, "display", "graphType"));
        List<Object> energy = list(at(power, "samples", "count"));
        assertEquals(0.0, energy.getFirst());
        assertEquals(2 / 3600.0 * 1e12, (Double) energy.getLast(), 1);
    }

    private static Object counter(Object profile, String name) {
        return list(at(profile, "counters")).stream()
                .filter(counter -> at(counter, "name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldPrintTheChosenTablesOnly() {
        String out = CommandRun.of("stats", file, "--show", "fibers,gpu").out();

        assertTrue(out.contains("GPU clock") && out.contains("fiber ") && !out.contains("live at the end"), out);
    }
}
