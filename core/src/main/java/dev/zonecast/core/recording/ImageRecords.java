package dev.zonecast.core.recording;

import dev.zonecast.core.image.Bc1Blocks;
import dev.zonecast.core.image.FrameImage;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.Term;
import java.io.IOException;
import java.util.Arrays;

/** {@link ExtensionLayout#FRAME_IMAGE}: pictures of frames; one that is the same as the one before is written once. */
final class ImageRecords extends Records {
    private static final int MAX_PART_WORDS = 8_000;

    private Bc1Blocks next = new Bc1Blocks(4, 4);
    private Bc1Blocks last = new Bc1Blocks(4, 4);
    private boolean lastBottomUp;
    private int pictures;

    ImageRecords(Tables tables) {
        super(tables);
    }

    void image(FrameImage image) throws IOException {
        image.blocks().toBc1(next);
        boolean bottomUp = image.bottomUp();
        if (pictures > 0 && isLast(bottomUp)) {
            part(ExtensionLayout.FRAME_IMAGE_AGAIN, image.frame(), 0, 0);
            return;
        }
        Bc1Blocks newest = next;
        next = last;
        last = newest;
        lastBottomUp = bottomUp;
        pictures++;
        int words = last.words().length;
        for (int place = 0; place < words; place += MAX_PART_WORDS) {
            part(ExtensionLayout.FRAME_IMAGE_BC1, image.frame(), place, Math.min(MAX_PART_WORDS, words - place));
        }
    }

    private boolean isLast(boolean bottomUp) {
        return bottomUp == lastBottomUp
                && next.width() == last.width()
                && next.height() == last.height()
                && Arrays.equals(next.words(), last.words());
    }

    /** Describes the last picture, and writes some of its words. */
    private void part(int kind, long frame, int place, int count) throws IOException {
        int flags = lastBottomUp ? ExtensionLayout.FRAME_IMAGE_BOTTOM_UP : 0;
        writer.blob(Term.BLOB_FRAME_IMAGE, kind, pictures - 1)
                .word(frame)
                .word(last.width() | (long) last.height() << 16 | (long) flags << 32)
                .word(last.bytes() | ((long) place * Integer.BYTES) << 32);
        writer.words(last.words(), place, count);
        writer.closeBlob();
    }
}
