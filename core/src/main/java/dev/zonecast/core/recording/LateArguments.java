package dev.zonecast.core.recording;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import java.util.Arrays;

/** Arguments of an open zone that came too late for the record of its begin, as they will stand in that of its end. */
final class LateArguments {
    /** With the header, time, arguments and end time of a complete event, the record is not above the longest. */
    static final int MAX_BYTES = FxtLayout.MAX_RECORD_BYTES - 128;

    /** Of a complete event's arguments four are others: loc, function, depth, ended by. */
    static final int MAX_COUNT = FxtLayout.MAX_ARGUMENTS - 4;

    private static final int KEPT_BYTES = 1024;

    /** Depth of the zone, 1 = outermost. */
    int depth;

    /** They are in the file, for a recovery that ends the zone: {@link ExtensionLayout#LATE}. */
    boolean saved;

    private byte[] bytes = new byte[64];
    private int length;
    private int count;

    boolean hasRoom(int moreBytes, int moreArguments) {
        return count + moreArguments <= MAX_COUNT && length + moreBytes <= MAX_BYTES;
    }

    /** Takes the bytes of the arguments that the writer counted from a position on. */
    void add(RecordingWriter writer, int from, int newBytes) {
        reserve(newBytes);
        writer.copyOut(from, bytes, length, newBytes);
        length += newBytes;
        count += writer.arguments();
        saved = false;
    }

    /** Takes arguments that were saved, and are no more than fit. */
    void restore(byte[] arguments, int argumentCount) {
        reserve(arguments.length);
        System.arraycopy(arguments, 0, bytes, length, arguments.length);
        length += arguments.length;
        count += argumentCount;
        saved = true;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }

    /** The arguments, in the first {@link #length} bytes. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    int count() {
        return count;
    }

    void clear() {
        length = 0;
        count = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[64];
        }
    }
}
