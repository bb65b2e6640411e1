package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.GateState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java stack overflows in calls for GPU zones. Zones and labels still nest as the program's calls do. */
class GpuOverflowTest {
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4"})
    void shouldKeepTheTreeOfZonesWhenTheStackOverflowsAtEveryDepth(String compiler) throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags(compiler, "-Dzonecast.listen=false", "-Dzonecast.start=manual", "-Xlog:disable")
                .run(Program.class)
                .expectSuccess();

        assertEquals("0 errors", result.outLines().getLast(), result.toString());
    }

    private static final class LabelledGpu extends FakeGpu {
        private int labels;

        @Override
        protected GpuLabels labels() {
            return new GpuLabels() {
                @Override
                public void push(SourceLocation location, long target) {
                    labels++;
                }

                @Override
                public void pop(long target) {
                    labels--;
                }
            };
        }
    }

    /** Each round overflows at another place: other frames lie below. */
    @SuppressWarnings("InfiniteRecursion") // The subject of the test.
    static final class Program {
        private static final int ROUNDS = 24;
        private static final long STACK_BYTES = 160 << 10;
        private static final SourceLocation OUTER = SourceLocation.of("outer", "f", "F.java", 1, 0);
        private static final SourceLocation INNER = SourceLocation.of("inner", "f", "F.java", 2, 0);
        private static final SourceLocation AFTER = SourceLocation.of("after", "f", "F.java", 3, 0);

        private final LabelledGpu gpu = new LabelledGpu();
        private final WrittenZones written = new WrittenZones();
        private final GpuZones zones = new GpuZones(
                null,
                new GpuContextOptions("fake", true, 20_000, GpuContextOptions.AUTOMATIC),
                gpu,
                new CpuTime(),
                written,
                System.getLogger("test"));
        private final List<String> errors = new ArrayList<>();
        private long last;

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            GateState.set(true);
            Program program = new Program();
            Thread thread = new Thread(null, program::rounds, "overflows", STACK_BYTES);
            thread.start();
            thread.join();
            program.errors.stream().distinct().limit(20).forEach(System.out::println);
            System.out.println(program.errors.size() + " errors");
        }

        private void rounds() {
            // The first use of a class is not the subject.
            zones.end(zones.begin(INNER, 0), 0);
            collect();
            for (int round = 0; round < ROUNDS; round++) {
                int frames = 7 * round % 60;
                long outer = zones.begin(OUTER, 0);
                stand(frames, this::nest);
                zones.end(outer, 0);
                zones.end(zones.begin(AFTER, 0), 0);
                check();
                stand(frames, this::oneAfterTheOther);
                zones.end(last, 0);
                last = 0;
                zones.end(zones.begin(AFTER, 0), 0);
                check();
            }
        }

        private static void stand(int frames, Runnable action) {
            if (frames == 0) {
                try {
                    action.run();
                } catch (StackOverflowError e) {
                    // The stack has room again.
                }
            } else {
                stand(frames - 1, action);
            }
        }

        private void nest() {
            long zone = zones.begin(INNER, 0);
            try {
                nest();
            } finally {
                zones.end(zone, 0);
            }
        }

        private void oneAfterTheOther() {
            last = zones.begin(INNER, 0);
            zones.end(last, 0);
            last = 0;
            oneAfterTheOther();
        }

        private void collect() {
            gpu.finish();
            zones.collect();
        }

        private void check() {
            collect();
            int depth = 0;
            for (WrittenZones.Event event : written.events) {
                if (event.locationId() == Ids.of(AFTER) && depth > 0) {
                    errors.add("zones were open that nothing could end");
                }
                depth += event.isBegin() ? 1 : -1;
            }
            equal("open zones", 0, depth);
            equal("labels", 0, gpu.labels);
            equal("outstanding queries", 0, zones.statistics().outstandingQueries());
            equal("dropped zones", 0, zones.statistics().droppedZones());
            written.events.clear();
        }

        private void equal(String what, long expected, long actual) {
            if (expected != actual) {
                errors.add(what + ": " + actual + " in place of " + expected);
            }
        }
    }
}
