package dev.zonecast.core.clock;

/** A counter cannot be used on this machine; the message says why, for the log line that names the chosen clock. */
final class ClockUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    ClockUnavailableException(String reason) {
        super(reason);
    }
}
