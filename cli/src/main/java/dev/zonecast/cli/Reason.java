package dev.zonecast.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why something failed, in a line for people. */
final class Reason {
    private Reason() {}

    static String of(IOException e) {
        String reason = switch (e) {
            case NoSuchFileException f -> f.getFile() + ": no such file or folder";
            case AccessDeniedException f -> f.getFile() + ": permission denied";
            case FileAlreadyExistsException f -> f.getFile() + ": exists already";
            case NotDirectoryException f -> f.getFile() + ": not a folder";
            case FileSystemException f when f.getReason() != null -> f.getFile() + ": " + f.getReason();
            default -> e.getMessage() == null ? e.toString() : e.getMessage();
        };
        return reason.replace('\n', ' ');
    }
}
