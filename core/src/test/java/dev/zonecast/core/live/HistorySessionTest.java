package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.tracy.QueryType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A viewer that comes late gets what was before, then what follows: no gap, nothing twice, each thread in its order. */
class HistorySessionTest {
    private static final int JOBS = 20_000;

    private final int port = CollectorStandIn.freePort();

    private CompletableFuture<ChildJvm.Result> start(int jobs, String... flags) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new ChildJvm()
                        .flags("-Dzonecast.history=1000s")
                        .flags(flags)
                        .run(HistoryProgram.class, Integer.toString(port), Integer.toString(jobs));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    /** Lets the program do the rest of its work. */
    private static LiveTrace goOn(TracyViewer viewer) throws IOException {
        viewer.await("the parameter", () -> viewer.trace().parameters.size() == 1);
        viewer.ask(QueryType.PARAMETER, 1);
        return viewer.awaitEnd();
    }

    /** Values of the jobs of each thread, in the order in which the viewer got them. */
    private static List<List<Long>> jobs(LiveTrace trace) {
        Map<Integer, List<Long>> values = new HashMap<>();
        for (LiveTrace.Zone zone : trace.zonesNamed("job")) {
            List<Long> ofThread = values.computeIfAbsent(zone.thread, ignored -> new ArrayList<>());
            // One that was open when the history began may have got its value before.
            assertTrue(ofThread.isEmpty() || !zone.values.isEmpty(), "a job without its number");
            ofThread.addAll(zone.values);
        }
        assertEquals(HistoryProgram.THREADS, values.size());
        return List.copyOf(values.values());
    }

    private static List<Long> from(long first, int count) {
        return LongStream.range(first, first + count).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 69})
    void shouldShowAllThatWasAndAllThatFollowsWhenAViewerComesLate(int version) throws IOException {
        var program = start(JOBS);
        TracyViewer viewer = TracyViewer.joinWhenItListens(port, version);

        LiveTrace trace = goOn(viewer);

        ChildJvm.Result result = program.join().expectSuccess();
        assertTrue(result.outLines().contains("complete true dropped 0"), result.toString());
        int sum = 0;
        for (List<Long> values : jobs(trace)) {
            assertEquals(from(0, values.size()), values);
            assertTrue(result.outLines().contains("jobs " + values.size()), values.size() + result.out());
            sum += values.size();
        }
        assertEquals(sum, trace.zonesNamed("inner").size());
        assertEquals(1, trace.zonesNamed("of an ended thread").size());
        assertEquals(1, trace.zonesNamed("open all the time").size());
        assertTrue(result.err().contains(" s of history"), result.err());
    }

    @Test
    void shouldDropTheOldestAndLogItOnceWhenTheHistoryHasNoRoom() throws IOException {
        var program = start(150_000, "-Dzonecast.history.bytes=4M");
        TracyViewer viewer = TracyViewer.joinWhenItListens(port, 82);

        LiveTrace trace = goOn(viewer);

        ChildJvm.Result result = program.join().expectSuccess();
        long dropped = 0;
        for (List<Long> values : jobs(trace)) {
            long first = values.getFirst();
            dropped += first;
            assertEquals(from(first, values.size()), values);
            assertTrue(result.outLines().contains("jobs " + (first + values.size())), result.out());
        }
        assertTrue(dropped > 0, "nothing was dropped");
        assertEquals(1, trace.zonesNamed("open all the time").size());
        assertEquals(
                1,
                result.err()
                        .lines()
                        .filter(line -> line.contains("needs more than 4 MiB"))
                        .count(),
                result.err());
        assertTrue(trace.appInfo.getFirst().contains("events found no room"), trace.appInfo.toString());
    }

    @Test
    void shouldGiveEachViewerTheHistoryWhenOneComesAfterTheOther() throws IOException {
        var program = start(JOBS);
        try (TracyViewer first = TracyViewer.joinWhenItListens(port, 82)) {
            first.await("zones", () -> first.trace().zoneCount() > 0);
        }
        TracyViewer second = TracyViewer.joinWhenItIsFree(port, 82);

        LiveTrace trace = goOn(second);

        assertTrue(program.join().expectSuccess().outLines().contains("complete true dropped 0"));
        for (List<Long> values : jobs(trace)) {
            assertEquals(from(0, values.size()), values);
        }
    }
}
