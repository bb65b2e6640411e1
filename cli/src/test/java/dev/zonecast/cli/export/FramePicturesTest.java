package dev.zonecast.cli.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceObjects;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FramePicturesTest {
    private static final int MAX_FRAME_BEGINS = 4096;
    /** More than may wait for their frames. */
    private static final int PICTURES = 100;

    private final Track frames = TraceObjects.frames();
    private final List<String> shown = new ArrayList<>();
    private final FramePictures pictures =
            new FramePictures(ZoneFilter.ALL, (image, time) -> shown.add(image.frame() + " at " + time));

    private void frame(long number) throws IOException {
        pictures.frame(new TraceFrame(frames, "Frame", number, 10 * number, 10 * number + 10, false));
    }

    private void picture(long frame) throws IOException {
        pictures.image(TraceObjects.image(frames.program(), frame));
    }

    @Test
    void shouldDropTheBeginsOfOldFrames() throws IOException {
        for (long number = 0; number <= MAX_FRAME_BEGINS; number++) {
            frame(number);
        }
        picture(0);
        picture(1);

        assertEquals(List.of("1 at 10"), shown);
        assertEquals(1, pictures.finish());
    }

    @Test
    void shouldCountThePicturesWhoseFrameIsNotInTheTrace() throws IOException {
        for (long number = 1; number <= PICTURES; number++) {
            picture(number);
        }
        frame(1);
        frame(2);

        assertEquals(List.of("1 at 10", "2 at 20"), shown);
        assertEquals(PICTURES - 2, pictures.finish());
    }

    @Test
    void shouldCountThePicturesOverTheLimitOfEachProgram() throws IOException {
        Program other = TraceObjects.frames().program();
        Screenshots screenshots = new Screenshots();
        for (long number = 1; number <= 1030; number++) {
            screenshots.add(TraceObjects.image(frames.program(), number), number);
            screenshots.add(TraceObjects.image(other, number), number);
        }

        assertEquals(2 * (512 + 3), screenshots.kept().size());
        assertEquals(
                512 + 3,
                screenshots.kept().stream()
                        .filter(screenshot -> screenshot.program() == other)
                        .count());
        assertEquals(2 * 1030 - screenshots.kept().size(), screenshots.dropped());
    }
}
