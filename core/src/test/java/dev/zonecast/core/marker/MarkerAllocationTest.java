package dev.zonecast.core.marker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Counter;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Once the compiler has seen them, markers and counters leave nothing on the heap. In a JVM of its own: what the compiler puts into a
 * call depends on what it saw of the methods below before, and other tests call them with nobody listening a million times. Here it
 * sees calls of all kinds with other types first, as in a program that uses markers.
 */
class MarkerAllocationTest {
    @TempDir
    Path folder;

    static final class Program {
        record Hit(int damage, double metres) {}

        record Step(int length) {}

        record Move(long from, double to, int by) {}

        record Talk(String text, int listeners) {}

        static final MarkerType<Hit> HIT = MarkerType.of(Hit.class, MarkerSchema.builder("Hit without heap"));
        static final Counter SENT = Counter.builder("sent without heap").create();

        private static final List<Record> OTHERS = List.of(new Step(1), new Move(1, 2, 3), new Talk("hello", 2));
        private static final int OTHER_CALLS = 100_000;

        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private static final int CALLS = 2_000;
        /** A call site that the compiler was unlucky with is tried again as a new one. */
        private static final int SITES = 3;

        /** Far more than the compiler needs to see: it compiles at once. */
        private static final int BURSTS = 100;

        private Program() {}

        static final class Instant implements IntConsumer {
            @Override
            public void accept(int i) {
                HIT.instant(new Hit(i, 0.5));
            }
        }

        static final class Interval implements IntConsumer {
            @Override
            public void accept(int i) {
                HIT.interval(Marker.now(), new Hit(i, 0.5));
            }
        }

        static final class InstantAt implements IntConsumer {
            @Override
            public void accept(int i) {
                HIT.instantAt(Marker.now(), new Hit(i, 0.5));
            }
        }

        static final class Pair implements IntConsumer {
            @Override
            public void accept(int i) {
                HIT.begin(new Hit(i, 0.5), MarkerOptions.at(Marker.now()));
                HIT.end(new Hit(i, 1.5), MarkerOptions.at(Marker.now()));
            }
        }

        static final class Addition implements IntConsumer {
            @Override
            public void accept(int i) {
                SENT.add(i);
            }
        }

        public static void main(String[] arguments) throws Exception {
            for (int i = 0; i < OTHER_CALLS; i++) {
                for (Record other : OTHERS) {
                    callAll(other);
                }
            }
            for (Class<? extends IntConsumer> type :
                    List.of(Instant.class, Interval.class, InstantAt.class, Pair.class, Addition.class)) {
                System.out.println(type.getSimpleName() + " " + fewestBytes(type));
            }
        }

        @SuppressWarnings("unchecked") // The type is that of the record.
        private static void callAll(Record data) {
            MarkerType<Record> type = (MarkerType<Record>) MarkerType.of(data.getClass());
            type.instant(data);
            type.interval(Marker.now(), data);
            type.instantAt(Marker.now(), data);
            type.instant(data, MarkerOptions.at(Marker.now()));
            type.begin(data);
            type.end(data);
            type.open(data).close();
        }

        /** Bytes of the best burst of several copies of the class, each compiled for itself. */
        private static long fewestBytes(Class<? extends IntConsumer> type) throws Exception {
            try (InputStream in = type.getResourceAsStream(type.getName().replaceFirst(".*\\.", "") + ".class")) {
                byte[] bytes = in.readAllBytes();
                long fewest = Long.MAX_VALUE;
                for (int site = 0; site < SITES && fewest > 0; site++) {
                    Class<?> copy = MethodHandles.lookup()
                            .defineHiddenClass(bytes, true)
                            .lookupClass();
                    fewest = Math.min(fewest, fewestBytes((IntConsumer)
                            copy.getDeclaredConstructor().newInstance()));
                }
                return fewest;
            }
        }

        private static long fewestBytes(IntConsumer call) {
            long fewest = Long.MAX_VALUE;
            for (int burst = 0; burst < BURSTS && fewest > 0; burst++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < CALLS; i++) {
                    call.accept(i);
                }
                fewest = Math.min(fewest, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            return fewest;
        }
    }

    @Test
    void shouldAllocateNothingOnceCompiled() throws Exception {
        List<String> bytes = new ChildJvm()
                .flags(
                        "-XX:TieredStopAtLevel=4",
                        // A call that is due to be compiled waits for that.
                        "-Xbatch",
                        "-Dzonecast.listen=false",
                        "-Dzonecast.record=" + folder.resolve("markers.fxt"))
                .run(Program.class)
                .expectSuccess()
                .outLines();

        assertEquals(List.of("Instant 0", "Interval 0", "InstantAt 0", "Pair 0", "Addition 0"), bytes);
    }
}
