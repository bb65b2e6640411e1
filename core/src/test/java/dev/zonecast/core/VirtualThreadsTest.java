package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.memory.NativeCalls;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class VirtualThreadsTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");

    private static String carrier() {
        String text = Thread.currentThread().toString();
        return text.substring(text.lastIndexOf('@') + 1);
    }

    @BeforeAll
    static void needCarriers() {
        assumeTrue(NativeCalls.POSSIBLE, "Java 21 does not know on which carrier a virtual thread runs");
    }

    @Test
    void shouldBeThreadsOfTheirOwnWhoseZonesSayWhereTheyRan() throws Exception {
        String[] carriers = new String[1];

        RecordedEvents events = TestProfiler.record(() -> Thread.ofVirtual()
                .name("request 7")
                .start(() -> {
                    Zone.end(Zone.begin(OUTER));
                    Zone.end(Zone.begin(INNER));
                    carriers[0] = carrier();
                })
                .join());

        List<String> lines = events.lines("zoneBegin", "zoneText", "zoneEnd");
        assertEquals(
                List.of(
                        "request 7 zoneBegin outer",
                        "request 7 zoneText carrier: " + carriers[0],
                        "request 7 zoneEnd",
                        "request 7 zoneBegin inner",
                        "request 7 zoneEnd"),
                lines);
    }

    @Test
    void shouldSayWhereTheyWentOnWhenTheyHaveMoved() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            // Nobody waits for classes later.
            Message.log("begin");
            Thread[] threads = new Thread[16];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = Thread.ofVirtual().name("mover " + i).start(VirtualThreadsTest::moveOn);
            }
            for (Thread thread : threads) {
                assertTrue(thread.join(Duration.ofSeconds(30)));
            }
        });

        List<String> lines = events.lines("zoneText", "message");
        for (int i = 0; i < 16; i++) {
            String thread = "mover " + i + " ";
            // A thread that waits within a begin may move there, and is named on both carriers.
            Iterator<String> carriers = lines.stream()
                    .filter(line -> line.startsWith(thread + "zoneText carrier: "))
                    .map(line -> line.substring(line.indexOf(": ") + 2))
                    .toList()
                    .iterator();
            List<String> seen = lines.stream()
                    .filter(line -> line.startsWith(thread + "message "))
                    .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                    .toList();
            assertFalse(seen.isEmpty());
            for (String carrier : seen) {
                boolean isTold = false;
                while (!isTold && carriers.hasNext()) {
                    isTold = carriers.next().equals(carrier);
                }
                assertTrue(isTold, () -> thread + "was on " + carrier + ", which is not told: " + lines);
            }
        }
    }

    /** A message for each zone that begins on another carrier than the one before. */
    private static void moveOn() {
        String last = "";
        for (int i = 0; i < 20; i++) {
            String before = carrier();
            long zone = Zone.begin(INNER);
            String now = carrier();
            // It may have moved between the begin and the look: then the begin was elsewhere.
            if (now.equals(before) && !now.equals(last)) {
                // Nothing between the look and the message may wait, so the text is not put together here.
                Message.log(now);
                last = now;
            }
            Zone.end(zone);
            LockSupport.parkNanos(100_000);
        }
    }
}
