package dev.zonecast.jvm;

import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.event.SampledStack;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateTrack;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** What came since the last flush of JFR, until the clocks' map is ready for it. Times in JFR's ticks. */
final class Batch {
    /** A sample whose stack is known. */
    record Sample(
            long threadId,
            String threadName,
            boolean onlyIfRecording,
            long ticks,
            SampleKind kind,
            long weight,
            String type,
            SampledStack stack) {}

    private record Note(LateTrack track, long ticks, Severity severity, String text) {}

    private record Value(LateTrack track, long ticks, Plot plot, double value) {}

    private record Stop(long threadId, Span span) {}

    /** Events between two flushes; far above what a second brings, but a machine may stand still. */
    private static final int MAX_EVENTS = 200_000;

    private final List<Sample> samples = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private final List<Value> values = new ArrayList<>();
    private final List<Stop> stops = new ArrayList<>();
    private long leftOut;

    void sample(Sample sample) {
        if (hasRoom(samples)) {
            samples.add(sample);
        }
    }

    void note(LateTrack track, long ticks, Severity severity, String text) {
        if (hasRoom(notes)) {
            notes.add(new Note(track, ticks, severity, text));
        }
    }

    void value(LateTrack track, long ticks, Plot plot, double value) {
        if (hasRoom(values)) {
            values.add(new Value(track, ticks, plot, value));
        }
    }

    /** @param threadId 0 = all threads */
    void stop(long threadId, Span span) {
        if (hasRoom(stops)) {
            stops.add(new Stop(threadId, span));
        }
    }

    private boolean hasRoom(Collection<?> events) {
        if (events.size() >= MAX_EVENTS) {
            leftOut++;
            return false;
        }
        return true;
    }

    /** Events for which there was no room, since the start. */
    long leftOut() {
        return leftOut;
    }

    /** Hands everything over, with zones first: plots and lines of a track come after its zones, which they do not belong to. */
    void publish(JfrClock clock, List<LateEvent> events) {
        notes.sort(Comparator.comparingLong(Note::ticks));
        values.sort(Comparator.comparingLong(Value::ticks));
        samples.sort(Comparator.comparingLong(Sample::ticks));
        for (Note note : notes) {
            events.add(new LateEvent.Note(note.track, clock.nanos(note.ticks), note.severity, note.text));
        }
        for (Value value : values) {
            events.add(new LateEvent.Value(value.track, clock.nanos(value.ticks), value.plot, value.value));
        }
        long margin = clock.errorNanos();
        for (Stop stop : stops) {
            // Zones of a thread neither begin nor end while it stands still; by the clocks' uncertainty they might.
            long begin = clock.nanos(stop.span.beginTicks()) + margin;
            long end = clock.nanos(stop.span.endTicks()) - margin;
            if (begin < end) {
                events.add(new LateEvent.Stop(stop.threadId, begin, end, stop.span.location(), stop.span.text()));
            }
        }
        for (Sample sample : samples) {
            events.add(new LateEvent.Sample(
                    sample.threadId,
                    sample.threadName,
                    sample.onlyIfRecording,
                    clock.nanos(sample.ticks),
                    sample.kind,
                    sample.weight,
                    sample.type,
                    sample.stack));
        }
        clear();
    }

    void clear() {
        samples.clear();
        notes.clear();
        values.clear();
        stops.clear();
    }
}
