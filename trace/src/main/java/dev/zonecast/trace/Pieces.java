package dev.zonecast.trace;

import dev.zonecast.fxt.FxtException;
import dev.zonecast.fxt.FxtHandler;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.FxtReader;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The records of a recording that was compressed piece by piece. A piece is handed out when all of it was found whole; in place of
 * damaged ones stands a record, {@link FxtLayout#GAP}. The last piece of a file that was cut is handed out up to its first damaged
 * record. Where no such piece begins, the rest is read as a stream: a large one, as other programs write.
 */
abstract class Pieces extends InputStream {
    /** More than a recording has in one, compressed or not. */
    static final int MOST_BYTES = 8 << 20;

    private static final int READ_BYTES = 256 << 10;

    /** Less than a block: a read that finds damage returns nothing of the blocks before it. */
    private static final int STEP_BYTES = 1 << 10;

    /** What begins at {@link #from}. */
    enum Found {
        /** A piece: {@link #records} has what is in it, and {@link #end} is behind it. */
        WHOLE,
        DAMAGED,
        /** The file ends in it. */
        CUT,
        /** More than {@link #MOST_BYTES}. */
        LARGE
    }

    private static final byte[] MAGIC = ByteBuffer.allocate(FxtLayout.WORD_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(FxtLayout.MAGIC)
            .array();

    private final InputStream in;
    private final byte[] head;

    /** Compressed bytes that were read and not used yet: from {@link #from} to {@link #to}. */
    byte[] window = new byte[READ_BYTES];

    int from;
    int to;

    /** Bytes of the file before the window. */
    private long before;

    /** In the file, behind the last piece that was handed out. */
    private long gapBegin;

    // Of a whole piece.
    byte[] records = new byte[1 << 20];
    int recordBytes;
    int end;

    /** What is handed out. */
    private ByteBuffer out = ByteBuffer.allocate(0);

    private boolean hasPiece;
    private InputStream rest;

    /** Why nothing follows what is handed out; null if {@link #rest} does. */
    private IOException ending;

    /** @param head how each piece begins */
    Pieces(InputStream in, byte[] head) {
        this.in = in;
        this.head = head;
    }

    /** True if one was handed out. */
    final boolean hasPiece() {
        return hasPiece;
    }

    /** Looks at the piece whose head stands at {@link #from}. */
    abstract Found decode() throws IOException;

    /** True if another kind of compressed data begins at {@link #from}. */
    abstract boolean isOther();

    /** Decompresses a stream. */
    abstract InputStream stream(InputStream compressed) throws IOException;

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public final int read(byte[] bytes, int at, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (rest == null && !out.hasRemaining()) {
            if (!next()) {
                return -1;
            }
        }
        if (!out.hasRemaining()) {
            if (ending != null) {
                throw ending;
            }
            return rest.read(bytes, at, length);
        }
        int count = Math.min(length, out.remaining());
        out.get(bytes, at, count);
        return count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Finds what is handed out next; false at the end. */
    private boolean next() throws IOException {
        gapBegin = before + from;
        if (from >= window.length / 2) {
            dropBefore(from);
        }
        boolean hasZeros = hasPiece && skipZeros();
        if (!require(1)) {
            return false;
        }
        if (!hasHead(from)) {
            notAPiece();
        } else if (hasZeros) {
            gap();
        } else {
            piece();
        }
        return true;
    }

    /** Zeros fill the last block of a tape or a file. */
    private boolean skipZeros() throws IOException {
        boolean any = false;
        while (require(1) && window[from] == 0) {
            any = true;
            from++;
            if (from == to) {
                // There may be more of them than memory.
                dropBefore(to);
            }
        }
        return any;
    }

    private void notAPiece() throws IOException {
        if (!hasPiece || isOther()) {
            streamRest();
        } else if (search(true)) {
            gap();
        } else {
            throw new IOException("something other than compressed data follows");
        }
    }

    private void piece() throws IOException {
        switch (decode()) {
            case WHOLE -> {
                out = ByteBuffer.wrap(records, 0, recordBytes);
                from = end;
                hasPiece = true;
            }
            case LARGE -> streamRest();
            case DAMAGED -> {
                if (hasPiece) {
                    boolean ignored = search(true);
                    gap();
                } else {
                    streamRest();
                }
            }
            case CUT -> {
                if (hasPiece && search(false)) {
                    gap();
                } else {
                    cutPiece();
                }
            }
        }
    }

    /** Its checksum was cut off: damage shows in what can be decompressed, or in the records. */
    private void cutPiece() throws IOException {
        streamRest();
        IOException reason = decompress(TraceFile.decompressed(rest));
        if (reason == null) {
            out = ByteBuffer.wrap(records, 0, recordBytes);
            return;
        }
        boolean isDamaged = !(reason instanceof EOFException);
        int good = goodBytes(isDamaged);
        if (good == 0 && !hasPiece) {
            // The reader of the records has the message for what is no trace.
            out = ByteBuffer.wrap(records, 0, recordBytes);
            ending = reason;
            return;
        }
        ByteBuffer handedOut = ByteBuffer.allocate(good + FxtLayout.WORD_BYTES).put(records, 0, good);
        if (isDamaged || good < recordBytes) {
            from = to;
            gap();
            handedOut.put(out);
        }
        out = handedOut.flip();
        ending = new EOFException("a piece that was cut");
    }

    /** Fills {@link #records} up to the end of a stream and returns why it ends there; null if it goes on, or is whole. */
    private IOException decompress(InputStream stream) throws IOException {
        recordBytes = 0;
        try {
            int count = 0;
            while (count >= 0 && recordBytes < MOST_BYTES) {
                if (records.length - recordBytes < STEP_BYTES) {
                    records = Arrays.copyOf(records, records.length * 2);
                }
                count = stream.read(records, recordBytes, STEP_BYTES);
                recordBytes += Math.max(0, count);
            }
            return null;
        } catch (EOFException | FxtException e) {
            return e;
        }
    }

    /** Bytes before the first damaged record. If the stream itself is damaged, the last record has to be whole. */
    private int goodBytes(boolean isDamaged) throws IOException {
        // The first piece has the magic number.
        byte[] magic = hasPiece ? MAGIC : new byte[0];
        InputStream trace = new SequenceInputStream(
                new ByteArrayInputStream(magic), new ByteArrayInputStream(records, 0, recordBytes));
        try {
            FxtReader.End good = FxtReader.read(trace, new FxtHandler() {});
            return isDamaged ? (int) good.bytes() - magic.length : recordBytes;
        } catch (FxtException e) {
            return (int) e.offsetBytes() - magic.length;
        }
    }

    private void gap() {
        out = ByteBuffer.allocate(FxtLayout.WORD_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0, FxtLayout.GAP_RECORD | (before + from - gapBegin) << FxtLayout.GAP_BYTES_SHIFT);
    }

    private void streamRest() throws IOException {
        rest = stream(new SequenceInputStream(new ByteArrayInputStream(window, from, to - from), in));
    }

    /**
     * Moves to the next piece that is whole; where there is none, to the end.
     *
     * @param mayBeCut true if it may also be one in which the file ends
     * @return false if there is none; where it may not be cut, nothing has moved then
     */
    private boolean search(boolean mayBeCut) throws IOException {
        int began = from;
        int cut = -1;
        for (int at = from + 1; ; at++) {
            while (at + head.length > to) {
                if (mayBeCut && cut < 0) {
                    // Nobody asks for what is before it.
                    dropBefore(Math.min(at, to));
                    at = 0;
                }
                if (!more()) {
                    from = cut >= 0 ? cut : mayBeCut ? to : began;
                    return cut >= 0;
                }
            }
            if (!hasHead(at)) {
                continue;
            }
            from = at;
            Found found = decode();
            if (found == Found.WHOLE) {
                return true;
            }
            if (found == Found.CUT && mayBeCut && cut < 0) {
                cut = at;
            }
        }
    }

    /** Moves the bytes from a place on to the front of the window. */
    private void dropBefore(int place) {
        System.arraycopy(window, place, window, 0, to - place);
        before += place;
        to -= place;
        from = 0;
    }

    private boolean hasHead(int at) throws IOException {
        return require(at + head.length - from) && Arrays.equals(window, at, at + head.length, head, 0, head.length);
    }

    /** Sees to it that as many bytes stand at {@link #from}; false if the file ends before. */
    final boolean require(int bytes) throws IOException {
        while (to - from < bytes) {
            if (!more()) {
                return false;
            }
        }
        return true;
    }

    /** Reads more bytes into the window; false at the end of the file. Nothing in the window moves. */
    final boolean more() throws IOException {
        if (to == window.length) {
            window = Arrays.copyOf(window, to * 2);
        }
        int count = in.read(window, to, window.length - to);
        to += Math.max(0, count);
        return count > 0;
    }
}
