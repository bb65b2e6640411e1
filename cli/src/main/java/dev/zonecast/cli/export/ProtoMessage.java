package dev.zonecast.cli.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A message of Protocol Buffers as it is written: fields one after the other. Used again after {@link #clear}. */
final class ProtoMessage {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH_DELIMITED = 2;

    private final ByteColumns bytes = new ByteColumns();

    ProtoMessage clear() {
        bytes.clear();
        return this;
    }

    private void tag(int field, int type) {
        bytes.add((long) field << 3 | type);
    }

    /** An integer, an enum; a negative one takes ten bytes. */
    ProtoMessage number(int field, long value) {
        tag(field, VARINT);
        bytes.add(value);
        return this;
    }

    ProtoMessage fixed(int field, long value) {
        tag(field, FIXED64);
        bytes.addFixed(value);
        return this;
    }

    ProtoMessage real(int field, double value) {
        return fixed(field, Double.doubleToRawLongBits(value));
    }

    ProtoMessage text(int field, String text) {
        return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    ProtoMessage bytes(int field, byte[] value) {
        tag(field, LENGTH_DELIMITED);
        bytes.add(value.length);
        bytes.addBytes(value, value.length);
        return this;
    }

    ProtoMessage message(int field, ProtoMessage inner) {
        tag(field, LENGTH_DELIMITED);
        bytes.add(inner.bytes.length());
        bytes.addAll(inner.bytes);
        return this;
    }

    byte[] toArray() {
        return bytes.toArray();
    }

    boolean isEmpty() {
        return bytes.length() == 0;
    }

    void writeTo(OutputStream out) throws IOException {
        bytes.writeTo(out);
    }
}
