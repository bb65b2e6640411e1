package dev.zonecast.trace;

import java.io.IOException;

/** An optional library is needed to read a trace, and the program does not have it. */
public final class MissingLibraryException extends IOException {
    private static final long serialVersionUID = 1;

    private static final String ARTIFACT = "com.github.luben:zstd-jni";

    MissingLibraryException(Throwable cause) {
        super("Zstandard compresses the trace: add the library " + ARTIFACT + " to the program", cause);
    }

    /** Maven coordinates of the library: group and artifact. */
    public String artifact() {
        return ARTIFACT;
    }
}
