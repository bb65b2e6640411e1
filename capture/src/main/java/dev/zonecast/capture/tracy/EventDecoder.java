package dev.zonecast.capture.tracy;

import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.tracy.EventBlock;
import dev.zonecast.tracy.EventLengths;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Slots;
import dev.zonecast.tracy.Wire;
import java.io.IOException;

/** Applies events in order, as far as all names are known. */
final class EventDecoder {
    private final Stream stream;
    private final EventLengths lengths;
    private final Vocabulary vocabulary;
    private final Slots slots;
    private final ThreadStates threads;
    private final ZoneEvents zones;
    private final ZoneRuns runs;
    private final MessageEvents messages;
    private final PlotEvents plots;
    private final FrameEvents frames;
    private final LockEvents locks;
    private final MemoryEvents memory;
    private final GpuEvents gpu;
    private final FiberEvents fibers;
    private final SampleEvents samples;
    private final CallStacks callStacks;
    private final long maxMarks;
    private boolean terminated;
    private boolean hasAllMarks;

    /** @param maxMarks of the base set, after which nothing more is applied */
    EventDecoder(Stream stream, EventLengths lengths, long maxMarks) {
        this.stream = stream;
        this.lengths = lengths;
        this.maxMarks = maxMarks;
        vocabulary = stream.vocabulary;
        slots = stream.slots;
        threads = new ThreadStates(stream);
        zones = new ZoneEvents(stream, threads);
        runs = new ZoneRuns(stream, threads);
        messages = new MessageEvents(stream, threads);
        plots = new PlotEvents(stream, threads);
        frames = new FrameEvents(stream, threads);
        locks = new LockEvents(stream, threads);
        fibers = new FiberEvents(stream, threads);
        callStacks = new CallStacks(stream, threads);
        memory = new MemoryEvents(stream, threads, callStacks);
        gpu = new GpuEvents(stream, threads, callStacks);
        samples = new SampleEvents(stream, threads, callStacks);
    }

    /** Zones, one event at a time. */
    ZoneEvents zones() {
        return zones;
    }

    /** True once the client has said its last. */
    boolean isTerminated() {
        return terminated;
    }

