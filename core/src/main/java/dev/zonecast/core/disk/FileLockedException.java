package dev.zonecast.core.disk;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** A file is locked, by this process or another. */
public final class FileLockedException extends FileSystemException {
    private static final long serialVersionUID = 1;

    FileLockedException(Path file, boolean byThisProcess) {
        super(
                file.toString(),
                null,
                byThisProcess ? "this program writes to it already" : "another program writes to it");
    }
}
