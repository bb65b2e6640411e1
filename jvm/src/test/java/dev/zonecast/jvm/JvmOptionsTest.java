package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JvmOptionsTest {
    @Test
    void shouldRefuseWhatMakesNoSense() {
        JvmOptions options = JvmOptions.defaults();

        assertThrows(IllegalArgumentException.class, () -> options.samplingPeriod(Duration.ofNanos(999_999)));
        assertThrows(IllegalArgumentException.class, () -> options.samplingPeriod(Duration.ofHours(1)));
        assertThrows(IllegalArgumentException.class, () -> options.waitsFrom(Duration.ofMillis(-1)));
        assertThrows(IllegalArgumentException.class, () -> options.exceptionsPerSecond(-1));
        assertThrows(IllegalArgumentException.class, () -> options.threads("a", ""));
        assertEquals(Duration.ofMillis(10), options.sampling.period());
        assertFalse(options.wantNothing(options.sampling));
        JvmOptions nothing = options.events(false).allocationsPerSecond(0);
        assertFalse(nothing.wantNothing(Sampling.by(AdaptiveSampling.defaults())));
        assertTrue(nothing.wantNothing(Sampling.each(Duration.ZERO)));
    }

    /** A sample's weight is the period: JFR gets that in whole milliseconds. */
    @Test
    void shouldSampleByWholeMilliseconds() {
        JvmOptions options = JvmOptions.defaults().samplingPeriod(Duration.ofNanos(1_900_000));
        AdaptiveSampling modes = new AdaptiveSampling(
                Duration.ofNanos(1_900_000), Duration.ofNanos(2_500_000), Duration.ofNanos(9_999_999), 50, 80, 85, 30);

        assertEquals(Duration.ofMillis(1), options.sampling.period());
        assertEquals(Duration.ofMillis(1), modes.period(SamplingMode.HIGH));
        assertEquals(Duration.ofMillis(2), Sampling.by(modes).period());
        assertEquals(Duration.ofMillis(9), modes.period(SamplingMode.LOW));
    }

    @Test
    void shouldTakeThreadsByTheirNames() {
        ThreadFilter filter = new ThreadFilter(List.of("worker-*", "main", "a.b"), false);

        assertTrue(filter.accepts(1, "worker-17"));
        assertTrue(filter.accepts(1, "main"));
        assertFalse(filter.accepts(1, "main-2"));
        assertFalse(filter.accepts(1, "axb"));
    }

    @Test
    void shouldTakeTheProfilersOwnThreadsOnlyWhenNamed() {
        assertFalse(new ThreadFilter(List.of("*"), false).accepts(1, "zonecast-collector"));
        assertTrue(new ThreadFilter(List.of("zonecast-*"), false).accepts(1, "zonecast-collector"));
        assertTrue(new ThreadFilter(List.of("*"), false).accepts(1, "render"));
    }

    @Test
    void shouldTakeRegisteredThreadsWhateverTheyAreCalled() {
        ThreadFilter filter = new ThreadFilter(List.of("nothing"), true);
        filter.register(5);

        assertTrue(filter.accepts(5, "render"));
        assertFalse(filter.onlyIfRecording(5));
        assertTrue(filter.onlyIfRecording(6));
    }
}
