package dev.zonecast.core;

import java.io.IOException;
import java.nio.file.Path;

/** A recording cannot be started, or cannot go on; the message names the file and the reason. */
public final class RecordingException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient Path file;

    /**
     * @param file the recording
     * @param message with file and reason
     * @param cause or null
     */
    public RecordingException(Path file, String message, Throwable cause) {
        super(message, cause);
        this.file = file;
    }

    /** The recording's file; null after serialisation. */
    public Path file() {
        return file;
    }
}
