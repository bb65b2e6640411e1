package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Message;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.session.Profiler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Rings of important threads are read before others, and threads that are off have none. */
class FirstRingTest {
    @Test
    void shouldReadTheRingOfAnImportantThreadFirstWhenOthersCameBefore() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.ring.policy=render=first")
                .run(Program.class)
                .expectSuccess();

        assertEquals(List.of("render", "loader", "audio", "dropped 0"), result.outLines());
    }

    @Test
    void shouldRecordNothingOfAThreadThatIsOffAndCountNoLoss() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.ring.policy=audio=drop, *=off")
                .run(Program.class)
                .expectSuccess();

        assertEquals(List.of("audio", "dropped 0"), result.outLines());
    }

    static final class Program {
        public static void main(String[] arguments) throws Exception {
            boolean ignored = Profiler.start(Options.fromSystemProperties().set(Option.SYSTEM_REPORTS, false));
            Profiler profiler = Profiler.current();
            List<String> order = new CopyOnWriteArrayList<>();
            profiler.attach(new EventSink() {
                @Override
                public String description() {
                    return "order of threads";
                }

                @Override
                public void event(Event event) {
                    if (event.kind() == EventKind.MESSAGE) {
                        order.add(event.thread().name());
                    }
                }
            });
            CountDownLatch recorded = new CountDownLatch(1);
            var held = profiler.onCollector(() -> {
                try {
                    recorded.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            for (String name : List.of("loader", "audio", "render")) {
                Thread thread = new Thread(() -> Message.log("hello"), name);
                thread.start();
                thread.join();
            }
            recorded.countDown();
            held.join();
            System.out.print(profiler.flush(TestProfiler.LIMIT) ? "" : "not flushed\n");
            order.forEach(System.out::println);
            System.out.println("dropped "
                    + profiler.statistics(TestProfiler.LIMIT).losses().droppedEvents());
        }
    }
}
