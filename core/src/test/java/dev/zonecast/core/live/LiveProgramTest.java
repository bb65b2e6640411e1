package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** From the API in another process to what a viewer understands: nothing is lost on the way, and nothing is added. */
class LiveProgramTest {
    @Test
    void shouldShowAViewerEverythingWhenAProgramRuns() throws IOException {
        int port = CollectorStandIn.freePort();
        CompletableFuture<ChildJvm.Result> program = CompletableFuture.supplyAsync(() -> run(port));
        TracyViewer viewer = TracyViewer.joinWhenItListens(port, 82);

        LiveTrace trace = viewer.awaitEnd();

        ChildJvm.Result result = program.join().expectSuccess();
        assertTrue(result.outLines().contains("port " + port), result.out());
        assertTrue(result.outLines().contains("complete true dropped 0"), result.out());
        int rounds = LiveProgram.ROUNDS;
        assertEquals("live program", trace.programName);
        assertTrue(trace.appInfo.contains("a live program"));
        assertEquals(rounds / 10, trace.zonesNamed("frame").size());
        assertEquals(rounds * LiveProgram.THREADS, trace.zonesNamed("job").size());
        assertEquals(
                rounds * LiveProgram.THREADS, trace.zonesNamed("LiveProgram").size());
        assertEquals("frame 7", trace.zonesNamed("frame").get(7).texts.getFirst());
        assertEquals(7L, trace.zonesNamed("frame").get(7).values.getFirst());
        assertEquals(rounds / 10, trace.plot("load").size());
        assertEquals(rounds / 10, trace.frameSet("tick").size());
        assertEquals(rounds / 10, trace.frames.get(0L).size());
        assertEquals("done", trace.messages.getLast().text());
        Set<String> names = new HashSet<>(trace.threadNames.values());
        assertTrue(names.containsAll(Set.of("renderer", "worker 0", "worker 1", "worker 2")), names.toString());
    }

    private static ChildJvm.Result run(int port) {
        try {
            return new ChildJvm().run(LiveProgram.class, Integer.toString(port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
