package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdaptiveSamplingTest {
    private static final long SECOND = 1_000_000_000;

    private final AdaptiveSampling defaults = AdaptiveSampling.defaults();

    private static Duration millis(long count) {
        return Duration.ofMillis(count);
    }

    @Test
    void shouldFollowTheArticlesThresholds() {
        assertEquals(SamplingMode.HIGH, defaults.mode(49.9, 60));
        assertEquals(SamplingMode.MEDIUM, defaults.mode(50, 60));
        assertEquals(SamplingMode.MEDIUM, defaults.mode(80, 60));
        assertEquals(SamplingMode.LOW, defaults.mode(80.1, 60));
        assertEquals(SamplingMode.LOW, defaults.mode(10, 29.9));
        assertEquals(SamplingMode.HIGH, defaults.mode(10, 30));
        assertEquals(SamplingMode.HIGH, defaults.mode(10, 0));
    }

    @Test
    void shouldHaveTheArticlesPeriodsInMilliseconds() {
        assertEquals(millis(10), defaults.period(SamplingMode.LOW));
        assertEquals(millis(2), defaults.period(SamplingMode.MEDIUM));
        assertEquals(millis(1), defaults.period(SamplingMode.HIGH));
    }

    @Test
    void shouldRefuseModesThatMakeNoSense() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new AdaptiveSampling(millis(1), millis(20), millis(10), 50, 80, 30));
        assertThrows(
                IllegalArgumentException.class,
                () -> new AdaptiveSampling(millis(0), millis(2), millis(10), 50, 80, 30));
        assertThrows(
                IllegalArgumentException.class,
                () -> new AdaptiveSampling(millis(1), millis(2), millis(10), 80, 50, 30));
        assertThrows(
                IllegalArgumentException.class,
                () -> new AdaptiveSampling(millis(1), millis(2), millis(10), Double.NaN, 80, 30));
    }

    @Test
    void shouldBeginInTheMiddle() {
        assertEquals(millis(2), JvmOptions.defaults().adaptiveSampling().samplingPeriod);
        assertEquals(SamplingMode.MEDIUM, new ModeSwitch(defaults).second(60, 0, SECOND));
    }

    @Test
    void shouldSwitchWhenTwoSecondsAskForTheSame() {
        ModeSwitch modes = new ModeSwitch(defaults);

        assertEquals(SamplingMode.MEDIUM, modes.second(90, 0, SECOND));
        assertEquals(SamplingMode.LOW, modes.second(90, 0, 2 * SECOND));
        assertEquals(SamplingMode.LOW, modes.second(10, 0, 3 * SECOND));
        assertEquals(SamplingMode.HIGH, modes.second(10, 0, 4 * SECOND));
    }

    @Test
    void shouldNotSwingWhenTheLoadIsAtAThreshold() {
        ModeSwitch modes = new ModeSwitch(defaults);
        for (int second = 1; second < 20; second++) {
            assertEquals(SamplingMode.MEDIUM, modes.second(second % 2 == 0 ? 51 : 49, 0, second * SECOND));
        }
    }

    @Test
    void shouldTakeTheFrameRateFromTheFramesOfTheSecond() {
        ModeSwitch modes = new ModeSwitch(defaults);
        modes.second(10, 1000, SECOND);
        modes.second(10, 1060, 2 * SECOND);
        assertEquals(SamplingMode.HIGH, modes.second(10, 1120, 3 * SECOND));

        modes.second(10, 1170, 5 * SECOND);

        assertEquals(SamplingMode.LOW, modes.second(10, 1195, 6 * SECOND));
    }
}
