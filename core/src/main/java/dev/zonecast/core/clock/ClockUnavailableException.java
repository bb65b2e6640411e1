package dev.zonecast.core.clock;

/** A counter cannot be used on this machine. The message has the reason, for the log line about the clock. */
final class ClockUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    ClockUnavailableException(String reason) {
        super(reason);
    }
}
