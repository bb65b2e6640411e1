package dev.zonecast.core.recording;

import java.nio.file.Path;

/**
 * How the durable part of a trace buffer is given out. It is never overwritten. What comes without end has a limit there, its
 * {@link Share}. Refusals are counted; each kind of refusal is logged once.
 *
 * <p>Counts at least the bytes that are used, without a look at the buffer: records reach that later. For the collector's thread.
 */
final class DurableRoom {
    /** The name of all names that are refused. */
    static final String NO_NAME = "(too many names)";

    /** Which room a record may take. */
    enum Share {
        /** All. */
        ALWAYS,
        /** One half. A refused record is written where it may be overwritten. */
        PREFERABLY,
        /** Fifteen sixteenths: names, and what describes them. */
        NAME,
        /** All but the room for stand-ins of names. */
        CONTEXT,
        /** A quarter, within the first three quarters: texts of call stacks. After the first refusal there is none. */
        STACK
    }

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

    /** Takes room for a record. False: there is none. The refusal of a name is counted, that of a stack is counted by its events. */
    boolean takes(Share share, long recordBytes) {
        boolean hasRoom = hasRoom(share, recordBytes);
        if (hasRoom) {
            used += recordBytes;
            stackBytes += share == Share.STACK ? recordBytes : 0;
        } else if (share == Share.STACK && !stacksEnd) {
            stacksEnd = true;
            log("call stacks: events are recorded without them");
        } else if (share == Share.NAME || share == Share.CONTEXT) {
            refusedName();
        }
        return hasRoom;
    }

    /** True if there is room. */
    boolean hasRoom(Share share, long recordBytes) {
        return bytes == Long.MAX_VALUE
                || switch (share) {
                    case ALWAYS -> true;
                    case PREFERABLY -> used < bytes / 2;
                    case NAME -> used + recordBytes <= bytes - bytes / 16;
                    case CONTEXT -> used + recordBytes <= bytes - LAST_BYTES;
                    case STACK ->
                        !stacksEnd && stackBytes + recordBytes <= bytes / 4 && used + recordBytes <= bytes / 4 * 3;
                };
    }

    /** Counts a name that is not written. */
    void refusedName() {
        RecordingLosses.NAMES.increment();
        if (!namesEnd) {
            namesEnd = true;
            log("names and places: they appear as \"" + NO_NAME + "\"");
        }
    }

    /** True once no further call stack is taken. */
    boolean refusesStacks() {
        return stacksEnd;
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
