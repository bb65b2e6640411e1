package dev.zonecast.capture.tracy;

/**
 * How much work a client makes for what it sends. LZ4 expands a byte to 255 at the most, and a few bytes of events can become a long
 * record. A stream that does so all the time is made for harm.
 */
final class StreamRatio {
    /** Bytes of events for a byte received. A C++ client in a loop of one zone reaches 7. Black pictures reach 250: they are left out. */
    static final long MAX_EXPANSION = 100;

    /** Bytes of the recording for a byte received. The same loop reaches 22. A call stack of a few bytes may become 32,000. */
    static final long MAX_GROWTH = 1_000;

    /** Before as much has come, no ratio is absurd: a session begins with names and ends with what is open. */
    private static final long FREE_EVENT_BYTES = 64L << 20;

    private static final long FREE_WRITTEN_BYTES = 1L << 30;

    private StreamRatio() {}

    /**
     * Why a stream is absurd, or null.
     *
     * @param receivedBytes compressed
     * @param eventBytes of events that were applied, without pictures
     * @param writtenBytes of the recording
     */
    static String absurdity(long receivedBytes, long eventBytes, long writtenBytes) {
        if (eventBytes > FREE_EVENT_BYTES && eventBytes > MAX_EXPANSION * receivedBytes) {
            return "the client sends absurdly compressed events (" + eventBytes + " bytes in " + receivedBytes
                    + ", limit " + MAX_EXPANSION + " to 1): the session is ended";
        }
        if (writtenBytes > FREE_WRITTEN_BYTES && writtenBytes > MAX_GROWTH * receivedBytes) {
            return "the client's events make an absurdly large recording (" + writtenBytes + " bytes of "
                    + receivedBytes + " received, limit " + MAX_GROWTH + " to 1): the session is ended";
        }
        return null;
    }
}
