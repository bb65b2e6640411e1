package dev.zonecast.core.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.event.ImageEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FrameImageQueueTest {
    private final FrameImageQueue queue = new FrameImageQueue(3);

    @Test
    void shouldHandOverInTheOrderOfPublication() {
        ImageEvent first = queue.claim();
        ImageEvent second = queue.claim();
        ImageEvent third = queue.claim();

        queue.publish(third);
        queue.publish(first);
        queue.publish(second);

        assertSame(third, queue.take());
        assertSame(first, queue.take());
        assertSame(second, queue.take());
        assertNull(queue.take());
    }

    @Test
    void shouldGiveNoneWhenNoImageIsFree() {
        for (int i = 0; i < 3; i++) {
            assertNotNull(queue.claim());
        }

        assertNull(queue.claim());
        queue.countDropped();

        assertEquals(1, queue.dropped());
    }

    @Test
    void shouldUseImagesAgainWhenReleasedOrGivenBack() {
        FrameImageQueue one = new FrameImageQueue(1);
        ImageEvent image = one.claim();

        one.giveBack(image);
        assertSame(image, one.claim());
        one.publish(image);
        assertNull(one.claim());
        assertSame(image, one.take());
        assertNull(one.claim(), "a sink still reads it");
        one.giveBack(image);
        assertSame(image, one.claim());
    }

    @Test
    @Timeout(60)
    void shouldLoseNothingThatWasPublishedWhenSeveralThreadsPublish() throws InterruptedException {
        int each = 20_000;
        List<Thread> producers = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            int number = p;
            producers.add(Thread.ofPlatform().daemon().start(() -> produce(number, each)));
        }
        long[] last = {-1, -1, -1};
        int taken = 0;
        while (taken < 3 * each) {
            ImageEvent image = queue.take();
            if (image == null) {
                LockSupport.parkNanos(1_000);
                continue;
            }
            int producer = (int) (image.frame() % 3);
            assertTrue(image.frame() > last[producer], "of one producer in its order");
            last[producer] = image.frame();
            // Written by the producer before it published.
            assertEquals((int) image.frame(), image.blocks()[1]);
            queue.giveBack(image);
            taken++;
        }
        for (Thread producer : producers) {
            producer.join();
        }
        assertNull(queue.take());
    }

    private void produce(int number, int count) {
        for (int i = 0; i < count; ) {
            ImageEvent image = queue.claim();
            if (image == null) {
                LockSupport.parkNanos(1_000);
                continue;
            }
            image.describe(3L * i + number, 4, 4, false);
            image.blocks()[1] = 3 * i + number;
            queue.publish(image);
            i++;
        }
    }
}
