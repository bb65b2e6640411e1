package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventReader;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.event.IdTables;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.memory.Memory;
import java.util.function.LongFunction;

/**
 * Reads rings and hands events to the sinks: thread events at once, serial ones (frames, GPU zones) in the order of their time
 * through {@link SerialRouter}. Keeps what {@link EventSink} promises: zones nest, attributes belong to the innermost zone, times
 * do not run backwards.
 *
 * <p>Owned by the collector's thread.
 */
final class EventRouter {
    private static final Slots<?, SourceLocation> LOCATIONS = Slots.of(SourceLocation.class);

    /** Room is given back to the producer this often while a long ring is read. */
    private static final int RELEASE_BYTES = 64 << 10;

    /** Attributes of outer zones that wait in one thread: beyond this they are dropped and counted. */
    private static final int MAX_DEFERRED = 1024;

    private static final TableLimit DEFERRED_LIMIT = TableLimit.ofEvents(
            "attributes of outer zones that wait on a thread", MAX_DEFERRED, "further ones are dropped");

    /** A zone whose begin was overwritten. */
    private static final SourceLocation OVERWRITTEN = SourceLocation.of("(overwritten)", null, null, 0, 0);

    private final ClockMap clock;
    private final SinkList sinks;
    private final SerialRouter serial;
    private final RingRelease release;
    private final EventReader reader;
    private final ZoneAttribute attribute = new ZoneAttribute();
    private final ZoneBegin begin = new ZoneBegin();
    private final RingRun run = new RingRun();
    private final MarkerKeeper markers;
    private final CallStacks stacks = new CallStacks();
    private long events;
    private long droppedAttributes;

    EventRouter(ClockMap clock, SinkList sinks, SerialRouter serial) {
        this(clock, sinks, serial, RingRelease.AT_ONCE, id -> null, OwnIds.INSTANCE);
    }

    /** @param threads the thread of a Java id, or null if it has had no event */
    EventRouter(
            ClockMap clock,
            SinkList sinks,
            SerialRouter serial,
            RingRelease release,
            LongFunction<ThreadTrack> threads,
            IdTables ids) {
        this.release = release;
        this.markers = new MarkerKeeper(clock, sinks, threads, ids::marker);
        this.reader = new EventReader(ids);
        this.clock = clock;
        this.sinks = sinks;
        this.serial = serial;
    }

    /** Records read so far. */
    long events() {
        return events;
    }

    /** Ends of markers without their start. */
    long unmatchedMarkers() {
        return markers.unmatched();
    }

    /** Markers, which are a thread's. */
    MarkerKeeper markers() {
        return markers;
    }

    /** Attributes of outer zones and ends of markers given up because too many waited. */
    long dropped() {
        return droppedAttributes + markers.dropped();
    }

    /**
     * Reads what a ring held at {@link ThreadTrack#markEnd}. A record that cannot be handled is passed over: the exception ends this
     * call, the next one goes on behind it.
     *
     * @return records read
     */
    int drain(ThreadTrack track) {
        EventRing ring = track.source;
        bridge(track);
        long position = track.position;
        long end = track.end;
        if (position >= end) {
            return 0;
        }
        Memory memory = ring.segment();
        long released = position;
        int count = 0;
        try {
            while (position < end) {
                if (run.isFull()) {
                    deliverRun(track);
                }
                long next = run.fill(track, position, end, clock);
                if (next != position) {
                    count += (int) ((next - position) / RingLayout.SLOT_BYTES);
                    position = next;
                } else {
                    track.recordPosition = position;
                    long offset = ring.offset(position);
                    long header = ring.word(offset);
                    position = after(header, position, end);
                    if (RingLayout.type(header) == RingLayout.PAD) {
                        track.padded(track.recordPosition, position);
                    } else {
                        route(track, memory, offset, header, position);
                        count++;
                    }
                }
                if (position - released >= RELEASE_BYTES) {
                    deliverRun(track);
                    track.position = position;
                    release.passed(track);
                    released = position;
                }
            }
        } finally {
            deliverRun(track);
            track.position = position;
            release.passed(track);
            events += count;
        }
        return count;
    }

