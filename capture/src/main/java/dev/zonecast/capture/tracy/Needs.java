package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Slots;
import dev.zonecast.tracy.Wire;

/** The names that events need: the decoder waits for them, the look-ahead asks for them. */
record Needs(Vocabulary vocabulary, Protocol protocol) {
    /** True if all names are known that an event needs. The others are asked for, all at once. */
    boolean areKnown(EventType type, byte[] bytes, int at, Slots slots) {
        return switch (type) {
            case THREAD_CONTEXT, LOCK_WAIT, LOCK_OBTAIN, LOCK_SHARED_WAIT, LOCK_SHARED_OBTAIN -> thread(bytes, at + 1);
            case LOCK_SHARED_RELEASE -> thread(bytes, at + 13);
            case LOCK_ANNOUNCE -> location(bytes, at + 13);
            case LOCK_MARK -> both(thread(bytes, at + 1), location(bytes, at + 9));
            case ZONE_BEGIN, ZONE_BEGIN_CALLSTACK -> location(bytes, at + 9);
            case ZONE_BEGIN_32, ZONE_BEGIN_CALLSTACK_32 -> location(bytes, at + 5);
            case ZONE_BEGIN_16, ZONE_BEGIN_CALLSTACK_16 -> location(bytes, at + 3);
            case GPU_ZONE_BEGIN, GPU_ZONE_BEGIN_CALLSTACK, GPU_ZONE_BEGIN_SERIAL, GPU_ZONE_BEGIN_CALLSTACK_SERIAL ->
                location(bytes, at + 16);
            case PLOT_DATA_INT, PLOT_DATA_FLOAT, PLOT_DATA_DOUBLE, PLOT_CONFIG ->
                isKnown(vocabulary.plots, Wire.getLong(bytes, at + 1));
            case FRAME_MARK_MSG, FRAME_MARK_MSG_START, FRAME_MARK_MSG_END ->
                isNoneOrKnown(vocabulary.frames, Wire.getLong(bytes, at + 9));
            case MESSAGE_LITERAL, MESSAGE_LITERAL_CALLSTACK -> literal(bytes, at + 9);
            case MESSAGE_LITERAL_COLOR, MESSAGE_LITERAL_COLOR_CALLSTACK -> literal(bytes, at + 12);
            case CRASH_REPORT -> isKnown(vocabulary.strings, Wire.getLong(bytes, at + 9));
            case PARAM_SETUP -> isKnown(vocabulary.strings, Wire.getLong(bytes, at + 5));
            case SYS_POWER_REPORT -> isKnown(vocabulary.strings, Wire.getLong(bytes, at + 17));
            case FIBER_ENTER -> both(isKnown(vocabulary.fibers, Wire.getLong(bytes, at + 9)), thread(bytes, at + 17));
            case CALLSTACK, CALLSTACK_ALLOC, CALLSTACK_SERIAL -> vocabulary.stackFrames.know(slots.addresses);
            case CALLSTACK_SAMPLE, CALLSTACK_SAMPLE_32, CALLSTACK_SAMPLE_16 ->
                both(
                        vocabulary.stackFrames.know(slots.addresses),
                        thread(bytes, at + (protocol.compactTimes() ? 1 : 9)));
            case MEM_ALLOC, MEM_FREE, MEM_ALLOC_CALLSTACK, MEM_FREE_CALLSTACK -> thread(bytes, at + 9);
            case MEM_ALLOC_NAMED, MEM_FREE_NAMED, MEM_ALLOC_CALLSTACK_NAMED, MEM_FREE_CALLSTACK_NAMED ->
                both(isNoneOrKnown(vocabulary.strings, slots.memoryPool), thread(bytes, at + 9));
            case MEM_DISCARD, MEM_DISCARD_CALLSTACK ->
                both(isNoneOrKnown(vocabulary.strings, Wire.getLong(bytes, at + 13)), thread(bytes, at + 9));
            default -> true;
        };
    }

    /** Both arguments have been asked for. */
    private static boolean both(boolean one, boolean other) {
        return one && other;
    }

    private boolean thread(byte[] bytes, int at) {
        return isKnown(vocabulary.threads, Integer.toUnsignedLong(Wire.getInt(bytes, at)));
    }

    private boolean location(byte[] bytes, int at) {
        return vocabulary.locations.get(Wire.getLong(bytes, at)) != null;
    }

    private boolean literal(byte[] bytes, int at) {
        long packed = Wire.getLong(bytes, at);
        return isKnown(vocabulary.strings, protocol.messageMetadata() ? packed >>> 8 : packed);
    }

    private static boolean isKnown(Names names, long id) {
        return names.get(id) != null;
    }

    private static boolean isNoneOrKnown(Names names, long id) {
        return id == 0 || isKnown(names, id);
    }
}
