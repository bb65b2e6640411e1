package dev.zonecast.flight.buffer;

import java.io.IOException;
import java.nio.file.Path;

/** Rings that a program with other declarations of events has left: their records would be misread. */
public final class OtherDeclarationsException extends IOException {
    private static final long serialVersionUID = 1;

    OtherDeclarationsException(Path file) {
        super(file + " has events of another version of Zonecast: recover it with the version that the program had");
    }
}
