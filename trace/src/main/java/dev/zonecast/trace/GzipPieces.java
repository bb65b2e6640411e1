package dev.zonecast.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Members of a gzip file (RFC 1952). */
final class GzipPieces extends Pieces {
    /** Deflate. */
    private static final byte[] HEAD = {0x1F, (byte) 0x8B, 8};

    private static final int HEADER_BYTES = 10;
    private static final int FLAGS_AT = 3;
    private static final int HEADER_CHECK = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;
    private static final int CHECK_BYTES = 8;

    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();

    GzipPieces(InputStream in) {
        super(in, HEAD);
    }

    @Override
    Found decode() throws IOException {
        int at = headerEnd();
        if (at < 0) {
            return Found.CUT;
        }
        inflater.reset();
        recordBytes = 0;
        try {
            while (!inflater.finished()) {
                if (inflater.needsInput()) {
                    if (to - from > MOST_BYTES) {
                        return Found.LARGE;
                    }
                    if (at >= to && !require(at + 1 - from)) {
                        return Found.CUT;
                    }
                    inflater.setInput(window, at, to - at);
                    at = to;
                }
                if (recordBytes == records.length) {
                    if (recordBytes >= MOST_BYTES) {
                        return Found.LARGE;
                    }
                    records = Arrays.copyOf(records, recordBytes * 2);
                }
                int count = inflater.inflate(records, recordBytes, records.length - recordBytes);
                if (count == 0 && inflater.needsDictionary()) {
                    return Found.DAMAGED;
                }
                recordBytes += count;
            }
        } catch (DataFormatException e) {
            return Found.DAMAGED;
        }
        end = at - inflater.getRemaining() + CHECK_BYTES;
        if (!require(end - from)) {
            return Found.CUT;
        }
        checksum.reset();
        checksum.update(records, 0, recordBytes);
        ByteBuffer check =
                ByteBuffer.wrap(window, end - CHECK_BYTES, CHECK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return check.getInt() == (int) checksum.getValue() && check.getInt() == recordBytes
                ? Found.WHOLE
                : Found.DAMAGED;
    }

    /** Behind the header; -1 if the file ends before. */
    private int headerEnd() throws IOException {
        int at = from + HEADER_BYTES;
        if (!require(at - from)) {
            return -1;
        }
        int flags = window[from + FLAGS_AT] & ~RESERVED;
        if ((flags & EXTRA) != 0) {
            if (!require(at + 2 - from)) {
                return -1;
            }
            at += 2 + ((window[at] & 0xFF) | (window[at + 1] & 0xFF) << 8);
        }
        at = (flags & NAME) == 0 ? at : textEnd(at);
        at = at < 0 || (flags & COMMENT) == 0 ? at : textEnd(at);
        return at < 0 || (flags & HEADER_CHECK) == 0 ? at : at + 2;
    }

    private int textEnd(int begin) throws IOException {
        int at = begin;
        do {
            if (to - from > MOST_BYTES || !require(at + 1 - from)) {
                return -1;
            }
        } while (window[at++] != 0);
        return at;
    }

    @Override
    boolean isOther() {
        // The head may have been cut off.
        return to - from < HEAD.length && window[from] == HEAD[0];
    }

    @Override
    InputStream stream(InputStream compressed) throws IOException {
        return TraceFile.members(compressed, !hasPiece());
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        super.close();
    }
}
