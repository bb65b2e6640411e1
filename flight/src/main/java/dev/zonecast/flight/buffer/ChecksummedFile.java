package dev.zonecast.flight.buffer;

import dev.zonecast.memory.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/** Appends whole records to a file, and computes their checksum. A write that fails leaves the file with its last whole record. For one thread. */
final class ChecksummedFile {
    /** Stays in a processor's second cache between the checksum and the copy to the system. */
    private static final int WRITE_BYTES = 512 << 10;

    private static final int CHECKSUM_BYTES = 64 << 10;

    private final FileChannel channel;
    private final CRC32C checksum = new CRC32C();
    private LongConsumer written = ignored -> {};
    private long bytes;
    private boolean failed;

    ChecksummedFile(FileChannel channel) {
        this.channel = channel;
    }

    /** See {@link SavedTrace#onWritten}. */
    void onWritten(LongConsumer told) {
        written = told;
    }

    /** Bytes of whole records. */
    long bytes() {
        return bytes;
    }

    long checksum() {
        return checksum.getValue();
    }

    boolean failed() {
        return failed;
    }

    void write(long... words) throws IOException {
        write(words, 0, words.length);
    }

    void write(long[] words, int from, int count) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        LongBuffer ignored = b.asLongBuffer().put(words, from, count);
        put(b, bytes);
    }

    void write(Memory part, long from, long to) throws IOException {
        long whole = bytes;
        for (long at = from; at < to; at += WRITE_BYTES) {
            put(part.slice(at, Math.min(WRITE_BYTES, to - at)).asByteBuffer(), whole);
        }
    }

    /** @param whole bytes of the file up to the last whole record: what a failure leaves */
    private void put(ByteBuffer records, long whole) throws IOException {
        // In steps: a thread in the checksum does not come to a safepoint.
        for (int at = 0; at < records.remaining(); at += CHECKSUM_BYTES) {
            int step = Math.min(CHECKSUM_BYTES, records.remaining() - at);
            checksum.update(records.slice(records.position() + at, step));
        }
        bytes += records.remaining();
        try {
            while (records.hasRemaining()) {
                channel.write(records);
            }
        } catch (IOException e) {
            failed = true;
            bytes = whole;
            cut(whole, e);
            throw e;
        }
        written.accept(bytes);
    }

    /** A full disk takes the beginning of a record. The record of the end would be read as the rest of it. */
    private void cut(long whole, IOException failure) {
        try {
            channel.truncate(whole);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
