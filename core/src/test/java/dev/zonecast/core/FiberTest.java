package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class FiberTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");
    private static final SourceLocation OWN = SourceLocation.here("own");

    private static void onThread(String name, TestProfiler.Work work) throws Exception {
        List<Throwable> failures = new ArrayList<>();
        Thread thread = Thread.ofPlatform().name(name).start(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failures.add(e);
            }
        });
        assertTrue(thread.join(Duration.ofSeconds(30)));
        assertEquals(List.of(), failures);
    }

    /** All but the ends, which the collector notices when it looks. */
    private static List<String> linesOf(RecordedEvents events, String name) {
        return events.where(event -> event.thread().equals(name)).stream()
                .filter(event -> !event.kind().equals("threadEnded"))
                .map(event -> event.kind() + (event.what().isEmpty() ? "" : " " + event.what()))
                .toList();
    }

    @Test
    void shouldCarryZonesFromThreadToThread() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            Fiber fiber = Fiber.of("loader");
            long[] outer = new long[1];
            onThread("first", () -> {
                long own = Zone.begin(OWN);
                fiber.begin();
                outer[0] = Zone.begin(OUTER);
                Message.log("on first");
                Fiber.end();
                Zone.end(own);
            });
            onThread("second", () -> {
                fiber.begin();
                Zone.text(outer[0], "later");
                Zone.end(Zone.begin(INNER));
                Zone.end(outer[0]);
                fiber.close();
                Zone.end(Zone.begin(OWN));
            });
        });

        assertEquals(
                List.of(
                        "threadStarted",
                        "fiberEntered first",
                        "zoneBegin outer",
                        "message INFO USER ffffffff on first",
                        "fiberLeft",
                        "fiberEntered second",
                        "zoneText later",
                        "zoneBegin inner",
                        "zoneEnd",
                        "zoneEnd",
                        "fiberLeft"),
                linesOf(events, "loader"));
        assertEquals(List.of("threadStarted", "zoneBegin own", "zoneEnd"), linesOf(events, "first"));
        assertEquals(List.of("threadStarted", "zoneBegin own", "zoneEnd"), linesOf(events, "second"));
    }

    @Test
    void shouldSwitchWhenAnotherFiberIsEntered() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> onThread("carrier", () -> {
            Fiber a = Fiber.of("a");
            Fiber b = Fiber.of("b");
            a.begin();
            a.begin();
            b.begin();
            Zone.end(Zone.begin(INNER));
            a.begin();
            Zone.end(Zone.begin(OUTER));
            Fiber.end();
            Fiber.end();
            a.close();
            b.close();
            a.begin();
            Zone.end(Zone.begin(OWN));
        }));

        assertEquals(
                List.of(
                        "threadStarted",
                        "fiberEntered carrier",
                        "fiberLeft",
                        "fiberEntered carrier",
                        "zoneBegin outer",
                        "zoneEnd",
                        "fiberLeft"),
                linesOf(events, "a"));
        assertEquals(
                List.of("threadStarted", "fiberEntered carrier", "zoneBegin inner", "zoneEnd", "fiberLeft"),
                linesOf(events, "b"));
        assertEquals(List.of("threadStarted", "zoneBegin own", "zoneEnd"), linesOf(events, "carrier"));
    }

    @Test
    void shouldRefuseAFiberThatRunsElsewhereButNotOneWhoseThreadHasDied() throws Exception {
        long before = TestProfiler.statistics().wrongCalls();
        RecordedEvents events = TestProfiler.record(() -> {
            Fiber fiber = Fiber.of("contested");
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch tried = new CountDownLatch(1);
            Thread holder = Thread.ofPlatform().name("holder").start(() -> {
                fiber.begin();
                entered.countDown();
                awaitQuietly(tried);
            });
            entered.await();
            onThread("other", () -> {
                fiber.begin();
                Zone.end(Zone.begin(OWN));
            });
            tried.countDown();
            assertTrue(holder.join(Duration.ofSeconds(30)));
            onThread("heir", () -> {
                fiber.begin();
                Zone.end(Zone.begin(INNER));
                fiber.close();
            });
        });

        assertEquals(before + 1, TestProfiler.statistics().wrongCalls());
        assertTrue(linesOf(events, "other").contains("zoneBegin own"));
        assertTrue(linesOf(events, "contested").contains("zoneBegin inner"));
        assertEquals(List.of(), linesOf(events, "heir"));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldNotRunInALaterRecordingWhenItsEndIsMissedByAll() throws Exception {
        try (Fiber fiber = Fiber.of("left unseen")) {
            RecordedEvents first = TestProfiler.record(fiber::begin);
            Fiber.end();
            RecordedEvents second = TestProfiler.record(() -> {});

            assertTrue(linesOf(first, "left unseen").stream().anyMatch(line -> line.startsWith("fiberEntered")));
            assertEquals(List.of("threadStarted"), linesOf(second, "left unseen"));
        }
    }

    @Test
    void shouldRunOnVirtualThreads() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            Fiber fiber = Fiber.of("on virtual threads");
            for (int i = 0; i < 3; i++) {
                Thread.ofVirtual()
                        .name("v" + i)
                        .start(() -> {
                            fiber.begin();
                            Zone.end(Zone.begin(INNER));
                            Fiber.end();
                            Zone.end(Zone.begin(OWN));
                        })
                        .join();
            }
            fiber.close();
        });

        assertEquals(
                3,
                linesOf(events, "on virtual threads").stream()
                        .filter("zoneBegin inner"::equals)
                        .count());
        assertEquals(
                List.of("fiberEntered v0", "fiberEntered v1", "fiberEntered v2"),
                linesOf(events, "on virtual threads").stream()
                        .filter(line -> line.startsWith("fiberEntered"))
                        .toList());
        assertTrue(linesOf(events, "v2").contains("zoneBegin own"));
    }

    @Test
    void shouldEndWhenItIsForgotten() throws Exception {
        RecordedEvents events = TestProfiler.attach(new RecordedEvents());

        onThread("careless", () -> {
            Fiber.of("forgotten").begin();
            long ignored = Zone.begin(OUTER);
            Fiber.end();
        });
        TestProfiler.await(() -> {
            System.gc();
            TestProfiler.flush();
            return events.where(event -> event.thread().equals("forgotten")).stream()
                    .anyMatch(event -> event.kind().equals("threadEnded"));
        });

        TestProfiler.detach(events);
        assertTrue(linesOf(events.verify(), "forgotten").contains("zoneEnd"));
    }

    @Test
    void shouldBeTwoWhenTheyHaveOneNameAndBeNumberedWhenTheyHaveNone() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> onThread("carrier", () -> {
            for (String name : new String[] {"twin", "twin", "", null}) {
                try (Fiber fiber = Fiber.of(name)) {
                    fiber.begin();
                    Zone.end(Zone.begin(INNER));
                }
            }
        }));

        List<RecordedEvents.Event> entered = events.of("fiberEntered");
        assertEquals(4, entered.size());
        assertEquals("twin", entered.get(1).thread());
        assertNotEquals(entered.get(0).threadId(), entered.get(1).threadId());
        assertTrue(entered.get(2).thread().matches("fiber \\d+"), entered.get(2).thread());
        assertNotEquals(entered.get(2).thread(), entered.get(3).thread());
    }
}
