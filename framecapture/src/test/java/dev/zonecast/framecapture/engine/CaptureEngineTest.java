package dev.zonecast.framecapture.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Frame;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.framecapture.CaptureOptions;
import dev.zonecast.framecapture.CaptureRate;
import dev.zonecast.framecapture.SentImages;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a GPU that is as late as a test wants it. */
class CaptureEngineTest {
    private static final long LIMIT_NANOS = 30_000_000_000L;

    private final SentImages sent = new SentImages();
    private final FakeDevice gpu = new FakeDevice();
    private long nanos;
    private final CaptureEngine<FakeDevice.Slot> engine = new CaptureEngine<>(
            gpu,
            new CaptureOptions(16, 16, CaptureRate.everyFrame(), false, false),
            FrameImageQueue.INSTANCE,
            CompressionWorker.INSTANCE,
            () -> nanos);

    /** So that the next test gets no image of this one, and finds all buffers free. */
    @AfterEach
    void close() {
        sent.close();
    }

    /** Returns false if the frame was skipped. */
    private boolean frame() {
        engine.collect();
        FakeDevice.Slot slot = engine.begin(16, 16);
        if (slot != null) {
            engine.submitted(slot);
        }
        Frame.mark();
        return slot != null;
    }

    @Test
    void shouldSkipAndCountWhenTheGpuIsLateAndGoOnWhenItIsNot() {
        long first = Frame.number();
        long taken = IntStream.range(0, 20).filter(i -> frame()).count();

        assertEquals(CaptureEngine.MAX_OUTSTANDING, taken);
        assertEquals(20 - CaptureEngine.MAX_OUTSTANDING, engine.statistics().skippedLate());
        assertEquals(CaptureEngine.MAX_OUTSTANDING, engine.statistics().outstanding());

        gpu.finishAll();
        assertTrue(frame());
        // The buffers were as many as the slots.
        sent.flush();
        gpu.finishAll();
        engine.close(LIMIT_NANOS);

        assertEquals(CaptureEngine.MAX_OUTSTANDING + 1, sent.images().size());
        assertEquals(first, sent.images().getFirst().frame());
        assertEquals(first + 20, sent.images().getLast().frame());
        assertEquals(CaptureEngine.MAX_OUTSTANDING + 1, engine.statistics().images());
        assertEquals(0, gpu.live.size());
    }

    @Test
    void shouldCountFramesWhosePictureIsLateOrNotSubmittedAmongTheLosses() {
        IntStream.range(0, 20).forEach(i -> frame());
        assertEquals(20 - CaptureEngine.MAX_OUTSTANDING, sent.lost());
        List<FakeDevice.Slot> gone = List.copyOf(gpu.live.subList(0, 3));
        engine.discard(gone::contains);
        assertEquals(20 - CaptureEngine.MAX_OUTSTANDING + 3, sent.lost());
        assertNull(engine.begin(0, 16), "a window without area");
        frame();
        Frame.mark();

        engine.close(0);

        assertEquals(21, sent.lost());
        assertEquals(21, engine.statistics().skippedLate() + engine.statistics().notSubmitted());
        assertEquals(1, engine.statistics().skippedSource());
    }

    @Test
    void shouldKeepOnlyAsManyBuffersAsTheLagTakes() {
        for (int i = 0; i < 5; i++) {
            frame();
        }
        assertEquals(5, engine.statistics().depth());

        for (int i = 0; i < 6 * CaptureEngine.PERIOD; i++) {
            gpu.finishAll();
            frame();
        }

        assertEquals(1, engine.statistics().depth());
        assertEquals(1, gpu.live.size());
        engine.close(0);
    }

    @Test
    void shouldHandOverInOrderWhenALaterPictureIsReadyFirst() {
        frame();
        frame();
        gpu.live.get(1).progress = CaptureDevice.Progress.READY;
        engine.collect();
        assertEquals(0, engine.statistics().images());

        gpu.live.get(0).progress = CaptureDevice.Progress.READY;
        engine.collect();

        assertEquals(2, engine.statistics().images());
        engine.close(LIMIT_NANOS);
        assertEquals(2, sent.images().size());
        assertTrue(sent.images().get(0).frame() < sent.images().get(1).frame());
    }

