package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.registry.CategorySelection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TracedFlowTest {
    private static final SourceLocation LOAD = SourceLocation.here("load flow");
    private static final SourceLocation SAVE = SourceLocation.here("save flow");

    private static List<String> flows(RecordedEvents events) {
        return events.verify().where(event -> event.kind().startsWith("flow")).stream()
                .map(event -> event.kind() + " " + event.what())
                .toList();
    }

    private static long wrongCalls() {
        return TestProfiler.statistics().wrongCalls();
    }

    @Test
    void shouldLeadFromThreadToThreadWithTheNameOfItsBegin() throws Exception {
        String main = Thread.currentThread().getName();
        RecordedEvents events = TestProfiler.record(() -> {
            TracedFlow.begin(LOAD, 1);
            TracedFlow.begin(SAVE, 2);
            TestProfiler.inThreads(1, () -> TracedFlow.end(1));
            TracedFlow.end(2);
        });

        assertEquals(
                List.of(
                        "flowBegin load flow 1 of " + main,
                        "flowBegin save flow 2 of " + main,
                        "flowEnd load flow 1 of " + main,
                        "flowEnd save flow 2 of " + main),
                flows(events));
    }

    @Test
    void shouldGiveIdsThatNoOtherThreadGets() throws Exception {
        Set<Long> ids = ConcurrentHashMap.newKeySet();
        RecordedEvents events = TestProfiler.record(() -> TestProfiler.inThreads(4, () -> {
            for (int i = 0; i < 100; i++) {
                long flow = TracedFlow.begin(LOAD);
                long span = Span.begin(SAVE);
                ids.add(flow);
                ids.add(span);
                TracedFlow.end(flow);
                Span.end(span);
            }
        }));

        assertEquals(800, ids.size());
        assertTrue(ids.stream().allMatch(id -> id < 0));
        assertEquals(400, events.of("flowEnd").size());
        assertEquals(400, events.of("spanEnd").size());
    }

    @Test
    void shouldCountBadInputAndKeepAllElse() throws Exception {
        long before = wrongCalls();
        RecordedEvents events = TestProfiler.record(() -> {
            TracedFlow.end(3);
            TracedFlow.begin(LOAD, 4);
            TracedFlow.begin(SAVE, 4);
            TracedFlow.end(4);
            TracedFlow.end(4);
            TracedFlow.begin(null, 5);
            TracedFlow.begin(LOAD, -6);
            TracedFlow.end(TracedFlow.begin(null));
        });

        String main = Thread.currentThread().getName();
        assertEquals(
                List.of(
                        "flowBegin load flow 4 of " + main,
                        "flowBegin save flow 4 of " + main,
                        "flowEnd save flow 4 of " + main),
                flows(events));
        assertEquals(before + 6, wrongCalls());
    }

    @Test
    void shouldNotCountAnEndWhenItsFlowBeganInAnEarlierRecording() throws Exception {
        long before = wrongCalls();
        AtomicLong flow = new AtomicLong();
        AtomicLong span = new AtomicLong();
        TestProfiler.record(() -> {
            flow.set(TracedFlow.begin(LOAD));
            span.set(Span.begin(LOAD));
        });

        RecordedEvents events = TestProfiler.record(() -> {
            TracedFlow.end(flow.get());
            Span.step(SAVE, span.get());
            Span.end(span.get());
        });

        assertTrue(flow.get() < 0 && span.get() < 0);
        assertEquals(List.of(), flows(events));
        assertEquals(0, events.count("spanEnd"));
        assertEquals(before, wrongCalls());
    }

    @Test
    void shouldRecordFlowsAndSpansWithIdsOfTheProgramWhateverCategoriesAreChosen() throws Exception {
        SourceLocation loadAll = SourceLocation.of("load all", "f", "F.java", 1, 0);
        long before = wrongCalls();
        CategorySelection.choose(Set.of("a category of nothing"));
        RecordedEvents events;
        try {
            events = TestProfiler.record(() -> {
                assertEquals(0, TracedFlow.begin(loadAll));
                TracedFlow.begin(loadAll, 7);
                TracedFlow.end(7);
                Span.begin(loadAll, 8);
                Span.end(8);
            });
        } finally {
            CategorySelection.choose(Set.of());
        }

        assertEquals(1, events.count("flowBegin"));
        assertEquals(1, events.count("flowEnd"));
        assertEquals(1, events.count("spanBegin"));
        assertEquals(1, events.count("spanEnd"));
        assertEquals(before, wrongCalls());
    }

    @Test
    void shouldForgetTheOldestFlowWhenTooManyLeadNowhere() throws Exception {
        int most = 1 << 16;
        long before = wrongCalls();
        long droppedBefore = TestProfiler.statistics().losses().droppedEvents();
        RecordedEvents events = TestProfiler.record(() -> {
            // Flow 2 has the place of a flow that was older than flow 1.
            TracedFlow.begin(LOAD, most + 2);
            TracedFlow.begin(LOAD, 1);
            TracedFlow.end(most + 2);
            for (int i = 2; i <= most + 1; i++) {
                TracedFlow.begin(LOAD, i);
                if (i % 1024 == 0) {
                    TestProfiler.flush();
                }
            }
            TracedFlow.end(1);
            TracedFlow.end(2);
            TracedFlow.end(most + 1);
        });

        assertEquals(most + 2, events.of("flowBegin").size());
        assertEquals(
                List.of("flowEnd load flow " + (most + 2), "flowEnd load flow 2", "flowEnd load flow " + (most + 1)),
                events.of("flowEnd").stream()
                        .map(event -> event.kind() + " " + event.what().replaceAll(" of .*", ""))
                        .toList());
        assertEquals(before, wrongCalls());
        assertEquals(droppedBefore + 1, TestProfiler.statistics().losses().droppedEvents());
        assertTrue(TestProfiler.statistics().losses().refusals().containsKey("open flows"));
    }

    @Test
    void shouldEndInTheZoneOfTheJob() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            Runnable job = TracedFlow.job(LOAD, () -> {});
            Runnable save = TracedFlow.job(SAVE, () -> {});
            TestProfiler.inThreads(1, () -> {
                job.run();
                save.run();
            });
        });

        assertEquals(2, events.of("flowEnd").size());
        assertEquals(
                List.of("load flow", "save flow"),
                events.of("zoneBegin").stream().map(RecordedEvents.Event::what).toList());
        for (int i = 0; i < 2; i++) {
            long end = events.of("flowEnd").get(i).nanos();
            assertTrue(events.of("zoneBegin").get(i).nanos() <= end);
            assertTrue(end <= events.of("zoneEnd").get(i).nanos());
        }
    }

    @Test
    void shouldLeaveWorkAsItIsWhenItsPlaceIsMissing() throws Exception {
        Runnable work = () -> {};
        RecordedEvents events = TestProfiler.record(() -> assertSame(work, TracedFlow.job(null, work)));

        assertEquals(List.of(), flows(events));
        assertThrows(NullPointerException.class, () -> TracedFlow.job(LOAD, null));
    }
}
