package dev.zonecast.core.recording;

import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import java.io.IOException;
import java.util.Arrays;

/** {@link ExtensionLayout#FRAME_IMAGE}: pictures of frames; one that is the same as the one before is written once, if the output has it. */
final class ImageRecords extends Records {
    private static final int MAX_PART_WORDS = 8_000;

    private int[] next = {};
    private int[] last = {};
    private int lastWidth;
    private int lastHeight;
    private boolean lastBottomUp;
    private int pictures;
    /** Of the output, before the last picture was written. */
    private long lossesBefore;

    ImageRecords(Records recording) {
        super(recording);
    }

    void image(ImageEvent image) throws IOException {
        int words = image.blocks().length;
        if (next.length != words) {
            next = new int[words];
        }
        image.toBc1(next);
        // Before the look at the losses: making room may lose the last picture.
        writer.room(FxtLayout.MAX_RECORD_BYTES);
        boolean isThere = pictures > 0 && lossesBefore == writer.losses();
        if (isThere && hasLastShape(image) && Arrays.equals(next, last)) {
            part(ExtensionLayout.FRAME_IMAGE_AGAIN, image.frame(), 0, 0);
            return;
        }
        int[] newest = next;
        next = last;
        last = newest;
        lastWidth = image.width();
        lastHeight = image.height();
        lastBottomUp = image.bottomUp();
        pictures++;
        lossesBefore = writer.losses();
        for (int place = 0; place < words; place += MAX_PART_WORDS) {
            part(ExtensionLayout.FRAME_IMAGE_BC1, image.frame(), place, Math.min(MAX_PART_WORDS, words - place));
        }
    }

    private boolean hasLastShape(ImageEvent image) {
        return image.width() == lastWidth && image.height() == lastHeight && image.bottomUp() == lastBottomUp;
    }

    /** Describes the last picture, and writes some of its words. */
    private void part(int kind, long frame, int place, int count) throws IOException {
        int flags = lastBottomUp ? ExtensionLayout.FRAME_IMAGE_BOTTOM_UP : 0;
        writer.blob(Term.BLOB_FRAME_IMAGE, kind, pictures - 1)
                .word(frame)
                .word(lastWidth | (long) lastHeight << 16 | (long) flags << 32)
                .word((long) last.length * Integer.BYTES | ((long) place * Integer.BYTES) << 32);
        writer.words(last, place, count);
        writer.closeBlob();
    }
}
