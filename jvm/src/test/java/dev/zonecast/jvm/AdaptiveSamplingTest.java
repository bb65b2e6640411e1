package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AdaptiveSamplingTest {
    private static final long SECOND = 1_000_000_000;

    private final AdaptiveSampling defaults = AdaptiveSampling.defaults();

    private static Duration millis(long count) {
        return Duration.ofMillis(count);
    }

    @Test
    void shouldFollowTheArticlesThresholds() {
        assertEquals(SamplingMode.HIGH, defaults.mode(49.9, 85, 60));
        assertEquals(SamplingMode.MEDIUM, defaults.mode(50, 85, 60));
        assertEquals(SamplingMode.MEDIUM, defaults.mode(80, 85, 60));
        assertEquals(SamplingMode.LOW, defaults.mode(80.1, 0, 60));
        assertEquals(SamplingMode.LOW, defaults.mode(10, 85.1, 60));
        assertEquals(SamplingMode.HIGH, defaults.mode(10, Double.NaN, 60));
        assertEquals(SamplingMode.LOW, defaults.mode(10, 0, 29.9));
        assertEquals(SamplingMode.HIGH, defaults.mode(10, 0, 30));
        assertEquals(SamplingMode.HIGH, defaults.mode(10, 0, 0));
    }

    @Test
    void shouldHaveTheArticlesPeriodsInMilliseconds() {
        assertEquals(millis(10), defaults.period(SamplingMode.LOW));
        assertEquals(millis(2), defaults.period(SamplingMode.MEDIUM));
        assertEquals(millis(1), defaults.period(SamplingMode.HIGH));
    }

    private static void refuses(long high, long medium, double load, double memory, double frames) {
        assertThrows(
                IllegalArgumentException.class,
                () -> new AdaptiveSampling(millis(high), millis(medium), millis(10), 50, load, memory, frames));
    }

    @Test
    void shouldRefuseModesThatMakeNoSense() {
        refuses(1, 20, 80, 85, 30);
        refuses(0, 2, 80, 85, 30);
        refuses(1, 2, 40, 85, 30);
        refuses(1, 2, Double.NaN, 85, 30);
        refuses(1, 2, 80, -1, 30);
        refuses(1, 2, 80, Double.NaN, 30);
        refuses(1, 2, 80, 85, -1);
    }

    @Test
    void shouldBeginInTheMiddle() {
        assertEquals(
                millis(2), JvmOptions.defaults().adaptiveSampling().sampling.period());
        assertEquals(millis(2), new AdaptivePeriod(defaults).step(SamplingMode.MEDIUM));
    }

    /** Steps of 1.5 and 0.8, in whole milliseconds. */
    @Test
    void shouldGoToThePeriodOfTheModeStepByStep() {
        AdaptivePeriod period = new AdaptivePeriod(defaults);

        assertEquals(List.of(3L, 5L, 7L, 10L, 10L), steps(period, SamplingMode.LOW, 5));
        assertEquals(List.of(8L, 6L, 5L, 4L, 3L, 3L, 2L, 2L), steps(period, SamplingMode.MEDIUM, 8));
        assertEquals(List.of(2L, 1L, 1L), steps(period, SamplingMode.HIGH, 3));
    }

    private static List<Long> steps(AdaptivePeriod period, SamplingMode mode, int count) {
        return Stream.generate(() -> period.step(mode).toMillis()).limit(count).toList();
    }

    @Test
    void shouldChangeLittleWhenTheLoadIsAtAThreshold() {
        AdaptivePeriod period = new AdaptivePeriod(defaults);
        for (int second = 1; second < 20; second++) {
            assertEquals(millis(2), period.step(second % 2 == 0 ? SamplingMode.MEDIUM : SamplingMode.HIGH));
        }
    }

    @Test
    void shouldTakeTheFrameRateFromTheFramesOfTheSecond() {
        AdaptivePeriod period = new AdaptivePeriod(defaults);

        assertEquals(SamplingMode.HIGH, period.mode(10, 0, 1000, SECOND));
        assertEquals(SamplingMode.HIGH, period.mode(10, 0, 1060, 2 * SECOND));
        assertEquals(SamplingMode.LOW, period.mode(10, 0, 1110, 4 * SECOND));
        assertEquals(SamplingMode.LOW, period.mode(10, 0, 1135, 5 * SECOND));
        assertEquals(SamplingMode.LOW, period.mode(10, 0, 1135, 6 * SECOND), "a frame of more than a second");
    }

    @Test
    void shouldIgnoreTheFrameRateWhenTheProgramMarksNoFrames() {
        AdaptivePeriod period = new AdaptivePeriod(defaults);

        assertEquals(SamplingMode.HIGH, period.mode(10, 0, 0, SECOND));
        assertEquals(SamplingMode.HIGH, period.mode(10, 0, 0, 2 * SECOND));
    }
}
