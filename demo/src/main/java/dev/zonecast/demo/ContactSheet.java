package dev.zonecast.demo;

import dev.zonecast.demo.render.Picture;
import dev.zonecast.trace.TraceFrameImage;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Some frames of a run on one sheet, as their pictures stand in the recording, with the numbers of the frames below them. */
final class ContactSheet {
    private static final int COLUMNS = 5;
    private static final int ROWS = 4;
    private static final int GAP = 8;
    private static final int PAPER_RGB = 0x22252B;
    private static final int INK_RGB = 0xC8CCD4;

    /** Pixels that a dot of a digit is wide. */
    private static final int DOT = 2;

    private static final int DIGIT_HEIGHT = 5 * DOT;
    private static final int DIGIT_STEP = 4 * DOT;

    /** Rows of three dots each, from the top down: no font is needed, which a server may not have. */
    private static final int[] DIGITS = {
        0b111_101_101_101_111,
        0b010_110_010_010_111,
        0b111_001_111_100_111,
        0b111_001_111_001_111,
        0b101_101_111_001_001,
        0b111_100_111_001_111,
        0b111_100_111_101_111,
        0b111_001_010_010_010,
        0b111_101_111_101_111,
        0b111_101_111_001_111
    };

    private final int width;
    private final int height;
    private final int[] rgb;

    private ContactSheet(int width, int height) {
        this.width = width;
        this.height = height;
        rgb = new int[width * height];
        Arrays.fill(rgb, PAPER_RGB);
    }

    /** Where the sheet of a recording is written: beside it. */
    static Path fileFor(Path recording) {
        String name = recording.getFileName().toString();
        int end = name.lastIndexOf('.');
        return recording.resolveSibling((end > 0 ? name.substring(0, end) : name) + "-frames.png");
    }

    /**
     * Draws the sheet of a recording.
     *
     * @return null if the recording has no images
     * @throws IOException if it cannot be read
     */
    static Picture of(Path recording) throws IOException {
        // Read twice: the images of a long run are more than fits into memory.
        LongAdder total = new LongAdder();
        forEachImage(recording, image -> total.increment());
        EvenChoice<TraceFrameImage> choice = new EvenChoice<>(COLUMNS * ROWS, total.sum());
        forEachImage(recording, choice::offer);
        List<TraceFrameImage> images = choice.items();
        int count = images.size();
        if (count == 0) {
            return null;
        }
        int cellWidth = images.stream().mapToInt(TraceFrameImage::width).max().orElseThrow();
        int cellHeight = images.stream().mapToInt(TraceFrameImage::height).max().orElseThrow();
        int columns = Math.min(COLUMNS, count);
        int rows = (count + columns - 1) / columns;
        int stepDown = cellHeight + GAP + DIGIT_HEIGHT + GAP;
        ContactSheet sheet = new ContactSheet(GAP + columns * (cellWidth + GAP), GAP + rows * stepDown);
        for (int i = 0; i < count; i++) {
            TraceFrameImage image = images.get(i);
            int left = GAP + i % columns * (cellWidth + GAP);
            int top = GAP + i / columns * stepDown;
            sheet.picture(image.toRgb(), image.width(), left, top);
            sheet.number(image.frame(), left, top + cellHeight + GAP);
        }
        return new Picture(sheet.width, sheet.height, sheet.rgb);
    }

    private static void forEachImage(Path recording, Consumer<TraceFrameImage> action) throws IOException {
        TraceReader.read(recording, new TraceListener() {
            @Override
            public void frameImage(TraceFrameImage image) {
                action.accept(image);
            }
        });
    }

    private void picture(int[] pixels, int pictureWidth, int left, int top) {
        for (int at = 0; at < pixels.length; at += pictureWidth) {
            System.arraycopy(pixels, at, rgb, (top + at / pictureWidth) * width + left, pictureWidth);
        }
    }

    private void number(long number, int left, int top) {
        int x = left;
        for (char digit : Long.toString(number).toCharArray()) {
            digit(DIGITS[digit - '0'], x, top);
            x += DIGIT_STEP;
        }
    }

    private void digit(int dots, int left, int top) {
        for (int i = 0; i < 15; i++) {
            if ((dots >>> (14 - i) & 1) != 0) {
                int at = (top + i / 3 * DOT) * width + left + i % 3 * DOT;
                for (int line = 0; line < DOT; line++) {
                    Arrays.fill(rgb, at + line * width, at + line * width + DOT, INK_RGB);
                }
            }
        }
    }
}
