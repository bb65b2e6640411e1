package dev.zonecast.fxt;

import java.io.IOException;

/** A trace breaks the format. A trace that ends too early does not: {@link FxtReader.End#cut}. */
public final class FxtException extends IOException {
    private static final long serialVersionUID = 1;

    private final long offsetBytes;

    public FxtException(long offsetBytes, String reason) {
        super("at byte " + offsetBytes + ": " + reason);
        this.offsetBytes = offsetBytes;
    }

    /** Position in the trace, after decompression. */
    public long offsetBytes() {
        return offsetBytes;
    }
}
