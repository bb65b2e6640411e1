package dev.zonecast.framecapture.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Frame;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.framecapture.Dxt1Encoder;
import dev.zonecast.framecapture.SentImages;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CompressionWorkerTest {
    private static final long LIMIT_NANOS = 30_000_000_000L;

    private static final class Slot extends CaptureSlot {
        static Slot of(long frame) {
            Slot slot = new Slot();
            slot.describe(frame, 64, 32);
            return slot;
        }
    }

    private static int[] submit(CompressionWorker worker, RawImage image, long frame, boolean quality) {
        image.describe(Slot.of(frame), true, quality, null);
        int[] pixels = new Random(frame).ints(64 * 32).toArray();
        System.arraycopy(pixels, 0, image.rgba, 0, pixels.length);
        worker.submit(image);
        return pixels;
    }

    private static int[] encoded(Dxt1Encoder encoder, int[] pixels) {
        int[] blocks = new int[64 * 32 / 8];
        encoder.encode(pixels, 64, 32, blocks);
        return blocks;
    }

    @Test
    void shouldCompressInOrderAndUseItsBuffersAgain() {
        CompressionWorker worker = CompressionWorker.INSTANCE;
        List<int[]> expected = new ArrayList<>();
        try (SentImages sent = new SentImages()) {
            Frame.mark();
            long first = Frame.number();
            for (int i = 0; i < 100; i++) {
                if (i % 8 == 0) {
                    // The collector has no room for more.
                    sent.flush();
                }
                RawImage image = worker.claim();
                boolean quality = i % 10 == 9;
                int[] pixels = submit(worker, image, Frame.number(), quality);
                Frame.mark();
                expected.add(encoded(quality ? Dxt1Encoder.quality() : Dxt1Encoder.scalar(), pixels));
            }

            assertEquals(100, sent.images().size());
            for (int i = 0; i < 100; i++) {
                SentImages.Image image = sent.images().get(i);
                assertEquals(first + i, image.frame());
                assertTrue(image.bottomUp());
                assertArrayEquals(expected.get(i), image.blocks());
            }
        }
    }

    @Test
    void shouldHaveNoBufferWhenItIsBehindAndHaveThemAgainLater() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CompressionWorker worker = new CompressionWorker(FrameImageQueue.INSTANCE, () -> {
            try {
                held.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return false;
        });
        int claimed = 0;
        for (RawImage image = worker.claim(); image != null; image = worker.claim()) {
            submit(worker, image, 1, false);
            claimed++;
        }

        assertEquals(8, claimed);
        assertFalse(worker.await(1_000_000));
        held.countDown();
        assertTrue(worker.await(LIMIT_NANOS));
        assertNotNull(worker.claim());
    }

    @Test
    void shouldGoOnWhenAnImageCannotBeCompressed() {
        long droppedBefore = FrameImageQueue.INSTANCE.dropped();
        boolean[] fail = {true};
        CompressionWorker worker = new CompressionWorker(FrameImageQueue.INSTANCE, () -> {
            if (fail[0]) {
                fail[0] = false;
                throw new IllegalStateException("a test wants it");
            }
            return false;
        });

        submit(worker, worker.claim(), 1, false);
        submit(worker, worker.claim(), 2, false);

        assertTrue(worker.await(LIMIT_NANOS));
        assertEquals(droppedBefore + 1, FrameImageQueue.INSTANCE.dropped());
    }

    @Test
    void shouldDropAndCountWhenTheCollectorTakesNone() {
        // Waits until the queue has all its images.
        new SentImages().close();
        long droppedBefore = FrameImageQueue.INSTANCE.dropped();
        List<ImageEvent> taken = new ArrayList<>();
        for (var image = FrameImageQueue.INSTANCE.claim(); image != null; image = FrameImageQueue.INSTANCE.claim()) {
            taken.add(image);
        }
        try {
            CompressionWorker worker = new CompressionWorker(FrameImageQueue.INSTANCE, () -> true);
            submit(worker, worker.claim(), 1, false);

            assertTrue(worker.await(LIMIT_NANOS));

            assertEquals(droppedBefore + 1, FrameImageQueue.INSTANCE.dropped());
            assertNull(FrameImageQueue.INSTANCE.claim());
        } finally {
            taken.forEach(FrameImageQueue.INSTANCE::giveBack);
        }
    }
}
