package dev.zonecast.core.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * An open file that nobody else uses: other processes find the lock, this one {@link HeldFiles}. For one thread, which may change.
 */
public final class LockedFile implements Closeable {
    /** Far behind any content: where locks are mandatory, the file can still be read. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private final FileChannel channel;
    private final Path held;
    private final WrittenPages pages;

    private LockedFile(FileChannel channel, Path held, WrittenPages pages) {
        this.channel = channel;
        this.held = held;
        this.pages = pages;
    }

    /**
     * Opens a file, whose folder is there.
     *
     * @throws FileLockedException if it is in use
     */
    public static LockedFile open(Path file, OpenOption... options) throws IOException {
        return open(file, Set.of(options), true);
    }

    /**
     * Opens a file to record to, with what is in it, or makes it, with the folders above it. It can be read too, but for a pipe, a
     * device, or a file that this user may not read. Where the file system has no locks, it is not locked: the recording is worth
     * more.
     *
     * @throws FileLockedException if a recording to it runs
     */
    public static LockedFile toRecord(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Set<OpenOption> options = new HashSet<>(Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE));
        boolean isSpecial = Files.exists(file) && !Files.isRegularFile(file);
        if (isSpecial) {
            return unlocked(FileChannel.open(file, options));
        }
        if (Files.notExists(file) || Files.isReadable(file)) {
            options.add(StandardOpenOption.READ);
        }
        return open(file, options, false);
    }

    /** A file that is used as it is. */
    public static LockedFile unlocked(FileChannel channel) {
        return new LockedFile(channel, null, WrittenPages.NONE);
    }

    private static LockedFile open(Path file, Set<OpenOption> options, boolean mustLock) throws IOException {
        // First: a descriptor that is closed again would take the lock with it.
        Path held = HeldFiles.add(file);
        if (held == null) {
            throw new FileLockedException(file, true);
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, options);
            lock(file, channel, mustLock);
            return new LockedFile(channel, held, WrittenPages.of(file));
        } catch (IOException | RuntimeException | Error e) {
            if (channel != null) {
                channel.close();
            }
            HeldFiles.remove(held);
            throw e;
        }
    }

    private static void lock(Path file, FileChannel channel, boolean mustLock) throws IOException {
        boolean isLocked;
        try {
            isLocked = channel.tryLock(LOCKED_BYTE, 1, false) != null;
        } catch (OverlappingFileLockException e) {
            // In this process, by another class loader.
            throw new FileLockedException(file, true);
        } catch (IOException e) {
            if (mustLock) {
                throw e;
            }
            return;
        }
        if (!isLocked) {
            throw new FileLockedException(file, false);
        }
    }

    public FileChannel channel() {
        return channel;
    }

    /** So many bytes of the file are written, and need not stay in memory: see {@link WrittenPages}. */
    public void written(long bytes) {
        pages.written(bytes);
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            pages.close();
            HeldFiles.remove(held);
        }
    }
}
