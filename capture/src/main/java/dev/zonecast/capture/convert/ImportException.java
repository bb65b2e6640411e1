package dev.zonecast.capture.convert;

import java.io.IOException;
import java.io.Serial;

/** A file is not of the format that it is read as. */
public final class ImportException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** For people, with the place in the file. */
    public ImportException(String message, Throwable cause) {
        super(message, cause);
    }
}
