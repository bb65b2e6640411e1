package dev.zonecast.framecapture.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.framecapture.CaptureRate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CaptureScheduleTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldTakeEveryFrameOrEveryNth() {
        CaptureSchedule every = new CaptureSchedule(CaptureRate.everyFrame());
        CaptureSchedule fourth = new CaptureSchedule(CaptureRate.everyNth(4));

        assertEquals(12, IntStream.range(0, 12).filter(every::takes).count());
        assertEquals("0 4 8", join(IntStream.range(0, 12).filter(fourth::takes)));
    }

    @Test
    void shouldCountFramesAndNotHowOftenAFrameIsAskedFor() {
        CaptureSchedule third = new CaptureSchedule(CaptureRate.everyNth(3));

        assertEquals("0 0 3 3 6 6", join(IntStream.range(0, 16).map(i -> i / 2).filter(third::takes)));
    }

    @Test
    void shouldTakeSoManyASecondOnAverageWhenFramesDoNotFitTheInterval() {
        // 60 frames a second from a time near the wrap-around of nanoTime.
        CaptureSchedule schedule = new CaptureSchedule(CaptureRate.perSecond(25));
        long start = Long.MAX_VALUE - 500 * MILLI;

        long taken = IntStream.range(0, 600)
                .filter(i -> schedule.isDue(start + i * 1_000L * MILLI / 60))
                .count();

        assertTrue(taken >= 249 && taken <= 251, () -> taken + " in ten seconds");
    }

    @Test
    void shouldNotMakeUpForFramesThatDidNotCome() {
        CaptureSchedule schedule = new CaptureSchedule(CaptureRate.perSecond(10));
        assertTrue(schedule.isDue(0));

        long taken = IntStream.range(0, 50)
                .filter(i -> schedule.isDue(5_000 * MILLI + i * MILLI))
                .count();

        assertEquals(1, taken, "within 50 ms after a pause");
    }

    @Test
    void shouldTakeEachFrameWhenTheyAreFewerThanAskedFor() {
        CaptureSchedule schedule = new CaptureSchedule(CaptureRate.perSecond(100));

        assertEquals(
                30,
                IntStream.range(0, 30)
                        .filter(i -> schedule.isDue(i * 33L * MILLI))
                        .count());
    }

    @Test
    void shouldGoOnWhenMoreAreAskedForThanASecondHasNanoseconds() {
        CaptureSchedule schedule = new CaptureSchedule(CaptureRate.perSecond(Integer.MAX_VALUE));

        assertEquals(
                2,
                IntStream.range(0, 10_000_000).filter(schedule::takes).limit(2).count());
    }

    @Test
    void shouldRefuseRatesThatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> CaptureRate.everyNth(0));
        assertThrows(IllegalArgumentException.class, () -> CaptureRate.perSecond(-1));
        assertThrows(IllegalArgumentException.class, () -> new CaptureRate(1, 1));
    }

    private static String join(IntStream numbers) {
        return String.join(" ", numbers.mapToObj(Integer::toString).toList());
    }
}
