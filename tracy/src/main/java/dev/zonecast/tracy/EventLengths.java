package dev.zonecast.tracy;

/** Types and lengths of a version's events. What it lets through can be read without a further check of the length. */
public final class EventLengths {
    private static final int HEAD_8 = 2;
    private static final int HEAD_16 = 3;
    private static final int POINTER_HEAD_16 = 11;
    private static final int POINTER_HEAD_32 = 13;

    private final EventType[] types;
    private final int[] fixedBytes = new int[256];
    private final Protocol protocol;

    public EventLengths(Protocol protocol) {
        this.protocol = protocol;
        types = protocol.eventTypes();
        // They have numbers, but never leave the client.
        types[protocol.code(EventType.EXTERNAL_NAME_METADATA) & 0xFF] = null;
        types[protocol.code(EventType.SYMBOL_CODE_METADATA) & 0xFF] = null;
        types[protocol.code(EventType.SOURCE_CODE_METADATA) & 0xFF] = null;
        for (int code = 0; code < types.length; code++) {
            EventType type = types[code];
            if (type != null && headBytes(type) == 0) {
                fixedBytes[code] = protocol.sizeBytes(type);
            }
        }
    }

    /** Null if this version has none of that code. */
    public EventType type(byte code) {
        return types[code & 0xFF];
    }

    /**
     * Index behind the event that begins at an index.
     *
     * @param streamOffset of the array's first byte, for the message
     * @throws TracyException if there is no such event, or the block ends in it
     */
    public int end(byte[] bytes, int at, int blockEnd, long streamOffset) throws TracyException {
        int size = fixedBytes[bytes[at] & 0xFF];
        if (size > 0 && size <= blockEnd - at) {
            return at + size;
        }
        return variableEnd(bytes, at, blockEnd, streamOffset);
    }

    private int variableEnd(byte[] bytes, int at, int blockEnd, long streamOffset) throws TracyException {
        EventType type = types[bytes[at] & 0xFF];
        long offset = streamOffset + at;
        if (type == null) {
            throw new TracyException("unknown event type " + (bytes[at] & 0xFF) + " of protocol " + protocol
                    + " at byte " + offset + " of the stream: its length is not known either");
        }
        int head = headBytes(type);
        long length = fixedBytes[bytes[at] & 0xFF];
        if (head > 0 && head <= blockEnd - at) {
            length = head + tailBytes(head, bytes, at);
        }
        if (head > blockEnd - at || length > blockEnd - at) {
            throw new TracyException(
                    "the event " + type + " at byte " + offset + " of the stream is longer than the block it is in");
        }
        return at + (int) length;
    }

    private long tailBytes(int head, byte[] bytes, int at) {
        return switch (head) {
            case HEAD_8 -> bytes[at + 1] & 0xFF;
            case HEAD_16 -> Slots.textBytes(protocol.shortStrings(), bytes, at);
            case POINTER_HEAD_32 -> Integer.toUnsignedLong(Wire.getInt(bytes, at + 9));
            default -> Wire.getShort(bytes, at + 9);
        };
    }

    /** Bytes before those that the length counts; 0 for an event that has a fixed length. */
    private static int headBytes(EventType type) {
        return switch (type) {
            case SINGLE_STRING_DATA_8, SECOND_STRING_DATA_8 -> HEAD_8;
            case SINGLE_STRING_DATA, SECOND_STRING_DATA -> HEAD_16;
            case STRING_DATA,
                    THREAD_NAME,
                    PLOT_NAME,
                    SOURCE_LOCATION_PAYLOAD,
                    CALLSTACK_PAYLOAD,
                    CALLSTACK_ALLOC_PAYLOAD,
                    FRAME_NAME,
                    EXTERNAL_NAME,
                    EXTERNAL_THREAD_NAME,
                    FIBER_NAME -> POINTER_HEAD_16;
            case FRAME_IMAGE_DATA, SYMBOL_CODE, SOURCE_CODE -> POINTER_HEAD_32;
            default -> 0;
        };
    }
}