    @Test
    void shouldGoOnWhenAPictureIsNeverSubmitted() {
        frame();
        FakeDevice.Slot never = gpu.live.getFirst();
        int taken = 0;
        for (int i = 0; i < 20; i++) {
            taken += frame() ? 1 : 0;
            gpu.live.stream()
                    .filter(slot -> slot != never)
                    .forEach(slot -> slot.progress = CaptureDevice.Progress.READY);
            sent.flush();
        }

        assertEquals(20, taken);
        assertEquals(List.of(never), gpu.givenUp);
        assertEquals(1, engine.statistics().notSubmitted());
        engine.closeIdle(LIMIT_NANOS);
        assertEquals(20, sent.images().size());
    }

    @Test
    void shouldGiveTheOldestPictureUpWhenNoneIsReadyForLong() {
        IntStream.range(0, CaptureEngine.MAX_OUTSTANDING).forEach(i -> frame());
        List<FakeDevice.Slot> never = List.copyOf(gpu.live);
        assertFalse(frame(), "the GPU may be late");
        nanos += CaptureEngine.STUCK_NANOS - 1;
        assertFalse(frame());
        nanos++;
        assertTrue(frame());
        assertEquals(List.of(never.getFirst()), gpu.givenUp);
        assertFalse(frame(), "the time begins anew");

        gpu.live.getLast().progress = CaptureDevice.Progress.READY;
        assertTrue(frame());

        assertEquals(never, gpu.givenUp);
        assertEquals(1, engine.statistics().images());
        engine.close(0);
    }

    @Test
    void shouldGiveNothingUpWhenTheGpuFinishesBetweenTwoLooks() {
        IntStream.range(0, CaptureEngine.MAX_OUTSTANDING).forEach(i -> frame());
        gpu.live.get(1).progress = CaptureDevice.Progress.READY;
        gpu.finishesWhenPolled = true;

        frame();

        assertEquals(List.of(), gpu.givenUp);
        assertEquals(0, engine.statistics().notSubmitted());
        assertTrue(engine.statistics().images() >= 2);
        engine.close(LIMIT_NANOS);
    }

    @Test
    void shouldUseTheSlotAgainWhenAPictureIsDiscarded() {
        frame();
        frame();
        frame();
        FakeDevice.Slot second = gpu.live.get(1);
        gpu.live.get(2).progress = CaptureDevice.Progress.READY;
        engine.discard(slot -> slot == second);
        assertEquals(2, engine.statistics().outstanding());

        engine.discard(ignored -> true);

        assertEquals(2, engine.statistics().notSubmitted());
        assertEquals(1, engine.statistics().images(), "what is ready is not lost");
        assertEquals(0, engine.statistics().outstanding());
        frame();
        assertEquals(3, engine.statistics().depth());
        assertEquals(3, gpu.live.size());
        engine.close(0);
    }

    @Test
    void shouldNotWaitForPicturesWhenTheGpuIsIdleAtTheEnd() {
        IntStream.range(0, CaptureEngine.MAX_OUTSTANDING).forEach(i -> frame());
        gpu.live.getLast().progress = CaptureDevice.Progress.READY;
        int before = gpu.polls;

        engine.closeIdle(LIMIT_NANOS);

        assertTrue(gpu.polls - before <= 3 * CaptureEngine.MAX_OUTSTANDING, "each slot is polled, none is waited for");
        assertEquals(CaptureEngine.MAX_OUTSTANDING - 1, engine.statistics().notSubmitted());
        assertEquals(1, sent.images().size());
        assertEquals(0, gpu.live.size());
    }

    @Test
    void shouldSayTheLagInFrames() {
        for (int i = 0; i < 4; i++) {
            frame();
        }
        gpu.live.getFirst().progress = CaptureDevice.Progress.READY;
        engine.collect();

        assertEquals(4, engine.statistics().lagFrames());
        engine.close(0);
    }

    @Test
    void shouldUseTheSlotAgainWhenTheDriverGivesAPictureUp() {
        frame();
        FakeDevice.Slot slot = gpu.live.getFirst();
        slot.progress = CaptureDevice.Progress.FAILED;

        assertTrue(frame());

        assertSame(slot, gpu.live.getFirst());
        assertEquals(1, gpu.live.size());
        assertEquals(1, engine.statistics().skippedSource());
        engine.close(0);
        assertEquals(1, engine.statistics().skippedLate(), "not ready at the end");
    }

    @Test
    void shouldSkipAndCountWhenAPictureWasNotDrawn() {
        for (boolean compressed : new boolean[] {false, true}) {
            gpu.compresses = compressed;
            gpu.obstacle = "a test wants it";
            frame();
            gpu.finishAll();
            engine.collect();
        }
        assertEquals(2, engine.statistics().skippedSource());
        assertEquals(0, engine.statistics().images());

        gpu.obstacle = null;
        frame();
        gpu.finishAll();
        engine.close(LIMIT_NANOS);

        assertEquals(1, sent.images().size());
    }

