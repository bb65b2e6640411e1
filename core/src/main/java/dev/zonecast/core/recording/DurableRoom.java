package dev.zonecast.core.recording;

import dev.zonecast.fxt.FxtLayout;
import java.nio.file.Path;

/**
 * How the durable part of a trace buffer is given out. It is never overwritten, so what comes without end has a limit there: call
 * stacks get a quarter, and end where three quarters are used; names and places end at fifteen sixteenths. The rest is for threads, GPU
 * contexts and the stand-ins of what is refused. What is refused is counted, and each kind is logged once.
 *
 * <p>Counts at least the bytes that are used, without a look at the buffer: records reach that later. For the collector's thread.
 */
final class DurableRoom {
    /** The name of all names that are refused. */
    static final String NO_NAME = "(too many names)";

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** For the stand-ins of a name and a place. */
    private static final int LAST_BYTES = 512;

    private final Path path;
    private final long bytes;
    private long used;
    private long stackBytes;
    private boolean stacksEnd;
    private boolean namesEnd;

    /** @param bytes of the durable part; {@link Long#MAX_VALUE}: without a limit */
    DurableRoom(Path path, long bytes) {
        this.path = path;
        this.bytes = bytes;
    }

    /** Bytes of a blob. */
    static long blobBytes(long payloadBytes) {
        return FxtLayout.WORD_BYTES + (payloadBytes + 7 & ~7L);
    }

    private boolean isLimited() {
        return bytes != Long.MAX_VALUE;
    }

    /** A record that stands there in any case. */
    void took(long recordBytes) {
        used += recordBytes;
    }

    /** A record that stands there while half of the part is free; false: it may be overwritten. */
    boolean tookPreferably(long recordBytes) {
        if (isLimited() && used >= bytes / 2) {
            return false;
        }
        used += recordBytes;
        return true;
    }

    /** True if there is room for further names; false is a refusal, which the caller counts. */
    boolean hasRoomForNames(long recordBytes) {
        return !isLimited() || used + recordBytes <= bytes - bytes / 16;
    }

    /** Takes room for a name or what describes one; false: refused, and counted. */
    boolean takesName(long recordBytes) {
        if (!hasRoomForNames(recordBytes)) {
            refusedName();
            return false;
        }
        used += recordBytes;
        return true;
    }

    /** Takes room for a GPU context; false: refused, and counted. */
    boolean takesContext(long recordBytes) {
        if (isLimited() && used + recordBytes > bytes - LAST_BYTES) {
            refusedName();
            return false;
        }
        used += recordBytes;
        return true;
    }

    /** Counts a name that is not written. */
    void refusedName() {
        RecordingLosses.NAMES.increment();
        if (!namesEnd) {
            namesEnd = true;
            log("names and places: they appear as \"" + NO_NAME + "\"");
        }
    }

    /** Takes room for the text of a call stack; after the first refusal there is none for any other. */
    boolean takesStack(long recordBytes) {
        boolean hasRoom = !isLimited()
                || (!stacksEnd && stackBytes + recordBytes <= bytes / 4 && used + recordBytes <= bytes / 4 * 3);
        if (hasRoom) {
            used += recordBytes;
            stackBytes += recordBytes;
        } else if (!stacksEnd) {
            stacksEnd = true;
            log("call stacks: events are recorded without them");
        }
        return hasRoom;
    }

    /** True once no further call stack is taken. */
    boolean refusesStacks() {
        return stacksEnd;
    }

    /** Counts an event that is recorded without its call stack. */
    void refusedStack() {
        RecordingLosses.STACKS.increment();
    }

    private void log(String ofWhat) {
        LOG.log(
                System.Logger.Level.WARNING,
                "the durable part of trace buffer {0} ({1} bytes) has no room for further {2}, and are counted;"
                        + " a larger buffer has more (zonecast.buffer.bytes)",
                path,
                String.valueOf(bytes),
                ofWhat);
    }
}
