package dev.zonecast.fxt.write;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Texts at the end of a blob's payload: a u16 count of bytes, little-endian, and the bytes. */
public final class Payload {
    /** So that the handful of texts of one blob always fits into a record. */
    private static final int MAX_TEXT_BYTES = 4_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public Payload text(String text) {
        return text(text.getBytes(StandardCharsets.UTF_8));
    }

    public Payload text(byte[] utf8) {
        int count = FxtWriter.prefix(utf8, MAX_TEXT_BYTES);
        bytes.write(count);
        bytes.write(count >> 8);
        bytes.write(utf8, 0, count);
        return this;
    }

    public byte[] toBytes() {
        return bytes.toByteArray();
    }
}
