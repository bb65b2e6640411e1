package dev.zonecast.tracy;

/** Types and lengths of a version's events. Events that pass need no further check of their length. */
public final class EventLengths {
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
            if (type != null && type.headBytes() == 0) {
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
        int head = type.headBytes();
        long length = fixedBytes[bytes[at] & 0xFF];
        if (head > 0 && head <= blockEnd - at) {
            length = head + protocol.tailBytes(type, bytes, at);
        }
        if (head > blockEnd - at || length > blockEnd - at) {
            throw new TracyException(
                    "the event " + type + " at byte " + offset + " of the stream is longer than the block it is in");
        }
        return at + (int) length;
    }
}
