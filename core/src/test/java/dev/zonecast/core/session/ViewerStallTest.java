package dev.zonecast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long a viewer may hold up the collector: less beside a recording, but not beside the profiler's own sinks. */
class ViewerStallTest {
    @Test
    void shouldShortenTheLimitAndNameItBesideARecordingAlone() throws Exception {
        ChildJvm.Result result = new ChildJvm().run(Program.class).expectSuccess();

        assertEquals(
                List.of(
                        "true 5000000000 zonecast.viewer.stall",
                        "true 1000000000 beside a recording or another sink the limit is 1 s"),
                result.outLines());
    }

    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            boolean ignored = Profiler.start(Options.defaults()
                    .set(Option.LISTEN, false)
                    .set(Option.SUMMARY, true)
                    .set(Option.HISTORY, Duration.ofSeconds(1))
                    .set(Option.VIEWER_STALL, Duration.ofSeconds(5)));
            Profiler profiler = Profiler.current();
            ViewerPort viewers = profiler.viewers;
            for (String sink : List.of("viewer", "recording")) {
                profiler.attach(new EventSink() {
                    @Override
                    public String description() {
                        return sink;
                    }

                    @Override
                    public void event(Event event) {}
                });
                // It is attached at the next pass.
                boolean attached = profiler.flush(Duration.ofSeconds(60));
                profiler.onCollector(() -> System.out.println(
                                attached + " " + viewers.stallLimitNanos() + " " + viewers.stallLimitText()))
                        .join();
            }
        }
    }
}
