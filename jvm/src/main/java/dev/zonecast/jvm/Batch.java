package dev.zonecast.jvm;

import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateTrack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** Events since the last flush of JFR, until the map of the clocks is ready for them. Times in JFR's ticks. */
final class Batch {
    /** An event of a moment; null if the clocks leave no time for it. */
    private record Pending(long ticks, Function<JfrClock, LateEvent> event) {}

    /** Events between two flushes. A second has far fewer, but a machine may pause. */
    static final int MAX_EVENTS = 200_000;

    private static final int MAX_PLACES = 512;
    private static final String FILE = "(JVM)";

    private final ThreadFilter filter;
    private final StackReader stacks = new StackReader();
    private final List<Pending> pending = new ArrayList<>();
    private final List<Lanes> lanes = new ArrayList<>();
    private final Map<String, SourceLocation> places = new HashMap<>();
    private long leftOut;
    private long toldLeftOut;

    Batch(ThreadFilter filter) {
        this.filter = filter;
    }

    private void add(long ticks, Function<JfrClock, LateEvent> event) {
        if (pending.size() < MAX_EVENTS) {
            pending.add(new Pending(ticks, event));
        } else {
            leftOut++;
        }
    }

    /** Events that are missing for want of room elsewhere. */
    void countLeftOut(long events) {
        leftOut += events;
    }

    boolean accepts(RecordedThread thread) {
        return thread != null
                && thread.getJavaThreadId() > 0
                && filter.accepts(thread.getJavaThreadId(), StackReader.name(thread));
    }

    /**
     * A sample of the event's stack, unless the thread is not wanted.
     *
     * @param type of an allocated object, else null
     */
    void sample(RecordedEvent event, RecordedThread thread, SampleKind kind, long weight, String type) {
        if (accepts(thread)) {
            long id = thread.getJavaThreadId();
            String name = StackReader.name(thread);
            boolean onlyIfRecording = filter.onlyIfRecording(id);
            var stack = stacks.of(event.getStackTrace());
            long ticks = Span.beginOf(event);
            add(
                    ticks,
                    clock -> new LateEvent.Sample(
                            id, name, onlyIfRecording, clock.nanos(ticks), kind, weight, type, stack));
        }
    }

    void note(LateTrack track, RecordedEvent event, Severity severity, String text) {
        note(track, Span.beginOf(event), severity, text);
    }

    void note(LateTrack track, long ticks, Severity severity, String text) {
        add(ticks, clock -> new LateEvent.Note(track, clock.nanos(ticks), severity, text));
    }

    void value(LateTrack track, RecordedEvent event, Plot plot, double value) {
        value(track, Span.beginOf(event), plot, value);
    }

    void value(LateTrack track, long ticks, Plot plot, double value) {
        add(ticks, clock -> new LateEvent.Value(track, clock.nanos(ticks), plot, value));
    }

    /** A value of this moment: no event has it. */
    void valueNow(LateTrack track, Plot plot, double value) {
        long nanos = System.nanoTime();
        add(Long.MAX_VALUE, clock -> new LateEvent.Value(track, nanos, plot, value));
    }

    /** @param threadId 0 = all threads */
    void stop(long threadId, Span span) {
        add(span.beginTicks(), clock -> {
            // Zones of a thread neither begin nor end during a stop. The clocks' uncertainty can make it look so.
            long begin = clock.nanos(span.beginTicks()) + clock.errorNanos();
            long end = clock.nanos(span.endTicks()) - clock.errorNanos();
            return begin < end ? new LateEvent.Stop(threadId, begin, end, span.location(), span.text()) : null;
        });
    }

    /** Tracks for spans of one kind. */
    Lanes lanes(String name) {
        return lanes(name, 0);
    }

    /** @param threadId of their thread, 0 for none */
    Lanes lanes(String name, long threadId) {
        Lanes made = new Lanes(name, threadId);
        lanes.add(made);
        return made;
    }

    /**
     * The event's time as a span.
     *
     * @param name one of a few; a part that varies belongs in the text
     * @param text or null
     */
    Span span(RecordedEvent event, String name, int rgb, String text) {
        return new Span(Span.beginOf(event), Span.endOf(event), place(name, rgb), text);
    }

    SourceLocation place(String name, int rgb) {
        String shown = places.size() < MAX_PLACES || places.containsKey(name) ? name : "(other)";
        return places.computeIfAbsent(shown, n -> SourceLocation.of(n, n, FILE, 0, rgb));
    }

    /** Drops the stacks of JFR's last flush. */
    void forgetStacks() {
        stacks.forget();
    }

    /** Events without room or without a track, since the call before. */
    long newlyLeftOut() {
        long before = toldLeftOut;
        toldLeftOut = leftOut + lanes.stream().mapToLong(Lanes::leftOut).sum();
        return toldLeftOut - before;
    }

    /** Nothing is published any more. */
    void end() {
        lanes.forEach(Lanes::end);
    }

    /** Empties this into events, zones first: values and lines of a track come after its zones. */
    void publish(JfrClock clock, List<LateEvent> events) {
        lanes.forEach(each -> each.publish(clock, events));
        pending.sort(Comparator.comparingLong(Pending::ticks));
        for (Pending each : pending) {
            LateEvent event = each.event.apply(clock);
            if (event != null) {
                events.add(event);
            }
        }
        pending.clear();
    }
}
