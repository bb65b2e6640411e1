package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SerialQueueTest {
    private record Expected(long ticks, int number, ThreadTrack track) {}

    private final SerialQueue queue = new SerialQueue();
    private final ThreadTrack[] tracks = {
        ThreadTrack.ofName(1, "a"), ThreadTrack.ofName(2, "b"), ThreadTrack.ofName(3, "c")
    };

    private void add(Expected event) {
        long n = event.number;
        queue.add(event.track, event.ticks, n, n + 1, n + 2, n + 3, null, n + 4);
    }

    private void assertNext(Expected event) {
        assertEquals(event.ticks, queue.firstTicks());
        SerialQueue.Row row = queue.poll();
        assertEquals(event.ticks, row.ticks);
        assertEquals(event.number, row.header);
        assertEquals(event.number + 1, row.a);
        assertEquals(event.number + 2, row.b);
        assertEquals(event.number + 3, row.c);
        assertEquals(event.number + 4, row.position);
        assertSame(event.track, row.track);
    }

    @Test
    void shouldGiveEventsInTheOrderOfTimeAndThenOfArrivalWhenAddedAtRandom() {
        Random random = new Random(21);
        List<Expected> all = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            // Few distinct times, so that many are equal.
            Expected event = new Expected(random.nextInt(3_000), i, tracks[random.nextInt(3)]);
            all.add(event);
            add(event);
        }
        all.sort(Comparator.comparingLong(Expected::ticks).thenComparingInt(Expected::number));
        all.forEach(this::assertNext);
        assertTrue(queue.isEmpty());
    }

    @Test
    void shouldKeepNoThreadWhenItsEventsHaveBeenTaken() throws Exception {
        WeakReference<ThreadTrack> gone = new WeakReference<>(passing());
        add(new Expected(3, 3, tracks[0]));
        assertSame(tracks[0], queue.poll().track);
        TestProfiler.await(() -> {
            System.gc();
            return gone.refersTo(null);
        });
    }

    private ThreadTrack passing() {
        ThreadTrack track = ThreadTrack.ofName(4, "short-lived");
        add(new Expected(1, 1, track));
        add(new Expected(2, 2, track));
        assertSame(track, queue.poll().track);
        assertSame(track, queue.poll().track);
        return track;
    }

    @Test
    void shouldStayInOrderWhenEventsComeAndGoInTurns() {
        Random random = new Random(22);
        PriorityQueue<Expected> model =
                new PriorityQueue<>(Comparator.comparingLong(Expected::ticks).thenComparingInt(Expected::number));
        int number = 0;
        for (int round = 0; round < 2_000; round++) {
            for (int i = random.nextInt(50); i > 0; i--) {
                Expected event = new Expected(round * 10L + random.nextInt(200), number++, tracks[random.nextInt(3)]);
                model.add(event);
                add(event);
            }
            for (int i = random.nextInt(50); i > 0 && !model.isEmpty(); i--) {
                assertNext(model.poll());
            }
            assertEquals(model.isEmpty(), queue.isEmpty());
        }
    }

    @Test
    void shouldCompareTimesAcrossTheOverflowOfTheCounter() {
        Expected before = new Expected(Long.MAX_VALUE - 1, 1, tracks[0]);
        Expected after = new Expected(Long.MIN_VALUE + 1, 2, tracks[0]);
        add(after);
        add(before);

        assertNext(before);
        assertNext(after);
    }
}
