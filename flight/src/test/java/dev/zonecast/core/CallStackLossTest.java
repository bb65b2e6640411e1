package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerOptions;
import dev.zonecast.core.session.Profiler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ring that is often full loses zones and call stacks; a stack never comes to a zone that it was not given to. */
class CallStackLossTest {
    /** Rings that outlive the process have stacks as texts, the others as objects. */
    @ParameterizedTest
    @ValueSource(strings = {"-Dzonecast.buffer=off", "-Dzonecast.buffer=circular"})
    void shouldNeverGiveAStackToTheNextZoneOfThePlaceWhenItsOwnIsDropped(String buffer) throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.ring.bytes=64K",
                        // No room to grow.
                        "-Dzonecast.ring.limit=80K",
                        buffer)
                .run(Program.class)
                .expectSuccess();

        assertEquals("0 errors", result.outLines().getLast(), result.toString());
    }

    static final class Program {
        private static final int FILLERS = 37;
        /** Zones and markers behind each number of fillers. */
        private static final int ROUNDS = 2 * FILLERS;

        private static final int ZONES = 1000;
        private static final Duration LIMIT = Duration.ofSeconds(50);
        private static final SourceLocation PLACE = SourceLocation.of("place", "f", "F.java", 1, 0);

        private static final Marker MARKER = Marker.of("marker");

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            boolean ignored = Profiler.start(
                    Options.fromSystemProperties().set(Option.LISTEN, false).set(Option.SYSTEM_REPORTS, false));
            Checks checks = new Checks();
            Profiler.current().attach(checks);
            for (int round = 0; round < ROUNDS; round++) {
                // The collector waits at this one, so that the ring is full after some zones: in each round elsewhere.
                Message.log("wait");
                checks.waits.acquire();
                for (int i = 0; i < round % FILLERS; i++) {
                    Plot.of("filler").set(i);
                }
                if (round % 2 == 0) {
                    zonesWithStacks();
                } else {
                    markersWithStacks(round);
                }
                checks.goesOn.release();
                boolean unusedAnswer = Zonecast.flush(LIMIT);
                long zone = Zone.begin(PLACE);
                Zone.name(zone, "without");
                Zone.end(zone);
            }
            Profiler.current().detach(checks, LIMIT).join();
            if (checks.stacks == 0
                    || Profiler.current().statistics(LIMIT).losses().droppedEvents() == 0) {
                checks.errors.add("nothing was dropped, or everything");
            }
            checks.errors.stream().limit(20).forEach(System.out::println);
            System.out.println(checks.stacks + " stacks");
            System.out.println(checks.errors.size() + " errors");
        }

        private static void zonesWithStacks() {
            for (int i = 0; i < ZONES; i++) {
                String name = "zone " + i;
                long zone = Zone.begin(PLACE, new CallStack(List.of(new CallStack.Call(name, "F.java", 1))));
                Zone.name(zone, name);
                Zone.end(zone);
            }
        }

        /** A marker that does not fit may be followed by a shorter one that does. */
        private static void markersWithStacks(int seed) {
            Random random = new Random(seed);
            for (int i = 0; i < ZONES; i++) {
                String name = "marker " + i + " ".repeat(random.nextInt(300));
                MARKER.instant(
                        name, MarkerOptions.stack(new CallStack(List.of(new CallStack.Call(name, "F.java", 1)))));
            }
        }
    }

    /** A zone or a marker that has a name and a stack has them from one call. */
    private static final class Checks implements EventSink {
        private final List<String> errors = new ArrayList<>();
        private final Semaphore waits = new Semaphore(0);
        private final Semaphore goesOn = new Semaphore(0);
        private long stacks;
        private String given;

        @Override
        public String description() {
            return "checks";
        }

        @Override
        public void zones(EventThread thread, ZoneRun run) {
            given = null;
        }

        @Override
        public void event(Event event) {
            switch (event) {
                case ZoneBegin e -> {
                    stacks++;
                    given = e.stack().calls().getFirst().function();
                }
                case ZoneAttribute e
                when e.kind() == EventKind.ZONE_NAME -> {
                    if (given != null && !given.equals(e.text().toString())) {
                        errors.add("the zone \"" + e.text() + "\" has the stack of \"" + given + "\"");
                    }
                }
                case MarkerEvent e -> marker(e);
                case MessageEvent ignored -> {
                    waits.release();
                    goesOn.acquireUninterruptibly();
                }
                default -> {
                    // Has neither.
                }
            }
        }

        private void marker(MarkerEvent event) {
            String name = String.valueOf(event.value(0, 0));
            if (event.stack() != null
                    && !event.stack().calls().getFirst().function().equals(name)) {
                errors.add("\"" + name + "\" has the stack of \""
                        + event.stack().calls().getFirst().function() + "\"");
            }
        }
    }
}
