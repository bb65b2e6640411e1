package dev.zonecast.cli.export;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;

/**
 * A file that appears whole or not at all: it is written under another name in the same folder and renamed when it is complete. Until
 * then an older file of the name stays, whatever happens: a full disk, Ctrl-C, a damaged trace. {@code -} is the standard output.
 */
public final class OutputFile implements Closeable {
    private static final int BUFFER_BYTES = 1 << 18;

    private static final Path STANDARD_OUTPUT = Path.of("-");

    private final Path target;
    private final String name;

    /** Null for the standard output, a pipe, a device. */
    private final Path part;

    private final OutputStream stream;
    private boolean complete;

    /**
     * Opens the output.
     *
     * @throws IOException if the file cannot be made; it names {@code target}
     */
    public OutputFile(Path target) throws IOException {
        this.target = target.toAbsolutePath();
        this.name = name(target);
        if (target.equals(STANDARD_OUTPUT)) {
            this.part = null;
            this.stream = buffered(new FileOutputStream(FileDescriptor.out));
            return;
        }
        if (Files.isDirectory(this.target)) {
            throw new IOException(target + ": is a folder");
        }
        if (Files.exists(this.target) && !Files.isRegularFile(this.target)) {
            // A pipe or a device has no place to take.
            this.part = null;
            this.stream = buffered(Files.newOutputStream(this.target));
            return;
        }
        // A name that nobody can guess, in a folder that others may write to.
        this.part = this.target.resolveSibling("." + this.target.getFileName() + "." + UUID.randomUUID() + ".part");
        this.stream = buffered(newFile());
        // Ctrl-C.
        part.toFile().deleteOnExit();
    }

    /**
     * Refuses an output that would take the place of what the command reads.
     *
     * @throws IOException if both are one file, or there is no such input
     */
    public static void checkIsNot(Path input, Path target) throws IOException {
        if (!target.equals(STANDARD_OUTPUT) && Files.isRegularFile(target) && Files.isSameFile(input, target)) {
            throw new IOException(target + ": is the file that the command reads. Name another output");
        }
    }

    private OutputStream newFile() throws IOException {
        try {
            return Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (NoSuchFileException e) {
            throw (IOException) new NoSuchFileException(target.getParent().toString()).initCause(e);
        } catch (FileSystemException e) {
            throw named(e, e.getReason());
        }
    }

    /** An error of the file beside the target names the target. */
    private IOException named(FileSystemException e, String reason) {
        FileSystemException named = e instanceof AccessDeniedException
                ? new AccessDeniedException(name)
                : new FileSystemException(name, null, reason);
        return (IOException) named.initCause(e);
    }

    /** The target as messages name it. */
    public static String name(Path target) {
        return target.equals(STANDARD_OUTPUT) ? "the standard output" : target.toString();
    }

    /** An error of the file names the target. */
    private OutputStream buffered(OutputStream file) {
        OutputStream naming = new FilterOutputStream(file) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                try {
                    out.write(bytes, from, length);
                } catch (IOException e) {
                    throw named(e);
                }
            }

            @Override
            public void close() throws IOException {
                try {
                    out.close();
                } catch (IOException e) {
                    throw named(e);
                }
            }
        };
        return new BufferedOutputStream(naming, BUFFER_BYTES);
    }

    private IOException named(IOException e) {
        return new IOException(name + ": " + e.getMessage(), e);
    }

    /** Where to write; an error names the target. */
    public OutputStream stream() {
        return stream;
    }

    /** All is written: the file takes its place. */
    public void complete() throws IOException {
        stream.close();
        if (part != null) {
            try {
                Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            } catch (FileSystemException e) {
                throw named(
                        e, Objects.requireNonNullElse(e.getReason(), "the folder changed while the file was written"));
            }
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
