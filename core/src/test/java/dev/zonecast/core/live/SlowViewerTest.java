package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.tracy.Welcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Back-pressure ends at the rings: whatever the viewer does, the program's threads wait no longer than they were told to. */
class SlowViewerTest {
    /** When so many are lost, kernel, blocks and ring are full. */
    private static final int LOSSES = 100;

    private static final int WAITS = 20;

    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void shouldNotHoldUpTheProgramWhenTheViewerTakesNothing(int ringWaitMillis) throws Exception {
        int port = CollectorStandIn.freePort();
        CompletableFuture<ChildJvm.Result> program = CompletableFuture.supplyAsync(() -> run(port, ringWaitMillis));
        // Reads its welcome and then nothing, for as long as the program runs.
        try (TracyViewer viewer = TracyViewer.greetWhenItListens(port, 82)) {
            assertEquals(Welcome.STATUS_WELCOME, viewer.readStatus());

            ChildJvm.Result result = program.join().expectSuccess();

            assertEquals(
                    "dropped, waited " + (ringWaitMillis > 0), result.outLines().getFirst());
            assertFalse(result.err().contains("read nothing"), "the viewer was not dropped meanwhile: " + result);
        }
    }

    private static ChildJvm.Result run(int port, int ringWaitMillis) {
        try {
            return new ChildJvm().run(Program.class, Integer.toString(port), Integer.toString(ringWaitMillis));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static final class Program {
        private static final SourceLocation HERE = SourceLocation.here();

        private Program() {}

        public static void main(String[] arguments) {
            int ringWaitMillis = Integer.parseInt(arguments[1]);
            int waits = ringWaitMillis > 0 ? WAITS : 0;
            Zonecast.start(Options.defaults()
                    .set(Option.PORT, Integer.parseInt(arguments[0]))
                    .set(Option.RING_WAIT, Duration.ofMillis(ringWaitMillis))
                    .set(Option.VIEWER_STALL, Duration.ofMinutes(30))
                    .set(Option.SHUTDOWN_LIMIT, Duration.ofMillis(100)));
            while (!Zonecast.isActive()) {
                LockSupport.parkNanos(1_000_000);
            }
            Recorder recorder = Recorder.current();
            // Comes to an end only if no call waits for the viewer.
            while (recorder.droppedCount() < LOSSES || recorder.waitCount() < waits) {
                Zone.end(Zone.begin(HERE));
            }
            System.out.println("dropped, waited " + (recorder.waitCount() > 0));
        }
    }
}
