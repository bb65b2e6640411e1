package dev.zonecast.cli.export;

import dev.zonecast.core.recording.WrittenPages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A new file, written from its beginning on. What lies beyond a place goes to the disk past the system's memory ({@code O_DIRECT}),
 * where the file's system allows that and the disk is fast: a large file is hardly read at once and would push the files of others out
 * of the memory, and to copy it there costs the processor a nanosecond a byte where memory has to be found first. A disk that is slow
 * is not waited for: then the memory has what was written until the disk has it ({@link WrittenPages}). For one thread.
 */
final class LargeFile implements WritableByteChannel {
    /** Beginnings of buffers that go past the memory lie at multiples of this; file systems want that of at most a page. */
    static final int ALIGNMENT = 4096;

    /** So much is written before the disk's speed is known. */
    private static final long TRIAL_BYTES = 64 << 20;

    /** Slower than that, it would be what an export waits for. */
    private static final long SLOW_BYTES_PER_MICRO = 200;

    private static final long NANOS_PER_MICRO = 1000;

    private final Path path;
    private final long fromBytes;
    private final FileChannel channel;
    private FileChannel direct;
    private int blockBytes;
    private WrittenPages pages;
    private long size;
    private boolean tried;
    private long trialBytes;
    private long trialNanos;

    /** @param fromBytes a file that is not larger than that stays in the memory: somebody may read it soon */
    LargeFile(Path path, long fromBytes) throws IOException {
        this.path = path;
        this.fromBytes = fromBytes;
        channel = FileChannel.open(
                path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);
    }

    /** Writes all of it. */
    @Override
    public int write(ByteBuffer bytes) throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        int count = bytes.remaining();
        long end = size + count;
        if (size >= fromBytes) {
            tryDirect();
            writeDirect(bytes);
        }
        while (bytes.hasRemaining()) {
            int _ = channel.write(bytes, end - bytes.remaining());
        }
        size = end;
        if (pages != null) {
            pages.written(size);
        }
        return count;
    }

    private void tryDirect() throws IOException {
        if (tried) {
            return;
        }
        tried = true;
        try {
            blockBytes = Math.toIntExact(Files.getFileStore(path).getBlockSize());
            direct = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS, pastMemory());
        } catch (IOException | UnsupportedOperationException | ArithmeticException e) {
            giveUpDirect();
        }
    }

    /** An option of this JDK's; not of all, so that the compiler does not like to see it. */
    private static OpenOption pastMemory() {
        try {
            for (Object option :
                    Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
                if (option.toString().equals("DIRECT")) {
                    return (OpenOption) option;
                }
            }
        } catch (ClassNotFoundException e) {
            throw new UnsupportedOperationException(e);
        }
        throw new UnsupportedOperationException();
    }

    /** Some of it or all: whole blocks. */
    private void writeDirect(ByteBuffer bytes) throws IOException {
        if (direct == null || size % blockBytes != 0) {
            return;
        }
        int limit = bytes.limit();
        int count = bytes.remaining() - bytes.remaining() % blockBytes;
        bytes.limit(bytes.position() + count);
        long begin = System.nanoTime();
        try {
            int _ = direct.write(bytes, size);
            trialNanos += System.nanoTime() - begin;
            trialBytes += count;
            if (trialBytes >= TRIAL_BYTES) {
                judge();
            }
        } catch (IOException e) {
            // If something else is wrong than the way, the other way finds it, too.
            giveUpDirect();
        } finally {
            bytes.limit(limit);
        }
    }

    private void judge() throws IOException {
        if (trialBytes < trialNanos / NANOS_PER_MICRO * SLOW_BYTES_PER_MICRO) {
            giveUpDirect();
        }
        trialBytes = 0;
        trialNanos = 0;
    }

    private void giveUpDirect() throws IOException {
        if (direct != null) {
            direct.close();
            direct = null;
        }
        pages = WrittenPages.of(path, fromBytes);
    }

    /** Whether the next whole block would go past the memory. */
    boolean isDirect() {
        return direct != null;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        try (channel;
                FileChannel _ = direct) {
            // Both, whatever happens.
        } finally {
            if (pages != null) {
                pages.close();
            }
        }
    }
}
