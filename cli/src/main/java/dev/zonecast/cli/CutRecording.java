package dev.zonecast.cli;

import com.github.luben.zstd.ZstdOutputStream;
import dev.zonecast.cli.export.OutputFile;
import dev.zonecast.fxt.FxtException;
import dev.zonecast.fxt.FxtLayout;
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
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** A recording that was cut off in the middle: of a program that was killed, or a copy that was broken off. */
final class CutRecording {
    /** Large records may have more by their layout; nobody writes such. */
    private static final long MOST_RECORD_BYTES = 1 << 30;

    private CutRecording() {}

    /**
     * Copies the whole records that can be read, so that programs read them which want a whole file. The output's name says whether it is
     * compressed: {@code .gz}, {@code .zst} or neither.
     *
     * @param to must not exist
     * @return bytes of the records
     */
    static long copyWholeRecords(Path from, Path to) throws IOException {
        if (Files.exists(to)) {
            throw new FileAlreadyExistsException(to.toString());
        }
        // An absolute path is no standard output.
        try (InputStream in = TraceFile.open(from);
                OutputFile file = new OutputFile(to.toAbsolutePath())) {
            long bytes;
            try (OutputStream out = new BufferedOutputStream(compressed(to, file.stream()), 1 << 20)) {
                bytes = copy(in, out);
            }
            if (bytes == 0) {
                throw new IOException(from + ": no whole record can be read");
            }
            file.complete();
            return bytes;
        }
    }

    private static OutputStream compressed(Path file, OutputStream out) throws IOException {
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".gz")) {
            return new GZIPOutputStream(out, 64 << 10);
        }
        return name.endsWith(".zst") ? new ZstdOutputStream(out).setChecksum(true) : out;
    }

    private static long copy(InputStream in, OutputStream out) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(FxtLayout.WORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long bytes = 0;
        try {
            while (in.readNBytes(header.array(), 0, FxtLayout.WORD_BYTES) == FxtLayout.WORD_BYTES) {
                long rest = RecordSize.bytes(header.getLong(0)) - FxtLayout.WORD_BYTES;
                boolean isGap = header.getLong(0) == FxtLayout.GAP_RECORD;
                if (rest < 0 || rest > MOST_RECORD_BYTES || isGap) {
                    // Others would take the end of a zone behind the gap for that of one before.
                    break;
                }
                // Grows as it is read: a size that is not true takes no memory.
                byte[] record = in.readNBytes((int) rest);
                if (record.length < rest) {
                    break;
                }
                out.write(header.array());
                out.write(record);
                bytes += FxtLayout.WORD_BYTES + rest;
            }
        } catch (EOFException | FxtException e) {
            // Here it was cut, or is damaged.
        }
        return bytes;
    }
}
