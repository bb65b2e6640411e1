package dev.zonecast.core.marker;

import java.io.Serial;

/** A marker's schema does not fit its record, or its name is taken. Thrown where the type is defined, never where it is used. */
public final class MarkerSchemaException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1;

    MarkerSchemaException(String schema, String what) {
        super("marker schema \"" + schema + "\": " + what);
    }

    MarkerSchemaException(String schema, String what, Throwable cause) {
        super("marker schema \"" + schema + "\": " + what, cause);
    }
}
