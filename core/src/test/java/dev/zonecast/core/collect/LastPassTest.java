package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.RingPolicy;
import dev.zonecast.core.ring.RingPool;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last pass of a collector fails. */
class LastPassTest {
    /** In a process of its own: a process has one collector. */
    static final class Program {
        private Program() {}

        /** Throws as where the log of a trace buffer throws. */
        private static final class FailingRelease implements RingRelease {
            @Override
            public void passed(ThreadTrack track) {}

            @Override
            public void between() {}

            @Override
            public void cycleEnd() {
                throw new IllegalStateException("broken");
            }
        }

        public static void main(String[] arguments) {
            RingPool pool = pool();
            Collector collector = new Collector(pool, new FailingRelease());
            collector.attach(sink("first"));
            collector.attach(sink("second"));
            collector.abandon();
        }
    }

    /** As where there is no memory: its passes fail before they look at the last ring. */
    static final class FailsAtOnce {
        private FailsAtOnce() {}

        public static void main(String[] arguments) {
            RingPool pool = pool();
            RecorderRegistry.use(pool);
            Collector collector = new Collector(pool, RingRelease.AT_ONCE);
            EventSink first = sink("first");
            collector.attach(first);
            Zone.end(Zone.begin(SourceLocation.here("zone")));
            collector.threads.adoptNew();
            collector.threads.all().getFirst().ring = null;
            collector.detach(first, 0);
            collector.attach(sink("second"));
            collector.abandon();
        }
    }

    private static RingPool pool() {
        return new RingPool(1 << 16, 1 << 16, 1 << 20, RingPolicy.DROP, () -> {});
    }

    private static EventSink sink(String name) {
        return SinkStub.of(name, (call, thread) -> {
            if (call.equals("end")) {
                System.out.println(name + " ends");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {Program.class, FailsAtOnce.class})
    void shouldEndTheSinks(Class<?> program) throws Exception {
        ChildJvm.Result result =
                new ChildJvm().flags("-Dzonecast.autostart=false").run(program).expectSuccess();

        assertEquals(List.of("first ends", "second ends"), result.outLines(), result.toString());
    }
}