    /** Ends what ended and begins what began among records that were overwritten. */
    private void bridge(ThreadTrack track) {
        int[] gap = track.gap;
        if (gap == null) {
            return;
        }
        track.gap = null;
        track.stack = null;
        track.carrierName = null;
        markers.forgetLeads(track);
        int depth = Math.max(0, track.depth + gap[0]);
        while (track.depth > depth) {
            endInnermost(track, track.lastNanos);
        }
        long ticks = firstTicks(track);
        for (int i = gap[0]; i < gap[1]; i++) {
            begin(track, ticks, Ids.of(OVERWRITTEN));
        }
        deliverRun(track);
    }

    /** Ticks of the first record to be read; 0 if there is none. */
    private static long firstTicks(ThreadTrack track) {
        EventRing ring = track.source;
        long at = track.position;
        if (at < track.end) {
            long header = ring.word(ring.offset(at));
            // A pad has no ticks. A record follows each pad.
            at += RingLayout.type(header) == RingLayout.PAD ? RingLayout.bytes(header) : 0;
        }
        return at < track.end ? ring.word(ring.offset(at) + 8) : 0;
    }

    private void deliverRun(ThreadTrack track) {
        if (run.size() > 0) {
            sinks.zones(track, run);
            run.clear();
        }
    }

    private static long after(long header, long position, long end) {
        int bytes = RingLayout.bytes(header);
        // An invalid length hides the begin of the next record.
        return bytes < RingLayout.SLOT_BYTES || bytes > end - position ? end : position + bytes;
    }

    private void route(ThreadTrack track, Memory memory, long offset, long header, long next) {
        EventKind kind = EventKind.ofCode(RingLayout.type(header));
        if (kind == null) {
            throw new IllegalStateException("a ring holds a record of unknown type " + RingLayout.type(header));
        }
        long ticks = memory.getLong(offset + 8);
        int id = RingLayout.id(header);
        switch (kind.order()) {
            case ZONE -> {
                if (kind == EventKind.ZONE_BEGIN) {
                    begin(track, ticks, id);
                } else {
                    end(track, ticks, id);
                }
            }
            case ATTRIBUTE -> {
                deliverRun(track);
                long value = EventReader.word(kind, memory, offset, 0);
                attribute(track, kind, RingLayout.small(header), id, value, reader.text(kind, memory, offset));
            }
            case LEAD -> {
                deliverRun(track);
                track.led(track.recordPosition, next);
                lead(track, kind, memory, offset, id);
            }
            case ACROSS -> {
                deliverRun(track);
                serial.add(
                        track,
                        ticks,
                        header,
                        EventReader.word(kind, memory, offset, 0),
                        EventReader.word(kind, memory, offset, 1),
                        EventReader.word(kind, memory, offset, 2),
                        kind.takesStack() ? stackOfNext(track) : null);
            }
            case THREAD -> {
                deliverRun(track);
                if (kind == EventKind.MARKER) {
                    markers.marker(track, memory, offset, header, ticks);
                } else {
                    threadEvent(track, kind, memory, offset, header, threadNanos(track, ticks));
                }
            }
            case TOLD -> throw new IllegalStateException("in a ring: " + kind);
        }
    }

    private void threadEvent(ThreadTrack track, EventKind kind, Memory memory, long offset, long header, long nanos) {
        int id = RingLayout.id(header);
        Event event = reader.read(
                kind,
                track,
                nanos,
                RingLayout.small(header),
                id,
                EventReader.word(kind, memory, offset, 0),
                0,
                0,
                reader.text(kind, memory, offset),
                kind.takesStack() ? stackOfNext(track) : null);
        // Without a sink, the end may not be recorded.
        if (event instanceof FiberEvent fiber && !sinks.isEmpty()) {
            track.runs(fiber, id);
        }
        sinks.event(event);
    }

