package dev.zonecast.core.recording;

import dev.zonecast.fxt.write.RecordOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Compresses records as they are written. Each piece is a whole member of a gzip file or a whole frame of Zstandard. After a kill only the
 * last piece can be cut. For one thread.
 */
abstract class RecordCompression implements AutoCloseable {
    private static final String GZIP = ".gz";
    private static final String ZSTANDARD = ".zst";

    /** More than the largest piece, which has a mebibyte of records. */
    private static final int TAIL_BYTES = 4 << 20;

    /** For the largest piece. */
    private ByteBuffer out;

    /**
     * By the end of a file's name.
     *
     * @return null for a recording that is not compressed
     * @throws IOException if the compression needs a library or memory that is not there
     */
    static RecordCompression of(Path file) throws IOException {
        RecordCompression made;
        if (hasEnding(file, GZIP)) {
            made = new Gzip();
        } else if (hasEnding(file, ZSTANDARD)) {
            made = zstd();
        } else {
            return null;
        }
        try {
            // Now: later the program may have used all of the memory.
            made.reserve(RecordOutput.BUFFER_BYTES);
            return made;
        } catch (IOException e) {
            made.close();
            throw e;
        }
    }

    private void reserve(int pieceBytes) throws IOException {
        try {
            out = ByteBuffer.allocateDirect(mostBytes(pieceBytes));
        } catch (OutOfMemoryError e) {
            throw new IOException("no memory to compress: " + e.getMessage(), e);
        }
    }

    /** True if the name asks for a compression. */
    static boolean isNamed(Path file) {
        return hasEnding(file, GZIP) || hasEnding(file, ZSTANDARD);
    }

    private static boolean hasEnding(Path file, String ending) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(ending);
    }

    private static RecordCompression zstd() throws IOException {
        try {
            return new ZstdCompression();
        } catch (LinkageError e) {
            throw new IOException(
                    ".zst needs com.github.luben:zstd-jni on the class path; .gz needs nothing (" + e.getMessage()
                            + ")",
                    e);
        }
    }

    /**
     * Compresses a piece.
     *
     * @param records from position to limit, which stay
     * @return from position to limit; valid until the next call
     */
    final ByteBuffer compress(ByteBuffer records) throws IOException {
        if (out.capacity() < mostBytes(records.remaining())) {
            reserve(records.remaining());
        }
        compress(records.duplicate(), out.clear());
        return out.flip();
    }

    /** Upper bound of the compressed size. */
    abstract int mostBytes(int bytes);

    abstract void compress(ByteBuffer records, ByteBuffer into) throws IOException;

    /** How each piece begins. */
    abstract byte[] head();

    /** True if the bytes from there to the end are exactly one piece. */
    abstract boolean isWhole(byte[] bytes, int from);

    /**
     * True if the last piece of a file is not whole: a kill cut it off, and Perfetto cannot open the file.
     *
     * @param file open for reading
     */
    final boolean isCut(FileChannel file) throws IOException {
        byte[] tail = new byte[(int) Math.min(TAIL_BYTES, file.size())];
        ByteBuffer target = ByteBuffer.wrap(tail);
        long at = file.size() - tail.length;
        for (int read = 0; read >= 0 && target.hasRemaining(); ) {
            read = file.read(target, at + target.position());
        }
        byte[] head = head();
        boolean found = false;
        // Compressed bytes may look like a head: an earlier one may begin the last piece.
        for (int i = tail.length - head.length; i >= 0; i--) {
            if (startsWith(head, tail, i)) {
                if (isWhole(tail, i)) {
                    return false;
                }
                found = true;
            }
        }
        return found;
    }

    private static boolean startsWith(byte[] head, byte[] tail, int from) {
        for (int i = 0; i < head.length; i++) {
            if (tail[from + i] != head[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public abstract void close();

    /** RFC 1952. */
    private static final class Gzip extends RecordCompression {
        /** Deflate; no name, no time; of an unknown system. */
        private static final byte[] HEAD = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 255};

        private static final int CHECK_BYTES = 8;

        private final DeflateEncoder encoder = new DeflateEncoder();
        private final CRC32 checksum = new CRC32();

        @Override
        int mostBytes(int bytes) {
            return Math.addExact(DeflateEncoder.mostBytes(bytes), HEAD.length + CHECK_BYTES);
        }

        @Override
        void compress(ByteBuffer records, ByteBuffer into) {
            int bytes = records.remaining();
            into.order(ByteOrder.LITTLE_ENDIAN);
            into.put(HEAD);
            encoder.encode(records, into);
            checksum.reset();
            checksum.update(records);
            into.putInt((int) checksum.getValue()).putInt(bytes);
        }

        @Override
        byte[] head() {
            return HEAD;
        }

        @Override
        boolean isWhole(byte[] bytes, int from) {
            Inflater inflater = new Inflater(true);
            try {
                int start = from + HEAD.length;
                inflater.setInput(bytes, start, bytes.length - start);
                byte[] records = new byte[64 << 10];
                while (!inflater.finished() && !inflater.needsInput()) {
                    int ignored = inflater.inflate(records);
                }
                return inflater.finished() && inflater.getRemaining() == CHECK_BYTES;
            } catch (DataFormatException e) {
                return false;
            } finally {
                inflater.end();
            }
        }

        @Override
        public void close() {
            // Heap only.
        }
    }
}
