package dev.zonecast.tracy;

import java.io.IOException;
import java.io.Serial;

/** A client broke the protocol or refused the connection. Events before that are valid. */
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