    @Test
    void shouldHandBlocksOverAsTheyAreWhenTheGpuCompresses() {
        gpu.compresses = true;
        frame();
        gpu.finishAll();
        engine.close(LIMIT_NANOS);

        SentImages.Image image = sent.images().getFirst();
        assertEquals(2 * 16, image.blocks().length);
        assertTrue(IntStream.of(image.blocks()).allMatch(word -> word == (int) image.frame()));
    }

    @Test
    void shouldHandOverInOrderWhenOnlySomePicturesAreCompressed() {
        for (int i = 0; i < 60; i++) {
            gpu.compresses = i % 2 == 1;
            // Delivers the picture of the round before. Skips frames while that picture waits for the thread.
            while (!frame()) {
                gpu.finishAll();
            }
            gpu.finishAll();
        }
        engine.close(LIMIT_NANOS);

        assertEquals(60 + engine.statistics().skippedLate(), sent.images().size() + sent.lost());
        assertEquals(60, engine.statistics().images() + engine.statistics().dropped());
    }

    @Test
    void shouldCountAPictureAsDroppedWhenTheThreadThatCompressesGivesItUp() {
        sent.flush();
        List<ImageEvent> taken = new ArrayList<>();
        for (var image = FrameImageQueue.INSTANCE.claim(); image != null; image = FrameImageQueue.INSTANCE.claim()) {
            taken.add(image);
        }
        try {
            frame();
            gpu.finishAll();
            engine.close(LIMIT_NANOS);
        } finally {
            taken.forEach(FrameImageQueue.INSTANCE::giveBack);
        }

        assertEquals(1, engine.statistics().dropped());
        assertEquals(0, engine.statistics().images());
    }

    @Test
    void shouldDropThePictureAndKeepTheBufferWhenThereIsNoMemoryForIt() {
        int tooLarge = 2 * CaptureEngine.MAX_OUTSTANDING;
        for (int i = 0; i < tooLarge; i++) {
            frame();
            FakeDevice.Slot slot = gpu.live.getFirst();
            // No array has so many pixels.
            slot.describe(slot.frame(), Integer.MAX_VALUE, 1);
            gpu.finishAll();
            engine.collect();
        }
        frame();
        gpu.finishAll();
        engine.close(LIMIT_NANOS);

        assertEquals(tooLarge, engine.statistics().dropped());
        assertEquals(tooLarge, sent.lost());
        assertEquals(1, sent.images().size());
    }

    @Test
    void shouldTakeAnotherSourceOfTheFrameWhenTheFirstCannotBeRead() {
        engine.refused(engine.begin(16, 16), "a test wants it");

        assertTrue(frame());

        assertEquals(0, engine.statistics().skippedRepeated());
        engine.close(0);
    }

    @Test
    void shouldTakeEveryNthFrameWhenAFrameIsCapturedMoreThanOnce() {
        CaptureEngine<FakeDevice.Slot> third =
                new CaptureEngine<>(gpu, new CaptureOptions(16, 16, CaptureRate.everyNth(3), false, false));
        long first = Frame.number();
        List<Long> taken = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            for (int call = 0; call < 2; call++) {
                FakeDevice.Slot slot = third.begin(16, 16);
                if (slot != null) {
                    taken.add(slot.frame() - first);
                    third.submitted(slot);
                }
            }
            Frame.mark();
        }
        third.close(0);

        assertEquals(List.of(0L, 3L, 6L, 9L), taken);
        assertEquals(4, third.statistics().skippedRepeated());
    }

    @Test
    void shouldCountWhatIsLostWithTheContext() {
        frame();
        frame();
        engine.lost("a test wants it");

        assertEquals(3, engine.statistics().skippedSource(), "two outstanding and the one at hand");
        assertEquals(0, gpu.live.size());
    }

    @Test
    void shouldDoNothingWhenNobodyListens() {
        assertNotNull(engine.begin(16, 16));
        Frame.mark();
        FakeDevice.Slot slot = engine.begin(16, 16);
        engine.submitted(slot);
        Frame.mark();
        sent.close();

        assertNull(engine.begin(16, 16));
        assertTrue(engine.hasWork());
        gpu.finishAll();
        engine.collect();

        assertEquals(0, engine.statistics().images());
        assertEquals(0, engine.statistics().dropped());
        assertFalse(engine.hasWork());
        new SentImages().close();
    }
}
