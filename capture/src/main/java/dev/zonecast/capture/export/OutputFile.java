package dev.zonecast.capture.export;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * A file that is there as a whole or not at all: it is written beside its place, and takes its place when it is complete. What was
 * there before stays until then, whatever happens: a full disk, Ctrl-C, a damaged trace.
 */
public final class OutputFile implements Closeable {
    private static final int BUFFER_BYTES = 1 << 18;

    /** What is larger is hardly opened at once, and would push the files of others out of the memory. */
    private static final long LARGE_BYTES = 64 << 20;

    private final Path target;
    private final Path part;
    private final OutputStream stream;
    private boolean complete;

    /** Makes a file that is going to be {@code target}; an {@link IOException} says why it cannot be. */
    public OutputFile(Path target) throws IOException {
        this.target = target.toAbsolutePath();
        if (Files.isDirectory(this.target)) {
            throw new IOException(target + ": is a folder");
        }
        if (Files.exists(this.target) && !Files.isRegularFile(this.target)) {
            // A pipe or a device has no place to take.
            this.part = null;
            this.stream = new BufferedOutputStream(Files.newOutputStream(this.target), BUFFER_BYTES);
            return;
        }
        this.part = this.target.resolveSibling("." + this.target.getFileName() + "." + UUID.randomUUID() + ".part");
        this.stream = new WriteBehind(new LargeFile(part, LARGE_BYTES));
        // Ctrl-C.
        part.toFile().deleteOnExit();
    }

    /** Where to write. */
    public OutputStream stream() {
        return stream;
    }

    /** All is written: the file takes its place. */
    public void complete() throws IOException {
        try {
            stream.close();
        } catch (IOException e) {
            throw new IOException(target + ": " + e.getMessage(), e);
        }
        if (part != null) {
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        }
        complete = true;
    }

    /** Leaves nothing behind unless {@link #complete} was called. */
    @Override
    public void close() throws IOException {
        if (!complete) {
            try {
                stream.close();
            } catch (IOException e) {
                // What could not be written is not wanted any more; the first error is the one that counts.
                complete = false;
            } finally {
                if (part != null) {
                    Files.deleteIfExists(part);
                }
            }
        }
    }
}
