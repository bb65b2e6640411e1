package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.zonecast.core.image.FrameImage;
import dev.zonecast.core.image.FrameImageQueue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From the queue to the sinks. */
class FrameImagesTest {
    private static final FrameImageQueue QUEUE = FrameImageQueue.INSTANCE;

    /** Frame numbers of the tests, which share the process's profiler; they only rise. */
    private static long nextFrame = 1_000_000;

    private static final class ImageSink extends RecordedEvents {
        final List<Long> frames = new ArrayList<>();
        int sum;

        @Override
        public void frameImage(FrameImage image) {
            frames.add(image.frame());
            for (int word : image.blocks().words()) {
                sum += word;
            }
        }
    }

    private static void publish(long frame) {
        FrameImage image = QUEUE.claim();
        assertNotNull(image);
        image.describe(frame, 8, 8, true);
        image.blocks().words()[0] = (int) frame;
        QUEUE.publish(image);
    }

    @Test
    void shouldGiveImagesToSinksWhenPublished() {
        ImageSink sink = TestProfiler.attach(new ImageSink());
        long first = nextFrame++;
        long second = nextFrame++;

        publish(first);
        publish(second);
        TestProfiler.detach(sink);

        assertEquals(List.of(first, second), sink.frames);
        assertEquals((int) (first + second), sink.sum);
    }

    @Test
    void shouldDropAndCountWhenFrameHasAnImage() {
        ImageSink sink = TestProfiler.attach(new ImageSink());
        long first = nextFrame++;
        long second = nextFrame++;
        TestProfiler.flush();
        long dropped = TestProfiler.running().statistics().droppedFrameImages();

        publish(second);
        publish(second);
        publish(first);
        TestProfiler.flush();

        assertEquals(dropped + 2, TestProfiler.running().statistics().droppedFrameImages());
        TestProfiler.detach(sink);
        assertEquals(List.of(second), sink.frames);
    }

    @Test
    void shouldUseImagesAgainWhenNobodyListens() {
        for (int i = 0; i < 20; i++) {
            publish(nextFrame++);
            TestProfiler.flush();
        }
    }
}
