package dev.zonecast.core.recording;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Zstandard, where the library is there: the class is loaded for files of that name only. */
final class ZstdCompression extends RecordCompression {
    private static final int LEVEL = 1;
    private static final byte[] HEAD = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};

    private final ZstdCompressCtx context =
            new ZstdCompressCtx().setLevel(LEVEL).setChecksum(true);

    @Override
    int mostBytes(int bytes) {
        return Math.toIntExact(Zstd.compressBound(bytes));
    }

    @Override
    void compress(ByteBuffer records, ByteBuffer into) throws IOException {
        ByteBuffer direct = records;
        if (!records.isDirect()) {
            direct = ByteBuffer.allocateDirect(records.remaining()).put(records).flip();
        }
        try {
            int ignored = context.compress(into, direct);
        } catch (ZstdException e) {
            throw new IOException("Zstandard: " + e.getMessage(), e);
        }
    }

    @Override
    byte[] head() {
        return HEAD;
    }

    @Override
    boolean isWhole(byte[] bytes, int from) {
        try {
            return Zstd.findFrameCompressedSize(bytes, from) == bytes.length - from;
        } catch (ZstdException e) {
            return false;
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
