package dev.zonecast.fleet;

import java.io.IOException;

/** A command cannot go on; the message says why, for people. */
final class FleetException extends IOException {
    private static final long serialVersionUID = 1;

    FleetException(String message) {
        super(message);
    }

    FleetException(String message, Throwable cause) {
        super(message, cause);
    }
}
