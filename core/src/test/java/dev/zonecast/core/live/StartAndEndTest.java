package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A program whose start or end waits for a viewer. */
class StartAndEndTest {
    static final class OneZone {
        public static void main(String[] args) {
            Zone.end(Zone.begin(SourceLocation.here("the only zone")));
        }
    }

    private final int port = CollectorStandIn.freePort();

    private CompletableFuture<ChildJvm.Result> start(String... flags) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new ChildJvm()
                        .flags("-Dzonecast.port=" + port)
                        .flags(flags)
                        .run(OneZone.class);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void shouldHoldTheFirstEventWhenTheStartWaitsForAViewer() throws IOException {
        var program = start("-Dzonecast.wait=viewer");
        TracyViewer viewer = TracyViewer.joinWhenItListens(port, 82);

        LiveTrace trace = viewer.awaitEnd();

        assertEquals(1, trace.zonesNamed("the only zone").size());
        assertTrue(program.join().expectSuccess().err().contains("waits for a Tracy viewer at port " + port));
    }

    @Test
    void shouldHoldTheEndWhenItWaitsForAViewerAndThereIsAHistory() throws IOException {
        var program = start("-Dzonecast.exit=wait", "-Dzonecast.history=10s");
        TracyViewer viewer = TracyViewer.joinWhenItListens(port, 82);

        LiveTrace trace = viewer.awaitEnd();

        assertEquals(1, trace.zonesNamed("the only zone").size());
        assertEquals(0, program.join().exit());
    }

    @Test
    void shouldGoOnWhenNoViewerComesInTime() {
        ChildJvm.Result result =
                start("-Dzonecast.wait=10ms", "-Dzonecast.exit=10ms").join();

        assertEquals(0, result.exit());
        assertTrue(result.err().contains("no viewer has come; the program goes on"), result.err());
    }

    @Test
    void shouldNotWaitWhenNoViewerCanConnect() {
        ChildJvm.Result result = start("-Dzonecast.wait=viewer", "-Dzonecast.exit=wait", "-Dzonecast.mode=record")
                .join();

        assertEquals(0, result.exit());
        assertTrue(result.err().contains("zonecast.wait: the program does not wait"), result.err());
    }
}