    /** Keeps a record about the next one. */
    private void lead(ThreadTrack track, EventKind kind, Memory memory, long offset, int id) {
        switch (kind) {
            case ZONE_STACK -> {
                CallStack stack =
                        StackText.read(reader.text(kind, memory, offset).toString());
                track.stack = stack.calls().isEmpty() ? null : stack;
                track.stackLocation = id;
            }
            case CALL_STACK -> {
                track.stack = stacks.of(track.recorder.takeStack(id));
                track.stackLocation = ThreadTrack.ANY_LOCATION;
            }
            case CARRIER ->
                track.carrierName = Registry.INSTANCE.names().text(reader.ids().name(id));
            case MARKER_STACK ->
                markers.stack(track, id, reader.text(kind, memory, offset).toString());
            default -> markers.target(track, id, EventReader.word(kind, memory, offset, 0));
        }
    }

    /** Time of a thread's event: two processors' counters may differ by a few ticks when a thread moves. */
    private long threadNanos(ThreadTrack track, long ticks) {
        long nanos = clock.nanos(ticks);
        if (nanos < track.lastNanos) {
            return track.lastNanos;
        }
        track.lastNanos = nanos;
        return nanos;
    }

    private void begin(ThreadTrack track, long ticks, int locationId) {
        long nanos = threadNanos(track, ticks);
        track.push(locationId, nanos);
        CallStack stack = track.stack;
        track.stack = null;
        boolean isIts = track.stackLocation == locationId || track.stackLocation == ThreadTrack.ANY_LOCATION;
        if (stack == null || !isIts) {
            if (run.isFull()) {
                deliverRun(track);
            }
            run.begin(nanos, locationId);
        } else {
            deliverRun(track);
            SourceLocation location = LOCATIONS.get(locationId);
            sinks.event(begin.begin(track, nanos, location, stack));
        }
        if (track.carrierName != null) {
            deliverRun(track);
            attribute(track, EventKind.ZONE_TEXT, 0, track.depth - 1, 0, Utf8Text.of("carrier: " + track.carrierName));
            track.carrierName = null;
        }
    }

    /** The stack that stands right before the record in the ring, or null. */
    private static CallStack stackOfNext(ThreadTrack track) {
        CallStack stack = track.stackLocation == ThreadTrack.ANY_LOCATION ? track.stack : null;
        track.stack = null;
        return stack;
    }

    private void end(ThreadTrack track, long ticks, int count) {
        long nanos = threadNanos(track, ticks);
        for (int i = 0; i < count; i++) {
            endInnermost(track, nanos);
        }
    }

    private void endInnermost(ThreadTrack track, long nanos) {
        if (track.depth == 0) {
            throw new IllegalStateException("a ring holds an end without its begin");
        }
        if (run.isFull()) {
            deliverRun(track);
        }
        run.end(nanos);
        track.depth--;
        if (!track.deferred.isEmpty()) {
            deliverRun(track);
            deliverDeferred(track);
        }
    }

    /** Ends the events that were open at the end of their thread. */
    void endAll(ThreadTrack track, long nanos) {
        long end = Math.max(nanos, track.lastNanos);
        while (track.depth > 0) {
            endInnermost(track, end);
        }
        deliverRun(track);
    }

    private void attribute(ThreadTrack track, EventKind kind, int small, int depth, long value, Utf8Text words) {
        if (depth == track.depth - 1) {
            sinks.event(
                    switch (kind) {
                        case ZONE_TEXT, ZONE_NAME -> attribute.text(kind, track, words);
                        case ZONE_COUNT -> attribute.count(track, ZoneCounter.of(small), value);
                        default -> attribute.value(kind, track, value);
                    });
        } else if (track.deferred.size() >= MAX_DEFERRED) {
            DEFERRED_LIMIT.refuse();
            droppedAttributes++;
        } else if (depth < track.depth) {
            track.deferred.add(new ThreadTrack.DeferredAttribute(
                    kind, small, depth, value, words == null ? null : words.toString()));
        }
    }

    /** An outer zone is innermost again: it gets its deferred texts and values. */
    private void deliverDeferred(ThreadTrack track) {
        var waiting = track.deferred.iterator();
        while (waiting.hasNext()) {
            var each = waiting.next();
            if (each.depth() < track.depth - 1) {
                continue;
            }
            waiting.remove();
            if (each.depth() == track.depth - 1) {
                Utf8Text words = each.text() == null ? null : Utf8Text.of(each.text());
                attribute(track, each.kind(), each.small(), each.depth(), each.value(), words);
            }
        }
    }
}
