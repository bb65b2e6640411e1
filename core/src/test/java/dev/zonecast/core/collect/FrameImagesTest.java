package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.event.ImageEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From the queue to the sinks. */
class FrameImagesTest {
    private static final class ImageSink extends RecordedEvents {
        final List<Long> frames = new ArrayList<>();
        int sum;

        @Override
        public void event(dev.zonecast.core.event.Event event) {
            if (event instanceof ImageEvent e) {
                frames.add(e.frame());
                for (int word : e.blocks()) {
                    sum += word;
                }
            }
        }
    }

    private static void publish(long frame) {
        TestProfiler.publishImage(frame);
    }

    @Test
    void shouldGiveImagesToSinksWhenPublished() {
        ImageSink sink = TestProfiler.attach(new ImageSink());
        long first = TestProfiler.nextImageFrame();
        long second = TestProfiler.nextImageFrame();

        publish(first);
        publish(second);
        TestProfiler.detach(sink);

        assertEquals(List.of(first, second), sink.frames);
        assertEquals((int) (first + second), sink.sum);
    }

    @Test
    void shouldDropAndCountWhenFrameHasAnImage() {
        ImageSink sink = TestProfiler.attach(new ImageSink());
        long first = TestProfiler.nextImageFrame();
        long second = TestProfiler.nextImageFrame();
        long dropped = TestProfiler.statistics().losses().droppedFrameImages();

        publish(second);
        publish(second);
        publish(first);
        TestProfiler.flush();

        assertEquals(dropped + 2, TestProfiler.statistics().losses().droppedFrameImages());
        TestProfiler.detach(sink);
        assertEquals(List.of(second), sink.frames);
    }

    @Test
    void shouldUseImagesAgainWhenNobodyListens() {
        for (int i = 0; i < 20; i++) {
            publish(TestProfiler.nextImageFrame());
            TestProfiler.flush();
        }
    }
}
