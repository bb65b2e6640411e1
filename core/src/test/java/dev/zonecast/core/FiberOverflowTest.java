package dev.zonecast.core;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java stack overflows in a fiber's entrance or exit. Once the thread has left, it records into its own row, and others may enter. */
class FiberOverflowTest {
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4"})
    void shouldLeaveTheFiberWhenTheStackHasRoomAgain(String compiler) throws Exception {
        OverflowProgram.expectNoErrors(Program.class, compiler);
    }

    /** Each round overflows at another place: other frames lie below. */
    @SuppressWarnings("InfiniteRecursion") // The subject of the test.
    static final class Program {
        private static final int ROUNDS = 24;

        private static final SourceLocation THREADS = SourceLocation.of("thread", "f", "F.java", 1, 0);
        private static final SourceLocation FIBERS = SourceLocation.of("fiber", "f", "F.java", 2, 0);

        private static final Fiber FIRST = Fiber.of("fiber");
        private static final Fiber SECOND = Fiber.of("fiber");

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            Checks checks = new Checks();
            OverflowProgram.run(checks, "thread", () -> rounds(checks));
            checks.equal("zones of the thread", 4 * ROUNDS, checks.ofThread);
            checks.equal("zones of the fiber in other threads", 2 * ROUNDS, checks.ofOthers);
            checks.errors.stream().distinct().limit(20).forEach(System.out::println);
            System.out.println(checks.errors.size() + " errors");
        }

        private static void rounds(Checks checks) {
            // The first use of a class is not the subject.
            FIRST.begin();
            SECOND.begin();
            Fiber.end();
            for (int round = 0; round < ROUNDS; round++) {
                long unmatched = Zonecast.statistics().wrongCalls();
                stand(7 * round % 60, Program::enterAndLeave);
                leaveWithRoom();
                stand(7 * round % 60, Program::change);
                leaveWithRoom();
                checks.equal("unmatched calls", 0, Zonecast.statistics().wrongCalls() - unmatched);
            }
        }

        private static void stand(int frames, Runnable action) {
            try {
                OverflowProgram.stand(frames, action);
            } catch (StackOverflowError e) {
                // The stack has room again.
            }
        }

        private static void leaveWithRoom() {
            Fiber.end();
            Zone.end(Zone.begin(THREADS));
            Thread other = Thread.ofPlatform().name("other").start(() -> {
                FIRST.begin();
                Zone.end(Zone.begin(FIBERS));
                Fiber.end();
            });
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            Zone.end(Zone.begin(THREADS));
        }

        private static void enterAndLeave() {
            FIRST.begin();
            Fiber.end();
            enterAndLeave();
        }

        private static void change() {
            FIRST.begin();
            SECOND.begin();
            change();
        }
    }

    /** Compares the row of each zone with its location. */
    private static final class Checks implements EventSink {
        private final List<String> errors = new ArrayList<>();
        private long ofThread;
        private long ofOthers;

        synchronized void equal(String what, long expected, long actual) {
            if (expected != actual) {
                errors.add(what + ": " + actual + " in place of " + expected);
            }
        }

        @Override
        public String description() {
            return "checks";
        }

        @Override
        public void zones(EventThread thread, ZoneRun run) {
            for (int i = 0; i < run.size(); i++) {
                if (!run.isEnd(i)) {
                    begin(thread, run.place(i));
                }
            }
        }

        @Override
        public void event(Event event) {
            if (event instanceof ZoneBegin e) {
                begin(e.thread(), e.location());
            }
        }

        private synchronized void begin(EventThread thread, SourceLocation location) {
            if (!thread.name().equals(location.name())) {
                errors.add("a zone of the " + location.name() + " in the row of \"" + thread.name() + "\"");
            } else if (thread.isFiber()) {
                ofOthers++;
            } else {
                ofThread++;
            }
        }
    }
}
