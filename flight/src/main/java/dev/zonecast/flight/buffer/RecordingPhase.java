package dev.zonecast.flight.buffer;

/** Where a recording stands that a program's state speaks of; the order is that of its codes. */
public enum RecordingPhase {
    /** It has ended, or there never was one: what comes later belongs to none. */
    ENDED,
    /** Records of it are in the buffer. */
    RECORDING,
    /** It begins with what comes next; nothing of it is in the buffer. */
    EXPECTED
}
