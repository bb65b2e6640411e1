package dev.zonecast.flight.buffer;

import java.io.IOException;

/** What a program left behind is not what a program of ours writes; the message says what. */
public final class BufferDamagedException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message says what */
    public BufferDamagedException(String message) {
        super(message);
    }
}
