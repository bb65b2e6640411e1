package dev.zonecast.core.ring;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.memory.Memory;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a ring by the layout's description, and takes nothing on trust: sizes, alignment and wraps are checked. */
final class RingReader {
    /** One record; {@code text} is null where the type has none. */
    record Row(int type, int small, int id, long ticks, long value, String text) {}

    private final EventRing ring;
    private long pads;

    RingReader(EventRing ring) {
        this.ring = ring;
    }

    /** Reads all that is published and gives the room back. */
    List<Row> read() {
        List<Row> rows = new ArrayList<>();
        long position = ring.consumerPosition();
        long end = ring.producerPosition();
        while (position < end) {
            position = readOne(position, end, rows);
        }
        if (position != end) {
            throw new AssertionError("records end at " + position + ", published up to " + end);
        }
        ring.consumed(position);
        return rows;
    }

    long pads() {
        return pads;
    }

    private long readOne(long position, long end, List<Row> rows) {
        Memory memory = ring.segment();
        long offset = ring.offset(position);
        long header = memory.getLong(offset);
        int bytes = RingLayout.bytes(header);
        long toEnd = ring.capacityBytes() - (position & (ring.capacityBytes() - 1));
        if (bytes < RingLayout.SLOT_BYTES
                || bytes % RingLayout.SLOT_BYTES != 0
                || bytes > toEnd
                || position + bytes > end) {
            throw new AssertionError(
                    "a record of " + bytes + " bytes at " + position + ", " + toEnd + " before the wrap");
        }
        int type = RingLayout.type(header);
        if (type == RingLayout.PAD) {
            if (bytes != toEnd) {
                throw new AssertionError("a pad in the middle");
            }
            pads++;
            return position + bytes;
        }
        boolean hasText = type == EventKind.ZONE_TEXT.code()
                || type == EventKind.ZONE_NAME.code()
                || type == EventKind.MESSAGE.code();
        rows.add(new Row(
                type,
                RingLayout.small(header),
                RingLayout.id(header),
                memory.getLong(offset + 8),
                bytes > 16 ? memory.getLong(offset + 16) : 0,
                hasText ? text(memory, offset, bytes) : null));
        return position + bytes;
    }

    private static String text(Memory memory, long offset, int recordBytes) {
        int length = Math.toIntExact(memory.getLong(offset + 16));
        if (length < 0 || length > recordBytes - 24 || recordBytes - 24 - length >= 16) {
            throw new AssertionError("a text of " + length + " bytes in a record of " + recordBytes);
        }
        byte[] bytes = memory.slice(offset + 24, length).toBytes();
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new AssertionError("not well-formed UTF-8", e);
        }
    }
}
