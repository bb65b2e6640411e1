package dev.zonecast.capture.fxt;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes records word by word, after the format's description. */
public final class TraceBytes {
    private static final int MAX_WORDS = 1 << 13;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteBuffer body = ByteBuffer.allocate(MAX_WORDS * 8).order(ByteOrder.LITTLE_ENDIAN);
    private long header;

    private TraceBytes() {}

    /** A trace with its magic number. */
    public static TraceBytes trace() {
        TraceBytes bytes = new TraceBytes();
        bytes.raw(0x0016547846040010L);
        return bytes;
    }

    /** Records without a magic number before them. */
    public static TraceBytes records() {
        return new TraceBytes();
    }

    /** A word outside of any record. */
    public TraceBytes raw(long word) {
        byte[] eight = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word)
                .array();
        out.write(eight, 0, 8);
        return this;
    }

    /** Begins a record with all of its header but the size. */
    public TraceBytes record(long bits) {
        header = bits;
        body.clear();
        return this;
    }

    /** A word of the record. */
    public TraceBytes word(long word) {
        body.putLong(word);
        return this;
    }

    /** Text of the record, filled up to whole words. */
    public TraceBytes text(String text) {
        body.put(text.getBytes(StandardCharsets.UTF_8));
        while (body.position() % 8 != 0) {
            body.put((byte) 0);
        }
        return this;
    }

    /** Ends the record. */
    public TraceBytes end() {
        raw(header | (long) (body.position() / 8 + 1) << 4);
        out.write(body.array(), 0, body.position());
        return this;
    }

    public TraceBytes ticksPerSecond(long ticks) {
        return record(1).word(ticks).end();
    }

    public TraceBytes provider(int id, String name) {
        return record(1L << 16 | (long) id << 20 | (long) name.length() << 52)
                .text(name)
                .end();
    }

    public TraceBytes section(int id) {
        return record(2L << 16 | (long) id << 20).end();
    }

    public TraceBytes string(int index, String text) {
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        return record(2 | (long) index << 16 | (long) length << 32).text(text).end();
    }

    public TraceBytes thread(int index, long process, long koid) {
        return record(3 | (long) index << 16).word(process).word(koid).end();
    }

    /** Begins an event without category. */
    public TraceBytes event(int type, int arguments, int thread, int name, long time) {
        return record(4 | (long) type << 16 | (long) arguments << 20 | (long) thread << 24 | (long) name << 48)
                .word(time);
    }

    /** Begins an event with a category and without arguments or with some. */
    public TraceBytes event(int type, int arguments, int thread, int category, int name, long time) {
        return record(4
                        | (long) type << 16
                        | (long) arguments << 20
                        | (long) thread << 24
                        | (long) category << 32
                        | (long) name << 48)
                .word(time);
    }

    /** A blob of data as its buffer is filled. */
    public TraceBytes blob(int name, ByteBuffer payload) {
        payload.flip();
        record(5 | (long) name << 16 | (long) payload.remaining() << 32 | 1L << 48);
        body.put(payload);
        while (body.position() % 8 != 0) {
            body.put((byte) 0);
        }
        return end();
    }

    /** All that was written. */
    public byte[] bytes() {
        return out.toByteArray();
    }

    public InputStream stream() {
        return new ByteArrayInputStream(bytes());
    }
}
