package dev.zonecast.fxt;

import java.io.IOException;

/** A trace that breaks the format. One that merely ends too early is not wrong: {@link FxtReader.End#cut}. */
public final class FxtException extends IOException {
    private static final long serialVersionUID = 1;

    private final long offsetBytes;

    public FxtException(long offsetBytes, String reason) {
        super("at byte " + offsetBytes + ": " + reason);
        this.offsetBytes = offsetBytes;
    }

    /** Where in the trace; of a compressed one, in what comes out of it. */
    public long offsetBytes() {
        return offsetBytes;
    }
}
