package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.memory.Memory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/**
 * Keeps what {@link MarkerEvent} promises: an end has its start of the same recording thread, the last one of its marker that has none yet, and is
 * about the thread that its start is about;
 * the data of a scoped marker comes while its zone is the thread's innermost.
 *
 * <p>Owned by the collector's thread.
 */
final class MarkerKeeper {
    /** Starts without an end, of one thread and marker: the oldest are forgotten beyond this. */
    private static final int MAX_OPEN = 10_000;

    private static final TableLimit LIMIT = TableLimit.ofEvents(
            "open intervals of a marker on a thread", MAX_OPEN, "the ends of the oldest ones are dropped");

    /** Two readings of the clock one behind the other may be out of order, by less than this. */
    private static final long SLACK_NANOS = 1_000;

    /** @param about the thread that it is about */
    private record Start(long pair, long nanos, ThreadTrack about) {}

    /** The state that the markers of a thread share. */
    static final class State {
        private final IdentityHashMap<MarkerDefinition, Deque<Start>> open = new IdentityHashMap<>();

        /** Intervals that were forgotten, whose ends have not come. */
        private long forgotten;

        private CallStack stack;
        private int stackMarker;
        private long target;
        private int targetMarker;
    }

    private final ClockMap clock;
    private final LongUnaryOperator nanosOfTicks;
    private final SinkList sinks;
    private final LongFunction<ThreadTrack> threads;
    private final IntFunction<MarkerDefinition> definitions;
    private final MarkerEvent event = new MarkerEvent();
    private long lastPair;
    private long unmatched;
    private long dropped;

    /**
     * For all threads.
     *
     * @param threads the thread of a Java id, or null if it has had no event
     * @param definitions by their ids; null for unknown ids
     */
    MarkerKeeper(
            ClockMap clock,
            SinkList sinks,
            LongFunction<ThreadTrack> threads,
            IntFunction<MarkerDefinition> definitions) {
        this.definitions = definitions;
        this.clock = clock;
        this.nanosOfTicks = clock::nanos;
        this.sinks = sinks;
        this.threads = threads;
    }

    /** Ends of intervals that were forgotten. */
    long dropped() {
        return dropped;
    }

    /** Ends without a start (but for the first of a marker on a thread) or before it, and data of zones that are not innermost. */
    long unmatched() {
        return unmatched;
    }

    private static State state(ThreadTrack track) {
        if (track.markers == null) {
            track.markers = new State();
        }
        return track.markers;
    }

    /** Restores an open marker of a recording that is continued, in the order of the starts. Returns its pair. */
    long resume(ThreadTrack track, MarkerDefinition definition, long nanos) {
        state(track)
                .open
                .computeIfAbsent(definition, d -> new ArrayDeque<>())
                .addLast(new Start(++lastPair, nanos, track));
        return lastPair;
    }

    /** The calls that lead to the marker that follows. */
    void stack(ThreadTrack track, int marker, String encoded) {
        CallStack stack = StackText.read(encoded);
        State state = state(track);
        state.stack = stack.calls().isEmpty() ? null : stack;
        state.stackMarker = marker;
    }

    /** The thread that the marker that follows is about. */
    void target(ThreadTrack track, int marker, long threadId) {
        State state = state(track);
        state.target = threadId;
        state.targetMarker = marker;
    }

    /** Records are missing here. They may include data of the next marker. */
    void forgetLeads(ThreadTrack track) {
        if (track.markers != null) {
            track.markers.stack = null;
            track.markers.target = 0;
        }
    }

    void marker(ThreadTrack track, Memory memory, long offset, long header, long ticks) {
        int id = RingLayout.id(header);
        int small = RingLayout.small(header);
        MarkerDefinition definition = definitions.apply(id);
        if (definition == null) {
            throw new IllegalStateException("a ring holds a marker of unknown id " + id);
        }
        MarkerPhase phase = MarkerPhase.ofCode(small);
        boolean hasLead = phase == MarkerPhase.INTERVAL || phase == MarkerPhase.SCOPED;
        long payload = offset + RingLayout.SLOT_BYTES;
        event.start(definition, phase, clock.nanos(ticks));
        ThreadTrack about = about(track, small, id);
        event.read(
                memory,
                hasLead ? payload + Long.BYTES : payload,
                (small & RingLayout.MARKER_NO_DATA) != 0 ? 0 : definition.fieldCount(),
                nanosOfTicks);
        switch (phase) {
            case INSTANT -> sinks.event(event);
            case INTERVAL -> {
                long begin = clock.nanos(memory.getLong(payload));
                event.interval(0, Math.min(event.nanos(), begin), event.nanos());
                sinks.event(event);
            }
            case START -> start(track, about);
            case END -> end(track);
            case SCOPED -> scoped(track, memory.getLong(payload));
        }
    }

    /** Takes the records before the marker, and returns the thread that the marker is about. */
    private ThreadTrack about(ThreadTrack track, int small, int id) {
        State state = track.markers;
        if (state == null) {
            event.about(track, null);
            return track;
        }
        boolean hasStack = (small & RingLayout.MARKER_HAS_STACK) != 0 && state.stackMarker == id;
        boolean hasTarget = (small & RingLayout.MARKER_HAS_TARGET) != 0 && state.targetMarker == id;
        ThreadTrack target = hasTarget ? threads.apply(state.target) : null;
        ThreadTrack about = target == null ? track : target;
        event.about(about, hasStack ? state.stack : null);
        state.stack = null;
        state.target = 0;
        return about;
    }

    private void start(ThreadTrack track, ThreadTrack about) {
        event.interval(++lastPair, event.nanos(), event.nanos());
        if (!sinks.isEmpty()) {
            State state = state(track);
            Deque<Start> open = state.open.computeIfAbsent(event.definition(), d -> new ArrayDeque<>());
            if (open.size() >= MAX_OPEN) {
                open.removeFirst();
                state.forgotten++;
                LIMIT.refuse();
            }
            open.addLast(new Start(event.pair(), event.nanos(), about));
        }
        sinks.event(event);
    }

    private void end(ThreadTrack track) {
        if (sinks.isEmpty()) {
            return;
        }
        State state = state(track);
        Deque<Start> open = state.open.get(event.definition());
        if (open == null) {
            // It may have begun before the recording: no wrong call.
            state.open.put(event.definition(), new ArrayDeque<>());
            return;
        }
        Start start = open.peekLast();
        if (start == null && state.forgotten > 0) {
            state.forgotten--;
            dropped++;
            return;
        }
        if (start == null || event.nanos() < start.nanos - SLACK_NANOS) {
            unmatched++;
            return;
        }
        open.removeLast();
        if (start.about != track && threads.apply(start.about.id()) != start.about) {
            // That thread has ended, and the marker with it.
            unmatched++;
            return;
        }
        event.about(start.about, event.stack());
        event.interval(start.pair, Math.min(start.nanos, event.nanos()), event.nanos());
        sinks.event(event);
    }

    private void scoped(ThreadTrack track, long depth) {
        if (depth != track.depth - 1) {
            unmatched++;
            return;
        }
        long begin = track.openNanos[track.depth - 1];
        event.interval(0, begin, Math.max(event.nanos(), begin));
        event.about(track, event.stack());
        sinks.event(event);
    }
}
