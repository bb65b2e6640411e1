package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.EventBlock;
import dev.zonecast.tracy.EventLengths;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Slots;
import dev.zonecast.tracy.Wire;
import java.io.IOException;

/** Reads events that cannot be applied yet for answers, and asks for the names that they will need. */
final class Lookahead {
    private final EventLengths lengths;
    private final Vocabulary vocabulary;
    private final Protocol protocol;
    private final Slots slots;
    private boolean asks = true;

    Lookahead(Stream stream, EventLengths lengths) {
        this.lengths = lengths;
        this.vocabulary = stream.vocabulary;
        this.protocol = stream.welcome.protocol();
        this.slots = new Slots(protocol);
    }

    /** Starts anew where the decoder has stopped, with what it has. */
    void startFrom(Slots decoders) {
        slots.copyOf(decoders);
    }

    /** From now on nothing new is wanted, only answers. */
    void stopAsking() {
        asks = false;
    }

    /** Reads on to the end of a block. */
    void read(EventBlock block) throws IOException {
        byte[] bytes = block.bytes;
        int at = Math.max(block.seen, block.next);
        try {
            while (at < block.end) {
                int next = lengths.end(bytes, at, block.end, block.streamOffset);
                EventType type = lengths.type(bytes[at]);
                if (!slots.take(type, bytes, at) && !vocabulary.take(type, bytes, at, slots) && asks) {
                    ask(type, bytes, at);
                }
                at = next;
            }
        } finally {
            block.seen = at;
            slots.keep();
        }
    }

    private void ask(EventType type, byte[] bytes, int at) {
        switch (type) {
            case THREAD_CONTEXT -> thread(Wire.getInt(bytes, at + 1));
            case ZONE_BEGIN, ZONE_BEGIN_CALLSTACK -> vocabulary.locations.get(Wire.getLong(bytes, at + 9));
            case ZONE_BEGIN_32, ZONE_BEGIN_CALLSTACK_32 -> vocabulary.locations.get(Wire.getLong(bytes, at + 5));
            case ZONE_BEGIN_16, ZONE_BEGIN_CALLSTACK_16 -> vocabulary.locations.get(Wire.getLong(bytes, at + 3));
            case GPU_ZONE_BEGIN, GPU_ZONE_BEGIN_CALLSTACK, GPU_ZONE_BEGIN_SERIAL, GPU_ZONE_BEGIN_CALLSTACK_SERIAL ->
                vocabulary.locations.get(Wire.getLong(bytes, at + 16));
            case LOCK_ANNOUNCE -> vocabulary.locations.get(Wire.getLong(bytes, at + 13));
            case LOCK_MARK -> vocabulary.locations.get(Wire.getLong(bytes, at + 9));
            case LOCK_WAIT, LOCK_OBTAIN, LOCK_SHARED_WAIT, LOCK_SHARED_OBTAIN -> thread(Wire.getInt(bytes, at + 1));
            case LOCK_SHARED_RELEASE -> thread(Wire.getInt(bytes, at + 13));
            case PLOT_DATA_INT, PLOT_DATA_FLOAT, PLOT_DATA_DOUBLE, PLOT_CONFIG ->
                vocabulary.plots.get(Wire.getLong(bytes, at + 1));
            case FRAME_MARK_MSG, FRAME_MARK_MSG_START, FRAME_MARK_MSG_END -> {
                if (Wire.getLong(bytes, at + 9) != 0) {
                    vocabulary.frames.get(Wire.getLong(bytes, at + 9));
                }
            }
            case MESSAGE_LITERAL, MESSAGE_LITERAL_CALLSTACK -> literal(Wire.getLong(bytes, at + 9));
            case MESSAGE_LITERAL_COLOR, MESSAGE_LITERAL_COLOR_CALLSTACK -> literal(Wire.getLong(bytes, at + 12));
            case CRASH_REPORT -> vocabulary.strings.get(Wire.getLong(bytes, at + 9));
            case PARAM_SETUP -> vocabulary.strings.get(Wire.getLong(bytes, at + 5));
            case SYS_POWER_REPORT -> vocabulary.strings.get(Wire.getLong(bytes, at + 17));
            case FIBER_ENTER -> {
                vocabulary.fibers.get(Wire.getLong(bytes, at + 9));
                thread(Wire.getInt(bytes, at + 17));
            }
            case CALLSTACK, CALLSTACK_ALLOC, CALLSTACK_SERIAL -> {
                vocabulary.stackFrames.know(slots.addresses);
                slots.emptyCallStack();
            }
            case CALLSTACK_SAMPLE, CALLSTACK_SAMPLE_32, CALLSTACK_SAMPLE_16 -> {
                thread(SampleEvents.thread(protocol, bytes, at));
                vocabulary.stackFrames.know(slots.addresses);
                slots.emptyCallStack();
            }
            case CALLSTACK_SAMPLE_CONTEXT_SWITCH,
                    CALLSTACK_SAMPLE_CONTEXT_SWITCH_32,
                    CALLSTACK_SAMPLE_CONTEXT_SWITCH_16 -> slots.emptyCallStack();
            case MEM_ALLOC, MEM_FREE, MEM_ALLOC_CALLSTACK, MEM_FREE_CALLSTACK -> thread(Wire.getInt(bytes, at + 9));
            case MEM_ALLOC_NAMED, MEM_FREE_NAMED, MEM_ALLOC_CALLSTACK_NAMED, MEM_FREE_CALLSTACK_NAMED -> {
                thread(Wire.getInt(bytes, at + 9));
                pool(slots.memoryPool);
            }
            case MEM_DISCARD, MEM_DISCARD_CALLSTACK -> {
                thread(Wire.getInt(bytes, at + 9));
                pool(Wire.getLong(bytes, at + 13));
            }
            default -> {
                // Needs no name.
            }
        }
    }

    private void thread(int id) {
        vocabulary.threads.get(Integer.toUnsignedLong(id));
    }

    private void literal(long packed) {
        vocabulary.strings.get(protocol.messageMetadata() ? packed >>> 8 : packed);
    }

    private void pool(long name) {
        if (name != 0) {
            vocabulary.strings.get(name);
        }
    }
}
