package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.ring.RingPolicy;
import dev.zonecast.core.ring.RingPool;
import java.util.List;
import org.junit.jupiter.api.Test;

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
            RingPool pool = new RingPool(1 << 16, 1 << 16, 1 << 20, RingPolicy.DROP, () -> {});
            Collector collector = new Collector(pool, new FailingRelease());
            for (String name : List.of("first", "second")) {
                collector.attach(SinkStub.of(name, (call, thread) -> {
                    if (call.equals("end")) {
                        System.out.println(name + " ends");
                    }
                }));
            }
            collector.abandon();
        }
    }

    @Test
    void shouldEndTheSinks() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.autostart=false")
                .run(Program.class)
                .expectSuccess();

        assertEquals(List.of("first ends", "second ends"), result.outLines(), result.toString());
    }
}
