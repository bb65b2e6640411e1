package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.core.image.TestFrameImages;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Images of frames, from the collector's calls to what a viewer understands. */
class FrameImageSessionTest {

    private final CollectorStandIn host = new CollectorStandIn();
    private final EventThread main = EventThread.of(1, "main");

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.failures());
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowImagesOnTheirFramesWhenAnyVersionConnects(int version) throws IOException {
        host.frameMarks = 500;
        ImageEvent atConnection = TestFrameImages.of(500, 320, 180, true, 1);
        ImageEvent early = TestFrameImages.of(502, 8, 4, false, 2);
        TracyViewer viewer = host.join(version);

        host.feed(s -> {
            s.event(new FrameEvent().mark(main, System.nanoTime(), 501));
            s.event(TestFrameImages.of(499, 320, 180, true, 0));
            s.event(atConnection);
            s.event(early);
            s.event(new FrameEvent().mark(main, System.nanoTime(), 502));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(2, trace.images.size(), "that of a frame before the session is left out");
        LiveTrace.Image first = trace.imageAfter(0);
        assertArrayEquals(atConnection.blocks(), first.words());
        assertEquals(320, first.width());
        assertEquals(180, first.height());
        assertTrue(first.flipped());
        LiveTrace.Image second = trace.imageAfter(2);
        assertArrayEquals(early.blocks(), second.words());
        assertFalse(second.flipped());
        assertNull(trace.imageAfter(1));
    }

    @Test
    void shouldLeaveOutAndSaySoWhenImageIsTooLargeForTheViewer() throws IOException {
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            s.event(TestFrameImages.of(0, 1280, 720, false, 1));
            s.event(TestFrameImages.of(1, 1280, 720, false, 2));
            // Half a byte a pixel, 13 bytes of head, 262,144 bytes in all: the largest there is.
            s.event(TestFrameImages.of(2, 4088, 128, false, 3));
            s.event(TestFrameImages.of(3, 4096, 128, false, 4));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(1, trace.images.size());
        assertEquals(4088, trace.imageAfter(2).width());
        assertEquals(
                1,
                trace.messages.stream()
                        .filter(m -> m.text().contains("1280x720 are too large"))
                        .count());
    }

    @Test
    void shouldCountAnImageThatFindsNoFrameOfTheSession() throws IOException {
        host.frameMarks = 10;
        TracyViewer viewer = host.join(82);
        long before = FrameImageQueue.INSTANCE.dropped();

        host.feed(s -> {
            s.event(TestFrameImages.of(9, 8, 4, false, 1));
            s.event(new FrameEvent().mark(main, System.nanoTime(), 11));
            s.event(new FrameEvent().mark(main, System.nanoTime(), 13));
            s.event(TestFrameImages.of(11, 8, 4, false, 2));
            s.event(TestFrameImages.of(12, 8, 4, false, 3));
        });
        LiveTrace trace = host.finish(viewer);

        assertEquals(1, trace.images.size());
        assertEquals(1, FrameImageQueue.INSTANCE.dropped() - before, "that of frame 12, whose mark was lost");
    }

    @Test
    void shouldDeliverManyImagesBetweenOtherEvents() throws IOException {
        TracyViewer viewer = host.join(82);
        int count = 200;

        for (int i = 1; i <= count; i++) {
            int frame = i;
            host.feed(s -> {
                s.event(new FrameEvent().mark(main, System.nanoTime(), frame));
                s.event(TestFrameImages.of(frame, 320, 180, false, frame));
            });
        }
        LiveTrace trace = host.finish(viewer);

        assertEquals(count, trace.images.size());
        for (int i = 1; i <= count; i++) {
            assertArrayEquals(
                    TestFrameImages.of(i, 320, 180, false, i).blocks(),
                    trace.imageAfter(i).words(),
                    "frame " + i);
        }
    }
}
