package dev.zonecast.core.kind;

import dev.zonecast.memory.Memory;

/**
 * A field of a kind's record.
 *
 * @param space table of an id
 * @param least smallest valid number
 * @param most largest valid number
 * @param isZeroValid false if 0 is not valid
 */
public record EventField(String name, Part part, IdSpace space, long least, long most, boolean isZeroValid) {
    /** Position of a field in its record. */
    public enum Part {
        /** Bits 24 to 31 of the first word. */
        SMALL,
        /** Bits 32 to 63 of the first word. */
        ID,
        /** The next word of the payload. */
        WORD,
        /** The rest of the payload: a word with the length in bytes, then UTF-8. */
        TEXT,
        /** The rest of the payload, laid out by a marker's schema. */
        SCHEMA,
        /** A call stack in a record before. */
        STACK,
        /** In no record: sinks get it by a call. */
        NONE
    }

    /** Name of a field without meaning. */
    static final String UNUSED = "unused";

    /** The payload follows the header and the time. */
    static final int PAYLOAD_OFFSET = 16;

    private static EventField any(String name, Part part) {
        return new EventField(name, part, IdSpace.NONE, Long.MIN_VALUE, Long.MAX_VALUE, true);
    }

    static EventField id(String name, IdSpace space) {
        return new EventField(name, Part.ID, space, Integer.MIN_VALUE, Integer.MAX_VALUE, true);
    }

    static EventField id(String name) {
        return any(name, Part.ID);
    }

    static EventField small(String name) {
        return any(name, Part.SMALL);
    }

    static EventField small(String name, IdSpace space) {
        return new EventField(name, Part.SMALL, space, Long.MIN_VALUE, Long.MAX_VALUE, true);
    }

    /** A number of 64 bits: whole, or the bits of a double. */
    static EventField word(String name) {
        return any(name, Part.WORD);
    }

    /** A word of the payload that names something. */
    static EventField word(String name, IdSpace space) {
        return new EventField(name, Part.WORD, space, Integer.MIN_VALUE, Integer.MAX_VALUE, true);
    }

    static EventField text(String name) {
        return any(name, Part.TEXT);
    }

    static EventField field(String name) {
        return any(name, Part.NONE);
    }

    static EventField stack() {
        return any("stack", Part.STACK);
    }

    static EventField schema(String name) {
        return any(name, Part.SCHEMA);
    }

    EventField from(long smallest) {
        return new EventField(name, part, space, smallest, most, isZeroValid);
    }

    EventField to(long largest) {
        return new EventField(name, part, space, least, largest, isZeroValid);
    }

    EventField notZero() {
        return new EventField(name, part, space, least, most, false);
    }

    private boolean isValid(long value) {
        return value >= least && value <= most && (isZeroValid || value != 0);
    }

    /** True if the field's value in a record is valid. The record has room for it. */
    boolean fits(Memory ring, long offset, int bytes, int small, int id, long payload) {
        return switch (part) {
            case SMALL -> isValid(small);
            case ID -> isValid(id);
            case WORD -> isValid(ring.getLong(payload));
            case TEXT -> {
                long length = ring.getLong(payload);
                yield length >= 0 && length <= offset + bytes - payload - Long.BYTES;
            }
            case SCHEMA, STACK, NONE -> true;
        };
    }
}
