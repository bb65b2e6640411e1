package dev.zonecast.trace;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Frames of Zstandard that state their size, as recordings have them. */
final class ZstdPieces extends Pieces {
    private static final byte[] HEAD = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};

    /** No frame's header is longer. */
    private static final int MOST_HEADER_BYTES = 18;

    private static final long UNKNOWN = -1;
    private static final int NONE = -1;

    ZstdPieces(InputStream in) {
        super(in, HEAD);
    }

    @Override
    Found decode() throws IOException {
        boolean isHeader = require(MOST_HEADER_BYTES);
        long bytes = Zstd.getFrameContentSize(window, from, to - from);
        if (bytes == UNKNOWN || bytes > MOST_BYTES) {
            return Found.LARGE;
        }
        if (bytes < 0) {
            return isHeader ? Found.DAMAGED : Found.CUT;
        }
        int size = frameBytes();
        while (size == NONE) {
            if (to - from > MOST_BYTES) {
                return Found.DAMAGED;
            }
            if (!more()) {
                return Found.CUT;
            }
            size = frameBytes();
        }
        if (records.length < bytes) {
            records = new byte[(int) bytes];
        }
        recordBytes = (int) bytes;
        end = from + size;
        try {
            return Zstd.decompressByteArray(records, 0, recordBytes, window, from, size) == bytes
                    ? Found.WHOLE
                    : Found.DAMAGED;
        } catch (ZstdException e) {
            return Found.DAMAGED;
        }
    }

    /** {@link #NONE} if the window ends in the frame, or its blocks are no blocks. */
    private int frameBytes() {
        try {
            return (int) Zstd.findFrameCompressedSize(window, from, to - from);
        } catch (ZstdException e) {
            return NONE;
        }
    }

    /** A frame to be skipped, or the first byte of a head that was cut off. */
    @Override
    boolean isOther() {
        return to - from < HEAD.length
                ? window[from] == HEAD[0]
                : window[from + 1] == 0x2A && window[from + 2] == 0x4D && window[from + 3] == 0x18;
    }

    @Override
    InputStream stream(InputStream compressed) throws IOException {
        return new ZstdInputStream(compressed);
    }
}
