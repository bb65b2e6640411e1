package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.EventBlock;
import dev.zonecast.tracy.EventLengths;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Slots;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Applies events in order, up to the first unknown name. */
final class EventDecoder {
    private static final Handler NOTHING = (bytes, at) -> {};

    /** Messages and plots without a thread. */
    private static final Set<EventType> OF_PROGRAM = EnumSet.of(
            EventType.MESSAGE_APP_INFO,
            EventType.PARAM_SETUP,
            EventType.PLOT_CONFIG,
            EventType.SYS_TIME_REPORT,
            EventType.SYS_POWER_REPORT);

    private final Stream stream;
    private final EventLengths lengths;
    private final Slots slots;
    private final Needs needs;
    private final ThreadStates threads;
    private final ZoneRuns runs;
    private final FrameEvents frames;
    private final GpuEvents gpu;
    private final SectionEvents sections;
    private final FiberEvents fibers;
    private final LockQueue lockQueue;
    private final SampleEvents samples;
    private final Map<EventType, Handler> handlers = new EnumMap<>(EventType.class);
    /** Events that need the name of the thread whose events come. */
    private final Set<EventType> threadEvents = EnumSet.noneOf(EventType.class);

    private final long maxMarks;
    boolean terminated;

    /** @param maxMarks of the base set, after which nothing more is applied */
    EventDecoder(Stream stream, EventLengths lengths, long maxMarks) {
        this.stream = stream;
        this.lengths = lengths;
        this.maxMarks = maxMarks;
        slots = stream.slots;
        needs = new Needs(stream.vocabulary, stream.protocol());
        threads = new ThreadStates(stream);
        lockQueue = new LockQueue(stream);
        var _ = new ZoneEvents(stream, threads, lockQueue, handlers);
        var _ = new MessageEvents(stream, threads, handlers);
        var _ = new PlotEvents(stream, threads, handlers);
        threadEvents.addAll(handlers.keySet());
        threadEvents.removeAll(OF_PROGRAM);
        CallStacks callStacks = new CallStacks(stream, threads, handlers);
        runs = new ZoneRuns(stream, threads, lockQueue);
        frames = new FrameEvents(stream, threads, handlers);
        fibers = new FiberEvents(stream, threads, handlers);
        gpu = new GpuEvents(stream, threads, callStacks, handlers);
        sections = new SectionEvents(stream, handlers);
        var _ = new LockEvents(stream, threads, lockQueue, handlers);
        var _ = new MemoryEvents(stream, threads, callStacks, handlers);
        samples = new SampleEvents(stream, threads, callStacks, handlers);
        handlers.put(EventType.TERMINATE, (bytes, at) -> terminated = true);
        handlers.put(EventType.KEEP_ALIVE, NOTHING);
        handlers.put(EventType.ZONE_VALIDATION, NOTHING);
        handlers.put(EventType.CRASH, NOTHING);
    }

    /** True once there are as many marks of frames as are wanted. */
    boolean hasAllMarks() {
        return frames.marks >= maxMarks;
    }

    /**
     * Applies a block from {@link EventBlock#next} on, which moves to the first event that it cannot apply yet, or to the end.
     *
     * @return true if the block is done
     */
    boolean apply(EventBlock block) throws IOException {
        byte[] bytes = block.bytes;
        int end = block.end;
        int at = block.next;
        long applied = 0;
        int from = at;
        boolean goOn = true;
        try {
            while (goOn && at < end && !hasAllMarks()) {
                at = runs.take(bytes, at, end);
                if (at == end) {
                    break;
                }
                block.next = at;
                int next = lengths.end(bytes, at, end, block.streamOffset);
                goOn = apply(lengths.type(bytes[at]), bytes, at, at >= block.seen);
                if (goOn) {
                    at = next;
                    applied++;
                }
            }
        } finally {
            block.next = at;
            stream.counts.add(SessionCount.EVENTS, applied);
            stream.counts.eventBytes += at - from;
            slots.keep();
        }
        lockQueue.deliverLate();
        gpu.deliverLate();
        return goOn && !hasAllMarks();
    }

    /**
     * Applies one event; false if it has to wait for a name.
     *
     * @param isNew false if the look-ahead has read it
     */
    boolean apply(EventType type, byte[] bytes, int at, boolean isNew) throws IOException {
        if (slots.take(type, bytes, at)) {
            return true;
        }
        if (stream.vocabulary.take(type, bytes, at, slots, isNew)) {
            if (type == EventType.THREAD_GROUP_HINT) {
                threads.regroup(Wire.getInt(bytes, at + 1));
            }
            return true;
        }
        if (type == EventType.THREAD_CONTEXT) {
            // Its name is needed with its first event.
            threads.context(Wire.getInt(bytes, at + 1));
            return true;
        }
        boolean named = !threadEvents.contains(type) || threads.isNamed();
        if (!needs.areKnown(type, bytes, at, slots) || !named) {
            return false;
        }
        Handler handler = handlers.get(type);
        if (handler == null) {
            stream.counts.passOver(type);
        } else {
            handler.apply(bytes, at);
        }
        return true;
    }

    /** No further event will come. */
    void close() throws IOException {
        gpu.close();
        fibers.close();
        sections.close();
        lockQueue.close();
        samples.close();
    }
}
