package dev.zonecast.core.recording;

import dev.zonecast.core.RecordingException;
import dev.zonecast.core.disk.CutFile;
import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.disk.FileErrors;
import dev.zonecast.core.disk.LockedFile;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.fxt.write.RecordOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;

/** The file under a recording. Writes whole records. On a full disk the file still ends with a whole record. */
final class RecordingFile implements RecordOutput {
    /** Pieces that may be removed to make room for the record that says why the file ends. */
    private static final int MAX_PIECES = 8;

    /** A kill loses at most 250 ms: this interval, one collector pass and the write. */
    private static final long COMPRESSED_INTERVAL_NANOS = 200_000_000;

    private final Path path;
    private final LockedFile file;
    private final FileChannel channel;

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
        this(path, LockedFile.unlocked(channel), RecordCompression.of(path));
    }

    private RecordingFile(Path path, LockedFile file, RecordCompression compression) {
        this.path = path;
        this.file = file;
        this.compression = compression;
        channel = file.channel();
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
            throw new RecordingException(path, "cannot record to " + path + ": " + FileErrors.reason(e), e);
        }
    }

    private static RecordingFile make(Path path) throws IOException {
        // First: a file that exists stays as it is where this fails.
        RecordCompression compression = RecordCompression.of(path);
        LockedFile file = LockedFile.toRecord(path);
        try {
            if (compression != null && Files.isRegularFile(path) && isCut(path, file.channel(), compression)) {
                file.close();
                CutFile.keep(path, null);
                file = LockedFile.toRecord(path);
            }
            if (Files.isRegularFile(path)) {
                // A pipe has no length.
                file.channel().truncate(0);
            }
            RecordingFile made = new RecordingFile(path, file, compression);
            made.write(SessionRecords.header());
            return made;
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    /** A file that cannot be read is replaced. */
    private static boolean isCut(Path path, FileChannel file, RecordCompression compression) {
        try {
            return Files.isReadable(path) && compression.isCut(file);
        } catch (IOException e) {
            return false;
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
                    path, "recording " + path + " ends after " + fileBytes + " bytes: " + FileErrors.reason(e), e);
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
            file.written(fileBytes);
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
        try (file) {
            // A pipe or a device has nothing to bring anywhere.
            if (Files.isRegularFile(path)) {
                channel.force(true);
            }
        } catch (IOException e) {
            if (!failed) {
                failed = true;
                throw new RecordingException(
                        path, "recording " + path + " may be incomplete: " + FileErrors.reason(e), e);
            }
        } finally {
            if (compression != null) {
                compression.close();
            }
        }
    }

    @Override
    public boolean isInPieces() {
        return compression != null;
    }

    /** A piece for each 50 ms of a program that does little would be compressed badly. */
    @Override
    public long flushIntervalNanos() {
        return compression == null ? RecordOutput.super.flushIntervalNanos() : COMPRESSED_INTERVAL_NANOS;
    }
}