    /** True once there are as many marks of frames as are wanted. */
    boolean hasAllMarks() {
        return hasAllMarks;
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
            while (goOn && at < end && !hasAllMarks) {
                at = runs.take(bytes, at, end);
                if (at == end) {
                    break;
                }
                block.next = at;
                int next = lengths.end(bytes, at, end, block.streamOffset);
                goOn = event(block, lengths.type(bytes[at]), bytes, at);
                if (goOn) {
                    at = next;
                    applied++;
                }
            }
        } finally {
            block.next = at;
            stream.counts.events += applied;
            stream.counts.eventBytes += at - from;
            slots.keep();
        }
        return goOn && !hasAllMarks;
    }

    private boolean event(EventBlock block, EventType type, byte[] bytes, int at) throws IOException {
        return switch (type) {
            case ZONE_BEGIN_16 -> zones.begin16(bytes, at);
            case ZONE_END_16 -> zones.end16(bytes, at);
            case ZONE_BEGIN,
                    ZONE_BEGIN_32,
                    ZONE_BEGIN_CALLSTACK,
                    ZONE_BEGIN_CALLSTACK_32,
                    ZONE_BEGIN_CALLSTACK_16,
                    ZONE_BEGIN_ALLOC_SRC_LOC,
                    ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK,
                    ZONE_END,
                    ZONE_END_32 -> zones.event(type, bytes, at);
            case ZONE_TEXT, ZONE_NAME, ZONE_VALUE, ZONE_COLOR -> zones.attribute(type, bytes, at);
            case THREAD_CONTEXT -> {
                threads.context(Wire.getInt(bytes, at + 1));
                yield true;
            }
            case PLOT_DATA_INT, PLOT_DATA_FLOAT, PLOT_DATA_DOUBLE, PLOT_CONFIG, SYS_TIME_REPORT, SYS_POWER_REPORT ->
                plots.event(type, bytes, at);
            case LOCK_ANNOUNCE,
                    LOCK_TERMINATE,
                    LOCK_NAME,
                    LOCK_MARK,
                    LOCK_WAIT,
                    LOCK_SHARED_WAIT,
                    LOCK_OBTAIN,
                    LOCK_SHARED_OBTAIN,
                    LOCK_RELEASE,
                    LOCK_SHARED_RELEASE -> locks.event(type, bytes, at);
            default -> rareEvent(block, type, bytes, at);
        };
    }

    private boolean rareEvent(EventBlock block, EventType type, byte[] bytes, int at) throws IOException {
        return switch (type) {
            case MEM_ALLOC,
                    MEM_ALLOC_NAMED,
                    MEM_FREE,
                    MEM_FREE_NAMED,
                    MEM_ALLOC_CALLSTACK,
                    MEM_ALLOC_CALLSTACK_NAMED,
                    MEM_FREE_CALLSTACK,
                    MEM_FREE_CALLSTACK_NAMED,
                    MEM_DISCARD,
                    MEM_DISCARD_CALLSTACK -> memory.event(type, bytes, at);
            case MESSAGE,
                    MESSAGE_COLOR,
                    MESSAGE_CALLSTACK,
                    MESSAGE_COLOR_CALLSTACK,
                    MESSAGE_LITERAL,
                    MESSAGE_LITERAL_COLOR,
                    MESSAGE_LITERAL_CALLSTACK,
                    MESSAGE_LITERAL_COLOR_CALLSTACK,
                    MESSAGE_APP_INFO,
                    CRASH_REPORT -> messages.event(type, bytes, at);
            case FRAME_MARK_MSG -> {
                boolean marked = frames.event(type, bytes, at);
                hasAllMarks = frames.marks() >= maxMarks;
                yield marked;
            }
            case FRAME_MARK_MSG_START,
                    FRAME_MARK_MSG_END,
                    FRAME_VSYNC,
                    FRAME_IMAGE,
                    SECTION_ENTER,
                    SECTION_LEAVE,
                    SECTION_SETUP -> frames.event(type, bytes, at);
            case GPU_NEW_CONTEXT,
                    GPU_CONTEXT_NAME,
                    GPU_TIME,
                    GPU_CALIBRATION,
                    GPU_TIME_SYNC,
                    GPU_ANNOTATION_NAME,
                    GPU_ZONE_ANNOTATION,
                    GPU_ZONE_BEGIN,
                    GPU_ZONE_BEGIN_CALLSTACK,
                    GPU_ZONE_BEGIN_SERIAL,
                    GPU_ZONE_BEGIN_CALLSTACK_SERIAL,
                    GPU_ZONE_BEGIN_ALLOC_SRC_LOC,
                    GPU_ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK,
                    GPU_ZONE_BEGIN_ALLOC_SRC_LOC_SERIAL,
                    GPU_ZONE_BEGIN_ALLOC_SRC_LOC_CALLSTACK_SERIAL,
                    GPU_ZONE_END,
                    GPU_ZONE_END_SERIAL -> gpu.event(type, bytes, at);
            default -> otherEvent(block, type, bytes, at);
        };
    }

    private boolean otherEvent(EventBlock block, EventType type, byte[] bytes, int at) throws IOException {
        if (slots.take(type, bytes, at)) {
            return true;
        }
        if (at >= block.seen ? vocabulary.take(type, bytes, at, slots) : isAnswer(type)) {
            return true;
        }
        switch (type) {
            case CALLSTACK, CALLSTACK_ALLOC -> {
                return callStacks.toThread();
            }
            case CALLSTACK_SERIAL -> {
                return callStacks.toSerial();
            }
            case CALLSTACK_SAMPLE,
                    CALLSTACK_SAMPLE_32,
                    CALLSTACK_SAMPLE_16,
                    CALLSTACK_SAMPLE_CONTEXT_SWITCH,
                    CALLSTACK_SAMPLE_CONTEXT_SWITCH_32,
                    CALLSTACK_SAMPLE_CONTEXT_SWITCH_16,
                    CONTEXT_SWITCH,
                    THREAD_WAKEUP -> {
                return samples.event(type, bytes, at);
            }
            case FIBER_ENTER -> {
                return fibers.enter(bytes, at);
            }
            case FIBER_LEAVE -> fibers.leave(bytes, at);
            case TERMINATE -> terminated = true;
            case PARAM_SETUP -> {
                return parameter(bytes, at);
            }
            case KEEP_ALIVE, ZONE_VALIDATION, CRASH -> {
                // Nothing to record.
            }
            default -> stream.counts.passOver(type);
        }
        return true;
    }

    /** An answer that the look-ahead has had. */
    private boolean isAnswer(EventType type) {
        Vocabulary.usedTexts(type, slots);
        return Vocabulary.isAnswer(type);
    }

    private boolean parameter(byte[] bytes, int at) throws IOException {
        String name = vocabulary.strings.get(Wire.getLong(bytes, at + 5));
        if (name == null) {
            return false;
        }
        stream.sink.event(ProgramEvent.info("parameter " + name + " = " + Wire.getInt(bytes, at + 14)));
        return true;
    }

    /** No further event will come. */
    void close() throws IOException {
        gpu.close();
        fibers.close();
    }
}
