package dev.zonecast.trace;

import dev.zonecast.fxt.ExtensionLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Sees whether a saved trace still has the bytes that it was saved with: its last record has their checksum. */
public final class TraceChecksum {
    /** What was found. */
    public enum Outcome {
        GOOD("as it was saved"),
        DIFFERENT("changed since it was saved: it does not match its checksum"),
        NONE("has no checksum");

        private final String text;

        Outcome(String text) {
            this.text = text;
        }

        /** For people. */
        public String text() {
            return text;
        }
    }

    private static final byte[] NAME = ExtensionLayout.CHECKSUM.getBytes(StandardCharsets.US_ASCII);
    private static final int NAME_BYTES = (NAME.length + 7) / 8 * 8;
    private static final int RECORD_BYTES = 8 + NAME_BYTES + ExtensionLayout.CHECKSUM_BYTES;

    private TraceChecksum() {}

    /** Reads all of a file that is not compressed. */
    public static Outcome verify(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long said = said(channel);
            if (said < 0) {
                return Outcome.NONE;
            }
            return said == checksum(channel, channel.size() - RECORD_BYTES) ? Outcome.GOOD : Outcome.DIFFERENT;
        }
    }

    /** The checksum that the last record of a file states, unverified; -1 if it states none. */
    public static long said(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return said(channel);
        }
    }

    private static long said(FileChannel channel) throws IOException {
        long covered = channel.size() - RECORD_BYTES;
        if (covered < 0) {
            return -1;
        }
        ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        readFully(channel, record, covered);
        byte[] name = new byte[NAME.length];
        record.get(8, name);
        int payload = 8 + NAME_BYTES;
        boolean isThere = java.util.Arrays.equals(name, NAME)
                && record.getLong(payload + ExtensionLayout.CHECKSUM_COVERED) == covered;
        return isThere ? record.getInt(payload + ExtensionLayout.ID_OFFSET) & 0xFFFF_FFFFL : -1;
    }

    private static long checksum(FileChannel channel, long bytes) throws IOException {
        CRC32C checksum = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
        for (long at = 0; at < bytes; at += buffer.limit()) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), bytes - at));
            readFully(channel, buffer, at);
            checksum.update(buffer.flip());
        }
        return checksum.getValue();
    }

    private static void readFully(FileChannel channel, ByteBuffer target, long from) throws IOException {
        while (target.hasRemaining()) {
            if (channel.read(target, from + target.position()) < 0) {
                throw new IOException("the file became shorter while it was read");
            }
        }
    }
}
