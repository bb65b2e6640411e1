package dev.zonecast.core.recording;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Blobs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** {@link ExtensionLayout#ATTRIBUTE}: what did not fit into an event. */
final class AttributeBlobs {
    private static final int MAX_PART_BYTES = 32_000;

    private final RecordingWriter writer;

    AttributeBlobs(RecordingWriter writer) {
        this.writer = writer;
    }

    /** A number as a payload. */
    static byte[] bytes(long value, int count) {
        byte[] all = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
        return java.util.Arrays.copyOf(all, count);
    }

    /**
     * Writes a payload in as many parts as it takes.
     *
     * @param depth of the zone, 1 = outermost; 0 for a message
     */
    void write(int kind, Track track, int depth, byte[] whole) throws IOException {
        int place = 0;
        do {
            int part = Math.min(whole.length - place, MAX_PART_BYTES);
            writer.open();
            writer.word(Blobs.head(kind, (int) track.koid));
            writer.word(depth | (long) whole.length << 32);
            writer.word(place);
            writer.bytes(whole, place, part);
            writer.close(Blobs.header(Term.BLOB_ATTRIBUTE, ExtensionLayout.ATTRIBUTE_PART + part));
            place += part;
        } while (place < whole.length);
    }
}
