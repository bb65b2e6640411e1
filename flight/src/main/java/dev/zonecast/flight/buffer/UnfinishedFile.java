package dev.zonecast.flight.buffer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that gets its name when it is complete. Until then it has a name that no other file has: no file of the user is emptied or
 * removed on the way, and no link is followed.
 */
public final class UnfinishedFile implements Closeable {
    private static final int MOST_NAMES = 10_000;

    private final Path target;
    private final Path path;
    private final FileChannel channel;
    private boolean complete;

    private UnfinishedFile(Path target) throws IOException {
        Path parent = target.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        this.target = target;
        path = target.resolveSibling(target.getFileName() + "."
                + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".part");
        channel = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes the file beside its target, with the folders above it. */
    public static UnfinishedFile of(Path target) throws IOException {
        return new UnfinishedFile(target);
    }

    /** Where to write. */
    public FileChannel channel() {
        return channel;
    }

    /** All is written: the file takes the place of its target, unless that is a folder. */
    public void replace() throws IOException {
        channel.close();
        if (Files.isDirectory(target)) {
            // An empty one would be replaced.
            throw new FileSystemException(target.toString(), null, "is a folder");
        }
        Files.move(path, target, StandardCopyOption.REPLACE_EXISTING);
        complete = true;
    }

    /**
     * All is written: the file gets its name, or a similar one if there is a file of that name.
     *
     * @return the name
     */
    public Path keepOthers() throws IOException {
        channel.close();
        for (int number = 1; number < MOST_NAMES; number++) {
            Path free = numbered(number);
            try {
                Files.move(path, free);
                complete = true;
                return free;
            } catch (FileAlreadyExistsException e) {
                // The next number.
            }
        }
        throw new FileAlreadyExistsException(target.toString());
    }

    private Path numbered(int number) {
        String name = target.getFileName().toString();
        int dot = name.lastIndexOf('.');
        int stem = dot > 0 ? dot : name.length();
        return number == 1
                ? target
                : target.resolveSibling(name.substring(0, stem) + "-" + number + name.substring(stem));
    }

    /** Leaves nothing behind unless the file was completed. */
    @Override
    public void close() throws IOException {
        if (!complete) {
            channel.close();
            Files.deleteIfExists(path);
        }
    }
}
