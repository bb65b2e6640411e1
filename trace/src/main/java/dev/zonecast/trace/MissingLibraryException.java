package dev.zonecast.trace;

import java.io.IOException;

/** An optional library is needed to read a trace, and the program does not have it. */
public final class MissingLibraryException extends IOException {
    private static final long serialVersionUID = 1;

    private final String artifact;

    MissingLibraryException(String artifact, String reason, Throwable cause) {
        super(reason + ": add the library " + artifact + " to the program", cause);
        this.artifact = artifact;
    }

    /** Maven coordinates of the library: group and artifact. */
    public String artifact() {
        return artifact;
    }
}
