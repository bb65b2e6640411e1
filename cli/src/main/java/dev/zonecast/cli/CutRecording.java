package dev.zonecast.cli;

import com.github.luben.zstd.ZstdOutputStream;
import dev.zonecast.cli.export.OutputFile;
import dev.zonecast.fxt.FxtException;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.GapRepair;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.trace.TraceFile;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** A recording that was cut off in the middle: of a program that was killed, or a copy that was broken off. */
final class CutRecording {
    /** Large records may have more by their layout; nobody writes such. */
    private static final long MOST_RECORD_BYTES = 1 << 30;

    private CutRecording() {}

    /**
     * What was copied.
     *
     * @param stopsEarly what follows is damaged too, and nothing of it is copied
     */
    record Copy(GapRepair records, boolean stopsEarly) {}

    /**
     * Copies the whole records that can be read, so that programs read them which want a whole file. The output's name says whether it is
     * compressed: {@code .gz}, {@code .zst} or neither.
     *
     * @param to must not exist
     */
    static Copy copyWholeRecords(Path from, Path to) throws IOException {
        if (Files.exists(to)) {
            throw new FileAlreadyExistsException(to.toString());
        }
        GapRepair records = new GapRepair();
        boolean isAll = copy(from, records, OutputStream.nullOutputStream());
        if (records.lacksWords()) {
            throw new IOException(from + ": nothing can be recovered: the piece with the first records is damaged,"
                    + " and the recording ends before they come again");
        }
        records.again();
        // An absolute path is no standard output.
        try (OutputFile file = new OutputFile(to.toAbsolutePath())) {
            try (OutputStream out = new BufferedOutputStream(compressed(to, file.stream()), 1 << 20)) {
                isAll &= copy(from, records, out);
            }
            if (records.bytes() == 0) {
                throw new IOException(from + ": no whole record can be read");
            }
            file.complete();
            return new Copy(records, !isAll);
        }
    }

    private static OutputStream compressed(Path file, OutputStream out) throws IOException {
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".gz")) {
            return new GZIPOutputStream(out, 64 << 10);
        }
        return name.endsWith(".zst") ? new ZstdOutputStream(out).setChecksum(true) : out;
    }

    /** False if it stops before the end of the file, or before the place where it was cut. */
    private static boolean copy(Path from, GapRepair records, OutputStream out) throws IOException {
        byte[] first = new byte[FxtLayout.WORD_BYTES];
        try (InputStream in = TraceFile.open(from)) {
            while (in.readNBytes(first, 0, first.length) == first.length) {
                long header =
                        ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getLong();
                long bytes = RecordSize.bytes(header);
                if (bytes == 0 || bytes > MOST_RECORD_BYTES) {
                    // Zeros fill a file that was made longer than its content.
                    return header == 0;
                }
                // Grows as it is read: a size that is not true takes no memory.
                byte[] rest = in.readNBytes((int) bytes - first.length);
                if (rest.length < bytes - first.length) {
                    break;
                }
                byte[] record = Arrays.copyOf(first, (int) bytes);
                System.arraycopy(rest, 0, record, first.length, rest.length);
                if (!records.record(record, out)) {
                    return false;
                }
            }
        } catch (EOFException e) {
            // Here it was cut.
        } catch (FxtException e) {
            return false;
        }
        return true;
    }
}
