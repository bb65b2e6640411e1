package dev.zonecast.tracy;

import java.io.IOException;
import java.io.Serial;

/** What a client sent is not what the protocol allows, or it does not want to talk. What came before it is valid. */
public final class TracyException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** For people, in a line. */
    public TracyException(String message) {
        super(message);
    }

    /** For people, in a line. */
    public TracyException(String message, Throwable cause) {
        super(message, cause);
    }
}
