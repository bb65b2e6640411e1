package dev.zonecast.capture.tracy;

/** How much a client may make us keep of what it tells. */
final class TextBudget {
    private static final long MAX_BYTES = 128L << 20;
    /** An object around a text. */
    private static final int OVERHEAD_BYTES = 64;

    private long bytes;
    private long unknown;

    /** False if there is no room for a text of that length; it is counted then. */
    boolean take(int length) {
        if (bytes + length + OVERHEAD_BYTES > MAX_BYTES) {
            unknown++;
            return false;
        }
        bytes += length + OVERHEAD_BYTES;
        return true;
    }

    void countUnknown() {
        unknown++;
    }

    /** Texts and places that are not known. */
    long unknown() {
        return unknown;
    }
}
