package dev.zonecast.cli.report;

import dev.zonecast.trace.TraceFrameImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Pictures of frames, each deflated for itself. When they take too much, every second one goes. */
final class FramePictures {
    /**
     * A picture as it is in the page.
     *
     * @param frame number in the base set
     * @param bottomUp the first row of blocks is the lowest
     * @param deflated BC1 blocks in base64: of all blocks the colours, then of all blocks the choices, which deflates better
     */
    record Picture(long frame, int width, int height, boolean bottomUp, String deflated) {}

    private static final int BLOCK_BYTES = 8;
    private static final int HALF_BLOCK_BYTES = 4;

    private final long maxBytes;
    final List<Picture> kept = new ArrayList<>();
    private long bytes;
    long seen;
    private int stride = 1;

    FramePictures(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    void add(TraceFrameImage image) throws IOException {
        if (seen++ % stride != 0 || maxBytes == 0) {
            return;
        }
        Picture picture =
                new Picture(image.frame(), image.width(), image.height(), image.isBottomUp(), deflated(image.blocks()));
        kept.add(picture);
        bytes += picture.deflated.length();
        while (bytes > maxBytes && kept.size() > 1) {
            halve();
        }
    }

    private void halve() {
        List<Picture> every = new ArrayList<>();
        for (int i = 0; i < kept.size(); i += 2) {
            every.add(kept.get(i));
        }
        kept.clear();
        kept.addAll(every);
        stride *= 2;
        bytes = kept.stream().mapToLong(picture -> picture.deflated.length()).sum();
    }

    private static String deflated(byte[] blocks) throws IOException {
        byte[] split = new byte[blocks.length];
        int choices = blocks.length / 2;
        for (int from = 0, to = 0; from < blocks.length; from += BLOCK_BYTES, to += HALF_BLOCK_BYTES) {
            System.arraycopy(blocks, from, split, to, HALF_BLOCK_BYTES);
            System.arraycopy(blocks, from + HALF_BLOCK_BYTES, split, choices + to, HALF_BLOCK_BYTES);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PageFile.deflated(bytes, out -> out.write(split));
        return bytes.toString(StandardCharsets.US_ASCII);
    }
}
