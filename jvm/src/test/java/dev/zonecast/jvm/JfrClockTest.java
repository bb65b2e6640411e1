package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class JfrClockTest {
    private static final long OFFSET = 77_000_000_000L;

    private final JfrClock clock = new JfrClock();

    /** A counter of 2.5 GHz, and a mark that is 100 ns wide. */
    private void mark(long nanos) {
        clock.mark(nanos * 5 / 2, OFFSET + nanos - 50, OFFSET + nanos + 50);
    }

    private static void assertNear(long expected, long actual, long tolerance) {
        assertTrue(Math.abs(expected - actual) <= tolerance, () -> expected + " but was " + actual);
    }

    @Test
    void shouldNotBeReadyBeforeTheSecondMark() {
        mark(1_000_000);

        assertFalse(clock.isReady());
    }

    @Test
    void shouldMapTicksBetweenAndBeyondItsMarks() {
        mark(1_000_000_000);
        mark(2_000_000_000);

        assertTrue(clock.isReady());
        assertNear(OFFSET + 1_500_000_000, clock.nanos(1_500_000_000L * 5 / 2), 1);
        assertNear(OFFSET + 3_000_000_000L, clock.nanos(3_000_000_000L * 5 / 2), 1);
        assertNear(OFFSET + 500_000_000, clock.nanos(500_000_000L * 5 / 2), 1);
    }

    @Test
    void shouldStateTheWidthOfItsMarksAsErrorWhenAllFit() {
        for (long second = 1; second < 30; second++) {
            mark(second * 1_000_000_000);
        }

        assertNear(50, clock.errorNanos(), 1);
    }

    @Test
    void shouldStateHowFarAMarkWasOffWhenTheClocksPart() {
        mark(1_000_000_000);
        mark(2_000_000_000);
        clock.mark(3_000_000_000L * 5 / 2, OFFSET + 3_000_000_000L + 7_000, OFFSET + 3_000_000_000L + 7_100);

        assertNear(7_100, clock.errorNanos(), 2);
    }

    @Test
    void shouldPassOverAMarkThatRunsBackwards() {
        mark(1_000_000_000);
        mark(2_000_000_000);
        mark(1_500_000_000);

        assertNear(OFFSET + 2_500_000_000L, clock.nanos(2_500_000_000L * 5 / 2), 1);
    }

    @Test
    void shouldPassOverAMarkThatWasInterrupted() {
        for (long second = 1; second < 5; second++) {
            mark(second * 1_000_000_000);
        }
        long millis = 6_000_000;
        clock.mark(5_000_000_000L * 5 / 2, OFFSET + 5_000_000_000L, OFFSET + 5_000_000_000L + millis);

        assertNear(OFFSET + 5_500_000_000L, clock.nanos(5_500_000_000L * 5 / 2), 1);
        assertNear(50, clock.errorNanos(), 1);
    }

    @Test
    void shouldTakeWideMarksWhenThereAreNoOthers() {
        mark(1_000_000_000);
        mark(2_000_000_000);
        for (long second = 3; second < 20; second++) {
            clock.mark(
                    second * 2_500_000_000L, OFFSET + second * 1_000_000_000, OFFSET + second * 1_000_000_000 + 9_000);
        }

        assertNear(OFFSET + 19_000_004_500L, clock.nanos(19 * 2_500_000_000L), 1);
        assertNear(4_500, clock.errorNanos(), 600);
    }
}
