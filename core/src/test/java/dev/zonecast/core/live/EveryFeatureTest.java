package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.tracy.QueryType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that uses everything, and what a viewer of each version understands of it: the counts are exact. */
class EveryFeatureTest {
    private static final int ROUNDS = EveryFeatureProgram.ROUNDS;
    private static final int WORKERS = EveryFeatureProgram.WORKERS;

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowEverythingExactlyWhenAnyVersionConnects(int version) throws IOException {
        int port = CollectorStandIn.freePort();
        CompletableFuture<ChildJvm.Result> program = CompletableFuture.supplyAsync(() -> run(port, 3));
        TracyViewer viewer = TracyViewer.joinWhenItListens(port, version);
        viewer.await("the parameters", () -> viewer.trace().parameters.size() == 3);
        viewer.ask(QueryType.PARAMETER, 0L << 32 | 42);
        viewer.ask(QueryType.PARAMETER, 1L << 32);
        viewer.ask(QueryType.PARAMETER, 2L << 32 | 1);
        viewer.ask(QueryType.PARAMETER, 3L << 32 | 1);
        viewer.ask(QueryType.PARAMETER, -1);

        LiveTrace trace = viewer.awaitEnd();

        ChildJvm.Result result = program.join().expectSuccess();
        assertTrue(result.outLines().contains("complete true losses 0"), result.toString());
        assertTrue(
                result.outLines()
                        .containsAll(List.of(
                                "changed speed = 42 on zonecast-parameters",
                                "changed shadows = 0 on zonecast-parameters",
                                "changed reload on zonecast-parameters")),
                result.out());
        zones(trace);
        framesAndPlots(trace);
        locksAndMemory(trace);
        gpu(trace, version);
        messages(trace, version);
        programAndMachine(trace, version);
        fibersAndCallStacks(trace);
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 69})
    void shouldShowEverythingExactlyWhenItComesFromTheHistory(int version) throws IOException {
        int port = CollectorStandIn.freePort();
        String[] flags = {"-Dzonecast.listen=false", "-Dzonecast.history=1000s", "-Dzonecast.exit=wait"};
        CompletableFuture<ChildJvm.Result> program = CompletableFuture.supplyAsync(() -> run(port, 0, flags));

        LiveTrace trace = TracyViewer.joinWhenItListens(port, version).awaitEnd();

        ChildJvm.Result result = program.join().expectSuccess();
        assertTrue(result.outLines().contains("complete true losses 0"), result.toString());
        zones(trace);
        framesAndPlots(trace);
        locksAndMemory(trace);
        gpu(trace, version);
        programAndMachine(trace, version);
        fibersAndCallStacks(trace);
    }

    private static ChildJvm.Result run(int port, int changes, String... flags) {
        try {
            return new ChildJvm()
                    .flags(flags)
                    .run(EveryFeatureProgram.class, Integer.toString(port), Integer.toString(changes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void zones(LiveTrace trace) {
        assertEquals((7 + 2 + WORKERS) * ROUNDS, trace.zoneCount());
        assertEquals(ROUNDS, trace.zonesNamed("main frame").size());
        assertEquals(ROUNDS, trace.zonesNamed("Program.step").size());
        assertEquals(2 * ROUNDS, trace.zonesNamed("leaf").size());
        assertEquals(2 * ROUNDS, trace.zonesNamed("locked").size());
        assertEquals(ROUNDS, trace.zonesNamed("script 0").size());
        LiveTrace.Zone frame = trace.zonesNamed("main frame").get(7);
        assertEquals(List.of("frame 7", "x".repeat(300)), frame.texts);
        assertEquals(List.of(7L), frame.values);
        LiveTrace.Zone leaf = trace.zonesNamed("leaf").get(15);
        assertEquals("renamed", leaf.name);
        assertEquals(List.of(1007L), leaf.values);
        assertEquals(0xFF00FF, leaf.rgb);
        assertEquals(
                List.of("Wolf:bite wolf.lua:12", "main main.lua:0"),
                trace.zonesNamed("called").getLast().calls);
    }

    private static void framesAndPlots(LiveTrace trace) {
        assertEquals(ROUNDS, trace.frames.get(0L).size());
        assertEquals(ROUNDS, trace.frameSet("tick").size());
        assertEquals(2 * ROUNDS, trace.frameSet("sub frame").size());
        assertEquals(ROUNDS, trace.vsyncs.get(3).size());
        assertEquals(ROUNDS, trace.images.size());
        assertEquals(ROUNDS, trace.plot("sine").size());
        assertEquals(ROUNDS, trace.plot("mem").size());
        assertEquals(99, trace.plot("percent").getLast().value());
    }

    private static void locksAndMemory(LiveTrace trace) {
        for (String name : List.of("named mutex", "shared lock")) {
            LiveTrace.Lock lock = trace.locks.values().stream()
                    .filter(l -> name.equals(l.name))
                    .findFirst()
                    .orElseThrow();
            assertEquals(3 * (1 + WORKERS) * ROUNDS, lock.events.size(), name);
            assertEquals(1 + WORKERS, lock.threads.size());
            assertTrue(lock.holders.isEmpty() && lock.waiting.isEmpty());
        }
        Map<String, LiveTrace.Pool> pools = new HashMap<>();
        trace.pools.forEach((name, pool) -> pools.put(trace.strings.get(name), pool));
        assertEquals(2 * ROUNDS, pools.get("pool").events.size());
        assertTrue(pools.get("pool").live.isEmpty() && pools.get("arena").live.isEmpty());
        assertEquals(0, pools.get("pool").freedUnknown + pools.get("arena").freedUnknown);
    }

    private static void gpu(LiveTrace trace, int version) {
        assertEquals(List.of("gl context", "vulkan context", "custom context"), List.copyOf(trace.gpuNames.values()));
        assertEquals(3 * 3 * ROUNDS, trace.gpuZones.size());
        assertTrue(trace.gpuZones.stream().allMatch(zone -> zone.gpuEndNanos >= zone.gpuBeginNanos));
        assertEquals(version == 69 ? 1 : 7, trace.gpuContexts.get(2).type());
    }

    private static void messages(LiveTrace trace, int version) {
        long own = trace.messages.stream().filter(m -> m.source() == 0).count();
        long coloured = trace.messages.stream()
                .filter(m -> m.rgb() >= 0 && !m.text().startsWith("parameter"))
                .count();
        long parameters = trace.messages.stream()
                .filter(m -> m.text().startsWith("parameter"))
                .count();
        assertEquals(3, parameters);
        // Versions before 82 do not say who wrote a message.
        assertEquals(4 * ROUNDS / 10 + 2 * ROUNDS + 1 + (version == 82 ? 0 : 3), own);
        assertEquals(2 * ROUNDS / 10, coloured);
    }

    private static void fibersAndCallStacks(LiveTrace trace) {
        assertEquals(Set.of("fiber one", "fiber two"), Set.copyOf(trace.fiberNames.values()));
        trace.fibers.forEach(
                (id, row) -> assertEquals(trace.fiberNames.get(id).equals("fiber two") ? 3 : 0, row.group));
        List<LiveTrace.Zone> resumed = trace.zonesNamed("resumed");
        assertEquals(2 * ROUNDS, resumed.size());
        assertEquals(ROUNDS, resumed.stream().filter(zone -> zone.calls != null).count());
        assertEquals(2, resumed.stream().map(zone -> zone.thread).distinct().count());
        LiveTrace.Pool stacked = trace.pools.values().stream()
                .filter(pool -> !pool.stacks.isEmpty())
                .findFirst()
                .orElseThrow();
        assertEquals(2 * ROUNDS, stacked.stacks.size());
        String method = EveryFeatureProgram.class.getName() + ".fibersAndCallStacks EveryFeatureProgram.java:";
        assertTrue(
                stacked.stacks.getFirst().getFirst().startsWith(method),
                stacked.stacks.getFirst().getFirst());
        // Those of the messages, and that of the crash.
        assertEquals(2 * ROUNDS + 1, trace.messageStacks.size());
        assertEquals(1, trace.crashes.size());
        assertTrue(
                trace.crashes().getFirst().contains("java.lang.IllegalStateException: crash ["),
                trace.crashes().getFirst());
    }

    private static void programAndMachine(LiveTrace trace, int version) {
        Map<String, Integer> groups = new HashMap<>();
        trace.threadNames.forEach((id, name) -> groups.put(name, trace.threadGroups.getOrDefault(id, 0)));
        assertEquals(List.of(1, 2, 3), List.of(groups.get("renderer"), groups.get("worker 0"), groups.get("worker 1")));
        assertEquals(List.of("Program version 1"), trace.appInfo);
        List<LiveTrace.Parameter> parameters = List.copyOf(trace.parameters.values());
        assertEquals(
                List.of(7, 1, 0),
                parameters.stream().map(LiveTrace.Parameter::value).toList());
        assertEquals(
                List.of(0, 1, version == 82 ? 2 : 1),
                parameters.stream().map(LiveTrace.Parameter::type).toList());
        assertEquals(version == 82 ? ROUNDS : 0, trace.sectionsOf("loading").size());
        assertEquals(version == 82 ? 2 : 0, trace.sectionsOf("level").size());
        assertTrue(trace.sections.values().stream().allMatch(s -> s.endNanos >= s.beginNanos));
        assertTrue(trace.hostInfo.contains("\nProcessors: "), trace.hostInfo);
        assertTrue(trace.cpuLoads.stream().allMatch(load -> load >= 0 && load <= 100));
    }
}
