package dev.zonecast.cli.export;

import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceFrameImage;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Pictures of frames as {@code data:} addresses. Of very many of a program, every second, fourth and so on is kept. */
final class Screenshots {
    /** More than any track on a screen has room for. */
    private static final int MAX_PICTURES = 1024;

    /** @param timeNanos begin of its frame */
    record Screenshot(Program program, long timeNanos, String url, int width, int height) {}

    /** Pictures of a program: others must not decide which of them stay. */
    private static final class OfProgram {
        private final List<Screenshot> kept = new ArrayList<>();
        private int stride = 1;
        private long next;

        boolean takesNext() {
            return next++ % stride == 0;
        }

        void add(Screenshot screenshot) {
            if (kept.size() == MAX_PICTURES) {
                for (int i = 0; i < MAX_PICTURES / 2; i++) {
                    kept.set(i, kept.get(2 * i));
                }
                kept.subList(MAX_PICTURES / 2, MAX_PICTURES).clear();
                stride *= 2;
            }
            kept.add(screenshot);
        }
    }

    private final Map<Program, OfProgram> programs = new LinkedHashMap<>();
    private long seen;

    void add(TraceFrameImage image, long timeNanos) throws IOException {
        seen++;
        OfProgram program = programs.computeIfAbsent(image.program(), p -> new OfProgram());
        if (program.takesNext()) {
            program.add(new Screenshot(image.program(), timeNanos, url(image), image.width(), image.height()));
        }
    }

    List<Screenshot> kept() {
        return programs.values().stream()
                .flatMap(program -> program.kept.stream())
                .toList();
    }

    /** Pictures over the limit. */
    long dropped() {
        return seen - kept().size();
    }

    static {
        // In memory: what is written is smaller than the name of a file for it.
        ImageIO.setUseCache(false);
    }

    private static String url(TraceFrameImage image) throws IOException {
        return "data:image/jpeg;base64," + Base64.getEncoder().encodeToString(jpeg(image));
    }

    static byte[] jpeg(TraceFrameImage image) throws IOException {
        BufferedImage picture = new BufferedImage(image.width(), image.height(), BufferedImage.TYPE_INT_RGB);
        picture.setRGB(0, 0, image.width(), image.height(), image.toRgb(), 0, image.width());
        ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
        ImageIO.write(picture, "jpeg", jpeg);
        return jpeg.toByteArray();
    }
}
