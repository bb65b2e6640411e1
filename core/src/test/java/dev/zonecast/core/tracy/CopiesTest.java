package dev.zonecast.core.tracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several class loaders with a copy of Zonecast each: one profiler, and one trace. */
class CopiesTest {
    private static final int ROUNDS = CopiesProgram.ROUNDS;

    @ParameterizedTest
    @ValueSource(ints = {82, 69})
    void shouldShowTheEventsOfBothWhenASecondClassLoaderHasACopy(int version) throws IOException {
        int port = CollectorStandIn.freePort();
        CompletableFuture<ChildJvm.Result> program = CompletableFuture.supplyAsync(
                () -> run(port), task -> Thread.ofPlatform().daemon().start(task));
        TracyViewer viewer = TracyViewer.joinWhenItListens(port, version);

        LiveTrace trace = viewer.awaitEnd();

        ChildJvm.Result result = program.join().expectSuccess();
        assertEquals(
                List.of(
                        "first started true",
                        "second started true",
                        "same port true",
                        "viewer true",
                        "second complete true",
                        "first complete true"),
                result.outLines(),
                result.toString());
        assertEquals(2 * ROUNDS, trace.zonesNamed("outer").size());
        assertEquals(2 * ROUNDS, trace.zonesNamed("inner").size());
        List<String> threads = new ArrayList<>(trace.threadNames.values());
        assertTrue(threads.containsAll(List.of("main", "main (2)")), threads.toString());
        LiveTrace.Zone last = trace.zonesNamed("outer").getFirst();
        assertEquals(List.of("round 0"), last.texts);
        assertEquals(List.of(0L), last.values);
        assertEquals(0x445566, last.rgb);
        assertEquals(4 * ROUNDS, trace.plot("load").size());
        assertEquals(4 * ROUNDS, trace.messages.size());
        assertEquals(ROUNDS, trace.frames.get(0L).size());
        for (String set : List.of("tick", "tick (2)", "frames (2)")) {
            assertEquals(ROUNDS, trace.frameSet(set).size(), set);
        }
        assertEquals(
                List.of(2 * ROUNDS, 2 * ROUNDS),
                trace.pools.values().stream().map(p -> p.events.size()).toList());
        assertEquals(
                List.of(3 * ROUNDS, 3 * ROUNDS),
                trace.locks.values().stream().map(l -> l.events.size()).toList());
        assertEquals(2 * ROUNDS, trace.gpuZones.size());
        assertEquals(version == 82 ? 2 : 0, trace.sectionsOf("level").size());
        assertEquals(2, trace.parameters.size());
    }

    private static ChildJvm.Result run(int port) {
        try {
            return new ChildJvm()
                    .flags("--enable-native-access=ALL-UNNAMED")
                    .run(CopiesProgram.class, Integer.toString(port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
