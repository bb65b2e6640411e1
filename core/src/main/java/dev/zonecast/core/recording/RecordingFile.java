package dev.zonecast.core.recording;

import dev.zonecast.core.RecordingException;
import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.disk.HeldFiles;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.fxt.write.RecordOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Set;

/** The file under a recording. Writes whole records. On a full disk the file still ends with a whole record. */
final class RecordingFile implements RecordOutput {
    /** Pieces that may be removed to make room for the record that says why the file ends. */
    private static final int MAX_PIECES = 8;

    /** Far behind any record: where locks are mandatory, the file can still be read while it grows. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    /** A kill loses at most 250 ms: this interval, one collector pass and the write. */
    private static final long COMPRESSED_INTERVAL_NANOS = 200_000_000;

    private final Path path;
    private final FileChannel channel;

    /** Of {@link HeldFiles}; null if it is not there. */
    private final Path claim;

    /** Null if records are written as they are. */
    private final RecordCompression compression;

    private long writtenBytes;
    private long fileBytes;

    /** Where the last compressed pieces begin, oldest first. */
    private final ArrayDeque<Long> pieces = new ArrayDeque<>();

    /** Bytes of the failed piece that reached the disk. */
    private int lostBytes;

    private boolean failed;

    /** For tests: a channel that fails as told. */
    RecordingFile(Path path, FileChannel channel) throws IOException {
        this(path, channel, null, RecordCompression.of(path));
    }

    private RecordingFile(Path path, FileChannel channel, Path claim, RecordCompression compression) {
        this.path = path;
        this.channel = channel;
        this.claim = claim;
        this.compression = compression;
    }

    /**
     * Makes the file, with the folders above it, and writes how a trace begins. A file that exists is emptied, as a caller that names the
     * same file twice expects. The end of its name says whether it is compressed ({@link RecordCompression}).
     * Works on a thread of ours.
     *
     * @throws RecordingException if it cannot be made, or a recording to it runs, in this process or another
     */
    static RecordingFile create(Path path) throws RecordingException {
        try {
            return DiskThread.call(() -> make(path));
        } catch (RecordingException e) {
            throw e;
        } catch (IOException e) {
            throw new RecordingException(path, "cannot record to " + path + ": " + reason(e), e);
        }
    }

    private static RecordingFile make(Path path) throws IOException {
        // First: a file that exists stays as it is where this fails.
        RecordCompression compression = RecordCompression.of(path);
        if (HeldFiles.has(path)) {
            throw runsAlready(path, null);
        }
        Path claim = null;
        FileChannel channel = null;
        try {
            Path folder = path.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            boolean isChecked = compression != null && Files.isRegularFile(path) && Files.isReadable(path);
            channel = open(path, isChecked);
            if (isChecked && isCut(channel, compression)) {
                channel.close();
                CutFile.keep(path);
                channel = open(path, false);
            }
            if (Files.isRegularFile(path)) {
                // A pipe has no length.
                channel.truncate(0);
                claim = HeldFiles.add(path);
            }
            RecordingFile file = new RecordingFile(path, channel, claim, compression);
            file.write(SessionRecords.header());
            return file;
        } catch (IOException e) {
            closeQuietly(channel, e);
            release(claim);
            throw e;
        }
    }

    /** A file that cannot be read is replaced. */
    private static boolean isCut(FileChannel file, RecordCompression compression) {
        try {
            return CutFile.isCut(file, compression);
        } catch (IOException e) {
            return false;
        }
    }

    /** @param isRead whether the channel can read too; by another one the lock would be lost */
    private static FileChannel open(Path path, boolean isRead) throws IOException {
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (isRead) {
            options.add(StandardOpenOption.READ);
        }
        FileChannel channel = FileChannel.open(path, options);
        try {
            lock(path, channel);
        } catch (IOException e) {
            closeQuietly(channel, e);
            throw e;
        }
        return channel;
    }

    private static void release(Path claim) {
        if (claim != null) {
            HeldFiles.remove(claim);
        }
    }

    private static RecordingException runsAlready(Path path, RuntimeException cause) {
        return new RecordingException(path, "cannot record to " + path + ": this program records to it already", cause);
    }

