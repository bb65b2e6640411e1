package dev.zonecast.trace;

import dev.zonecast.fxt.FxtException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/** The bytes of a trace, whichever way they are compressed: gzip, Zstandard and LZ4 frames are known by their first bytes. */
public final class TraceFile {
    private static final int BUFFER_BYTES = 256 << 10;
    private static final int MAGIC_BYTES = 4;
    private static final int GZIP = 0x8B1F;
    private static final int ZSTD = 0xFD2FB528;
    private static final int LZ4_FRAME = 0x184D2204;

    // In plain Java: the others load a library or use sun.misc.Unsafe.
    private static final LZ4SafeDecompressor LZ4 = LZ4Factory.safeInstance().safeDecompressor();
    private static final XXHash32 XXHASH = XXHashFactory.safeInstance().hash32();

    private TraceFile() {}

    /** Opens a trace; an {@link IOException} says why it cannot be. */
    public static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            return uncompressed(in);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** A stream of what is in a compressed trace, or the stream itself. */
    public static InputStream uncompressed(InputStream compressed) throws IOException {
        BufferedInputStream in = new Peeked(compressed);
        in.mark(MAGIC_BYTES);
        byte[] first = in.readNBytes(MAGIC_BYTES);
        in.reset();
        if (first.length < MAGIC_BYTES) {
            return in;
        }
        int magic = (first[0] & 0xFF) | (first[1] & 0xFF) << 8 | (first[2] & 0xFF) << 16 | first[3] << 24;
        return switch (magic) {
            case ZSTD -> decompressed(zstd(in));
            case LZ4_FRAME -> decompressed(new LZ4FrameInputStream(in, LZ4, XXHASH));
            default -> (magic & 0xFFFF) == GZIP ? decompressed(new GzipPieces(in)) : in;
        };
    }

    /** A stream that fails with an {@link EOFException} where it was cut, and with an {@link FxtException} where it is damaged. */
    static InputStream decompressed(InputStream in) {
        return new Decompressed(in);
    }

    private static InputStream zstd(InputStream in) throws IOException {
        try {
            return Zstd.open(in);
        } catch (NoClassDefFoundError e) {
            throw new MissingLibraryException(e);
        }
    }

    /**
     * What is in gzip members, as a stream.
     *
     * @param isFirst true if nothing stands before them
     */
    static InputStream members(InputStream in, boolean isFirst) throws IOException {
        try {
            return new Members(new Peeked(in));
        } catch (EOFException e) {
            if (isFirst) {
                throw new FxtException(0, "a gzip file that ends in its header");
            }
            throw new EOFException("a member that ends in its header");
        }
    }

    /** A class of its own: the JVM loads the optional library when it verifies a class that uses it. */
    private static final class Zstd {
        static InputStream open(InputStream in) throws IOException {
            return new ZstdPieces(in);
        }
    }

    /**
     * A recording is many gzip members, and {@link GZIPInputStream} looks for another one only where {@code available} is not 0, which it
     * may be before the end.
     */
    private static final class Peeked extends BufferedInputStream {
        Peeked(InputStream in) {
            super(in, BUFFER_BYTES);
        }

        @Override
        public synchronized int available() throws IOException {
            mark(1);
            int next = read();
            reset();
            return next < 0 ? 0 : 1;
        }
    }

    /** {@link GZIPInputStream} ends without an error where something other than a member follows. */
    private static final class Members extends GZIPInputStream {
        private static final int TRAILER_BYTES = 8;

        Members(InputStream in) throws IOException {
            super(in, BUFFER_BYTES);
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int count = super.read(bytes, from, length);
            if (count < 0) {
                checkRest();
            }
            return count;
        }

        /** Refuses what is behind the last member, but for zeros that fill a block of the file. */
        private void checkRest() throws IOException {
            int begin = len - Math.max(0, inf.getRemaining() - TRAILER_BYTES);
            boolean isZero = true;
            for (int i = begin; i < len; i++) {
                isZero &= buf[i] == 0;
            }
            int next = in.read();
            while (isZero && next == 0) {
                next = in.read();
            }
            if (next < 0 && begin < len && buf[begin] == (byte) GZIP) {
                throw new EOFException("a member that ends in its header");
            }
            if (next >= 0 || !isZero) {
                throw new ZipException("something other than gzip data follows");
            }
        }
    }

    /** Tells a stream that was cut from one that was damaged, which the libraries say in different words. */
    private static final class Decompressed extends FilterInputStream {
        private long offset;

        Decompressed(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            try {
                int count = in.read(bytes, from, length);
                offset += Math.max(0, count);
                return count;
            } catch (EOFException | FxtException e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                String message = String.valueOf(e.getMessage());
                if (message.contains("Stream ended prematurely") || message.contains("Truncated source")) {
                    throw (EOFException) new EOFException(message).initCause(e);
                }
                throw (FxtException) new FxtException(offset, "damaged compressed data: " + message).initCause(e);
            }
        }
    }
}
