package dev.zonecast.flight.buffer;

import java.io.IOException;

/** A file was not written by Zonecast, or it is damaged; the message has the reason. */
public final class BufferDamagedException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message the reason */
    public BufferDamagedException(String message) {
        super(message);
    }
}