    /** Two recordings into one file would both be lost. The lock ends with the channel. */
    private static void lock(Path path, FileChannel channel) throws RecordingException {
        FileLock lock;
        try {
            lock = channel.tryLock(LOCKED_BYTE, 1, false);
        } catch (OverlappingFileLockException e) {
            throw runsAlready(path, e);
        } catch (IOException e) {
            // Some file systems have no locks; the recording is worth more than this check.
            return;
        }
        if (lock == null) {
            throw new RecordingException(path, "cannot record to " + path + ": another program records to it", null);
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public long writtenBytes() {
        return writtenBytes;
    }

    @Override
    public long fileBytes() {
        return fileBytes;
    }

    /** True once a write has failed; nothing more is written then. */
    @Override
    public boolean failed() {
        return failed;
    }

    /**
     * Writes whole records.
     *
     * @param records from position to limit
     * @throws RecordingException if not all could be written; the file then ends with the last record that could
     */
    @Override
    public void write(ByteBuffer records) throws RecordingException {
        if (failed) {
            throw new RecordingException(path, "recording " + path + " has failed before", null);
        }
        try {
            writtenBytes += records.remaining();
            writeAll(inFile(records));
            records.position(records.limit());
        } catch (IOException e) {
            failed = true;
            try {
                noteFailure();
            } catch (IOException f) {
                // Then a part of a record ends the file; readers leave it out.
                e.addSuppressed(f);
            }
            throw new RecordingException(
                    path, "recording " + path + " ends after " + fileBytes + " bytes: " + reason(e), e);
        }
    }

    private void noteFailure() throws IOException {
        ByteBuffer end = inFile(SavedEnd.failedRecord());
        long room = lostBytes;
        while (compression != null && end.remaining() > room && !pieces.isEmpty()) {
            // The piece that failed was small: those before it make room.
            long at = pieces.removeLast();
            room += fileBytes - at;
            fileBytes = at;
        }
        SavedEnd.writeFailed(channel, fileBytes, end);
    }

    private ByteBuffer inFile(ByteBuffer records) throws IOException {
        return compression == null ? records : compression.compress(records);
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        int start = bytes.position();
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (compression != null) {
                pieces.add(fileBytes);
                if (pieces.size() > MAX_PIECES) {
                    pieces.removeFirst();
                }
            }
            fileBytes += bytes.position() - start;
        } catch (IOException e) {
            lostBytes = bytes.position() - start;
            if (compression == null) {
                // Room for the record that says why the file ends.
                int most = Math.max(start, bytes.position() - SavedEnd.bytes());
                fileBytes += wholeRecordBytes(bytes, start, most);
            }
            throw e;
        }
    }

    private static int wholeRecordBytes(ByteBuffer records, int start, int end) {
        ByteBuffer words = records.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        int at = start;
        while (at + FxtLayout.WORD_BYTES <= end) {
            long header = words.getLong(at);
            int bytes = (int) RecordSize.bytes(header);
            if (at + bytes > end) {
                break;
            }
            at += bytes;
        }
        return at - start;
    }

    /**
     * Brings the file to the disk, past a failure of the power, and closes it. Waits for the disk as long as that takes: a
     * {@link QueuedOutput} calls it on its thread.
     */
    @Override
    public void close(long limitNanos) throws RecordingException {
        try (channel) {
            // A pipe or a device has nothing to bring anywhere.
            if (Files.isRegularFile(path)) {
                channel.force(true);
            }
        } catch (IOException e) {
            if (!failed) {
                failed = true;
                throw new RecordingException(path, "recording " + path + " may be incomplete: " + reason(e), e);
            }
        } finally {
            release(claim);
            if (compression != null) {
                compression.close();
            }
        }
    }

    /** A piece for each 50 ms of a program that does little would be compressed badly. */
    @Override
    public long flushIntervalNanos() {
        return compression == null ? RecordOutput.super.flushIntervalNanos() : COMPRESSED_INTERVAL_NANOS;
    }

    private static void closeQuietly(FileChannel channel, IOException cause) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " is not a folder";
        }
        if (e instanceof FileSystemException f && f.getReason() != null) {
            return f.getReason();
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
