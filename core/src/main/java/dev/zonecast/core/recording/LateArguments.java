package dev.zonecast.core.recording;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import java.io.ByteArrayOutputStream;

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

    private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int count;

    boolean hasRoom(int moreBytes, int moreArguments) {
        return count + moreArguments <= MAX_COUNT && bytes.size() + moreBytes <= MAX_BYTES;
    }

    /** Takes so many arguments, which are no more than fit. */
    void add(byte[] arguments, int argumentCount, boolean areSaved) {
        bytes.writeBytes(arguments);
        count += argumentCount;
        saved = areSaved;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    int count() {
        return count;
    }

    void clear() {
        bytes = bytes.size() > KEPT_BYTES ? new ByteArrayOutputStream() : bytes;
        bytes.reset();
        count = 0;
    }
}
