package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpanTest {
    private static final SourceLocation LOAD = SourceLocation.here("load");
    private static final SourceLocation SAVE = SourceLocation.here("save");
    private static final SourceLocation DECODED = SourceLocation.here("decoded");

    private static List<String> lines(RecordedEvents events) {
        return events.verify().where(event -> event.kind().startsWith("span")).stream()
                .map(event -> event.kind() + " " + event.what())
                .toList();
    }

    @Test
    void shouldKeepTheOrderOfTimeAndTheNameOfTheBeginWhenThreadsShareASpan() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            Span.begin(LOAD, 1);
            Span.begin(SAVE, 2);
            TestProfiler.inThreads(1, () -> Span.step(DECODED, 1));
            TestProfiler.inThreads(1, () -> Span.end(1));
            Span.end(2);
        });

        assertEquals(
                List.of(
                        "spanBegin load 1",
                        "spanBegin save 2",
                        "spanStep decoded 1",
                        "spanEnd load 1",
                        "spanEnd save 2"),
                lines(events));
    }

    @Test
    void shouldEndTheOpenSpanFirstWhenItsIdBeginsAgain() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            Span.begin(LOAD, 3);
            Span.begin(SAVE, 3);
            Span.end(3);
        });

        assertEquals(
                List.of("spanBegin load 3", "spanEnd load 3", "spanBegin save 3", "spanEnd save 3"), lines(events));
    }

    @Test
    void shouldCountAndDropStepsAndEndsWithoutABegin() throws Exception {
        long before = TestProfiler.statistics().wrongCalls();
        RecordedEvents events = TestProfiler.record(() -> {
            Span.step(DECODED, 4);
            Span.end(4);
            Span.begin(null, 4);
        });

        assertEquals(List.of(), lines(events));
        assertTrue(TestProfiler.statistics().wrongCalls() >= before + 3);
    }

    @Test
    void shouldBeginForALateSinkWithItsTrueTimeWhenItIsOpen() throws Exception {
        RecordedEvents first = TestProfiler.attach(new RecordedEvents());
        Span.begin(LOAD, 5);
        TestProfiler.flush();
        RecordedEvents late = TestProfiler.attach(new RecordedEvents());
        Span.end(5);
        TestProfiler.detach(late);
        TestProfiler.detach(first);

        assertEquals(List.of("spanBegin load 5", "spanEnd load 5"), lines(late));
        assertEquals(
                first.of("spanBegin").getFirst().nanos(),
                late.of("spanBegin").getFirst().nanos());
    }

    @Test
    void shouldGiveAnIdOfItsOwnOrNone() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> {
            long load = Span.begin(LOAD);
            Span.step(DECODED, load);
            Span.end(load);
            assertEquals(0, Span.begin(null));
            Span.step(DECODED, 0);
            Span.end(0);
        });

        assertEquals(
                List.of("spanBegin", "spanStep", "spanEnd"),
                events.verify().where(event -> event.kind().startsWith("span")).stream()
                        .map(RecordedEvents.Event::kind)
                        .toList());
    }
}
