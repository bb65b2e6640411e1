package dev.zonecast.core.collect;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.ring.UnendedState;
import java.lang.foreign.MemorySegment;
import java.util.function.LongFunction;

/**
 * Reads rings and hands events to the sinks: thread events at once, serial ones (frames, GPU zones) in the order of their time
 * through {@link SerialRouter}. Keeps what {@link EventSink} promises: zones nest, attributes belong to the innermost zone, times
 * do not run backwards.
 *
 * <p>Owned by the collector's thread.
 */
final class EventRouter {
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
    private final DecodedEvent event = new DecodedEvent();
    private final ZoneRun run = new ZoneRun();
    private final MarkerRouter markers;
    private final Utf8Text text = new Utf8Text();
    private final CallStacks stacks = new CallStacks();
    private long events;
    private long droppedAttributes;

    EventRouter(ClockMap clock, SinkList sinks, SerialRouter serial) {
        this(clock, sinks, serial, RingRelease.AT_ONCE, id -> null, RingIds.OWN);
    }

    /** @param threads the thread of a Java id, or null if it has had no event */
    EventRouter(
            ClockMap clock,
            SinkList sinks,
            SerialRouter serial,
            RingRelease release,
            LongFunction<ThreadTrack> threads,
            RingIds ids) {
        this.release = release;
        this.markers = new MarkerRouter(clock, sinks, threads, ids.markers());
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
    MarkerRouter markers() {
        return markers;
    }

    /** Attributes of outer zones given up because too many waited. */
    long droppedAttributes() {
        return droppedAttributes;
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
        MemorySegment memory = ring.segment();
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
                    int type = RingLayout.type(header);
                    if (type == RingLayout.PAD) {
                        track.padded(track.recordPosition, position);
                    } else {
                        if (leads(type)) {
                            track.led(track.recordPosition, position);
                        }
                        route(track, memory, offset, header);
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

    /** True of a record that says something of the one that comes next. */
    private static boolean leads(int type) {
        return type == RingLayout.ZONE_STACK
                || type == RingLayout.CALL_STACK
                || type == RingLayout.CARRIER
                || type == RingLayout.MARKER_STACK
                || type == RingLayout.MARKER_TARGET;
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
        long ticks = track.position < track.end ? track.source.word(track.source.offset(track.position) + 8) : 0;
        for (int i = gap[0]; i < gap[1]; i++) {
            begin(track, ticks, OVERWRITTEN.id());
        }
        deliverRun(track);
    }

    private void deliverRun(ThreadTrack track) {
        if (run.size() > 0) {
            sinks.zones(track, run);
            run.clear();
        }
    }

    private static long after(long header, long position, long end) {
        int bytes = RingLayout.bytes(header);
        // A record that says nonsense of its length hides where the next one begins.
        return bytes < RingLayout.SLOT_BYTES || bytes > end - position ? end : position + bytes;
    }

    private void route(ThreadTrack track, MemorySegment memory, long offset, long header) {
        long ticks = memory.get(JAVA_LONG, offset + 8);
        int type = RingLayout.type(header);
        if (type == RingLayout.ZONE_BEGIN) {
            begin(track, ticks, RingLayout.id(header));
            return;
        }
        if (type == RingLayout.ZONE_END) {
            end(track, ticks, RingLayout.id(header));
            return;
        }
        deliverRun(track);
        switch (type) {
            case RingLayout.ZONE_TEXT, RingLayout.ZONE_NAME ->
                attribute(track, type, RingLayout.id(header), 0, textAt(memory, offset));
            case RingLayout.ZONE_VALUE, RingLayout.ZONE_COLOR ->
                attribute(track, type, RingLayout.id(header), memory.get(JAVA_LONG, offset + 16), null);
            case RingLayout.ZONE_STACK -> {
                CallStack stack = CallStack.decoded(textAt(memory, offset).toString());
                track.stack = stack.calls().isEmpty() ? null : stack;
                track.stackLocation = RingLayout.id(header);
            }
            case RingLayout.CALL_STACK -> {
                track.stack = stacks.of(track.recorder.takeStack(RingLayout.id(header)));
                track.stackLocation = ThreadTrack.ANY_LOCATION;
            }
            case RingLayout.CARRIER ->
                track.carrierName = Registry.INSTANCE.names().text(RingLayout.id(header));
            case RingLayout.FIBER_ENTER, RingLayout.FIBER_LEAVE -> {
                start(type, track, ticks);
                boolean enters = type == RingLayout.FIBER_ENTER;
                track.runsOn = enters ? memory.get(JAVA_LONG, offset + 16) : 0;
                track.runsOnName = enters ? Registry.INSTANCE.names().text(RingLayout.id(header)) : null;
                track.runsSinceNanos = event.nanos;
                track.unended = enters
                        ? new UnendedState(RingLayout.id(header), false, event.nanos, track.runsOn)
                        : UnendedState.NONE;
                sinks.deliver(event);
            }
            case RingLayout.MARKER -> markers.marker(track, memory, offset, header, ticks);
            case RingLayout.MARKER_STACK ->
                markers.stack(
                        track, RingLayout.id(header), textAt(memory, offset).toString());
            case RingLayout.MARKER_TARGET ->
                markers.target(track, RingLayout.id(header), memory.get(JAVA_LONG, offset + 16));
            case RingLayout.PLOT_LONG, RingLayout.PLOT_DOUBLE -> plot(track, ticks, header, memory, offset);
            case RingLayout.MESSAGE, RingLayout.CRASH -> {
                start(type, track, ticks);
                event.small = RingLayout.small(header);
                event.rgb = RingLayout.id(header);
                event.text = textAt(memory, offset);
                event.stack = stackOfNext(track);
                sinks.deliver(event);
            }
            case RingLayout.MESSAGE_LITERAL -> {
                start(type, track, ticks);
                event.small = RingLayout.small(header);
                event.rgb = (int) memory.get(JAVA_LONG, offset + 16);
                event.value = RingLayout.id(header);
                sinks.deliver(event);
            }
            case RingLayout.FRAME_MARK, RingLayout.FRAME_START, RingLayout.FRAME_END, RingLayout.FRAME_VSYNC ->
                serial.add(track, ticks, header, memory.get(JAVA_LONG, offset + 16), 0, 0);
            case RingLayout.MEMORY_ALLOCATED ->
                serial.addMemory(
                        track,
                        ticks,
                        header,
                        memory.get(JAVA_LONG, offset + 16),
                        memory.get(JAVA_LONG, offset + 24),
                        stackOfNext(track));
            case RingLayout.MEMORY_FREED ->
                serial.addMemory(track, ticks, header, memory.get(JAVA_LONG, offset + 16), 0, stackOfNext(track));
            case RingLayout.LOCK, RingLayout.MEMORY_DISCARDED -> serial.add(track, ticks, header, 0, 0, 0);
            case RingLayout.LOCK_MARK -> serial.add(track, ticks, header, memory.get(JAVA_LONG, offset + 16), 0, 0);
            case RingLayout.GPU_ZONE_BEGIN,
                    RingLayout.GPU_ZONE_END,
                    RingLayout.GPU_ZONE_VALUE,
                    RingLayout.GPU_CALIBRATION ->
                serial.add(
                        track,
                        ticks,
                        header,
                        memory.get(JAVA_LONG, offset + 16),
                        memory.get(JAVA_LONG, offset + 24),
                        memory.get(JAVA_LONG, offset + 32));
            default -> throw new IllegalStateException("a ring holds a record of unknown type " + type);
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

    private void start(int type, ThreadTrack track, long ticks) {
        event.type = type;
        event.thread = track;
        event.nanos = threadNanos(track, ticks);
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
            SourceLocation location = Registry.INSTANCE.location(locationId);
            sinks.call(sink -> sink.zoneBegin(track, nanos, location, stack));
        }
        if (track.carrierName != null) {
            deliverRun(track);
            attribute(track, RingLayout.ZONE_TEXT, track.depth - 1, 0, Utf8Text.of("carrier: " + track.carrierName));
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

    /** Ends what a thread left open when it died. */
    void endAll(ThreadTrack track, long nanos) {
        long end = Math.max(nanos, track.lastNanos);
        while (track.depth > 0) {
            endInnermost(track, end);
        }
        deliverRun(track);
    }

    private void attribute(ThreadTrack track, int type, int depth, long value, Utf8Text words) {
        if (depth == track.depth - 1) {
            event.type = type;
            event.thread = track;
            event.value = value;
            event.text = words;
            sinks.deliver(event);
        } else if (track.deferred.size() >= MAX_DEFERRED) {
            DEFERRED_LIMIT.refuse();
            droppedAttributes++;
        } else if (depth < track.depth) {
            track.deferred.add(
                    new ThreadTrack.DeferredAttribute(type, depth, value, words == null ? null : words.toString()));
        }
    }

    /** An outer zone is innermost again: it gets what was said of it meanwhile. */
    private void deliverDeferred(ThreadTrack track) {
        var waiting = track.deferred.iterator();
        while (waiting.hasNext()) {
            var attribute = waiting.next();
            if (attribute.depth() < track.depth - 1) {
                continue;
            }
            waiting.remove();
            if (attribute.depth() == track.depth - 1) {
                Utf8Text words = attribute.text() == null ? null : Utf8Text.of(attribute.text());
                attribute(track, attribute.type(), attribute.depth(), attribute.value(), words);
            }
        }
    }

    private void plot(ThreadTrack track, long ticks, long header, MemorySegment memory, long offset) {
        start(RingLayout.type(header), track, ticks);
        event.plot = Registry.INSTANCE.plot(RingLayout.id(header));
        event.value = memory.get(JAVA_LONG, offset + 16);
        sinks.deliver(event);
    }

    private Utf8Text textAt(MemorySegment memory, long offset) {
        return text.at(memory, offset + 24, (int) memory.get(JAVA_LONG, offset + 16));
    }
}
