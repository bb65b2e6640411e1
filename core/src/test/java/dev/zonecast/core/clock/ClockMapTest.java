package dev.zonecast.core.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockMapTest {
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    /** Drives a map as the collector does: a look at every pass, calibrations at growing intervals. */
    private static final class Pass {
        final SimulatedClocks clocks;
        final ClockMap map;
        private long intervalNanos = 80_000_000;
        private long nextNanos;

        Pass(SimulatedClocks clocks) {
            this.clocks = clocks;
            map = clocks.map();
            clocks.pass(ClockMap.WARM_UP_NANOS);
            map.calibrate(intervalNanos);
            nextNanos = clocks.nanosNow() + intervalNanos;
        }

        boolean cycle() {
            boolean restarted = map.followJump();
            if (clocks.nanosNow() >= nextNanos) {
                intervalNanos = Math.min(1_000_000_000, intervalNanos * 4);
                map.calibrate(intervalNanos);
                nextNanos = clocks.nanosNow() + intervalNanos;
            }
            return restarted;
        }

        long offNanos() {
            return map.nanos(clocks.ticksNow()) - clocks.nanosNow();
        }
    }

    private static void assertNear(long expected, long actual, long within, String what) {
        assertTrue(Math.abs(expected - actual) <= within, what + ": " + (actual - expected) + " ns off");
    }

    @Test
    void shouldBeAStraightLineFromTheNewestPieceOn() {
        Pass pass = new Pass(new SimulatedClocks(3e9, 1000, 1000));
        for (int i = 0; i < 100; i++) {
            pass.clocks.pass(50 * MILLI);
            pass.cycle();
            ClockMap map = pass.map;
            for (long ticks = map.newestTicks(); ticks < map.newestTicks() + 1_000_000_000L; ticks += 7_654_321) {
                long line = map.newestNanos() + (long) ((ticks - map.newestTicks()) * map.nanosPerTick());
                assertEquals(map.nanos(ticks), line);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "3_000_000_000, 0, 123456789, 5, 30",
        "2_445_000_000, -200, 1_000_000_000_000_000, 5, 30",
        "2_445_000_000, 200, 77, 5, 30",
        "24_000_000, 0, 0, 5, 40",
        "24_000_000, 50, 12345, 5, 40",
        "19_200_000, -50, 12345, 20, 100",
        "1_000_000_000, 0, 12345, 40, 45",
        "3_000_000_000, 20, 12345, 5, 2000",
    })
    void shouldStayWithinItsStatedErrorAndNeverRunBackwardsWhenTheRateIsConstant(
            String hertz, double ppm, String firstTicks, int least, int most) {
        SimulatedClocks clocks = new SimulatedClocks(
                        Double.parseDouble(hertz.replace("_", "")),
                        Long.parseLong(firstTicks.replace("_", "")),
                        -3_000_000)
                .readingTakes(least, most);
        clocks.drift(ppm);
        Pass pass = new Pass(clocks);
        long last = Long.MIN_VALUE;
        for (int i = 0; i < 40_000; i++) {
            clocks.pass(0.7 * MILLI);
            assertFalse(pass.cycle());
            long mapped = pass.map.nanos(clocks.ticksNow());
            assertTrue(mapped >= last, "ran back at pass " + i);
            last = mapped;
            long off = Math.abs(pass.offNanos());
            assertTrue(off <= pass.map.errorNanos(), off + " ns off, stated " + pass.map.errorNanos());
        }
        // What is stated is worth something, too: the step of the counter, the bracket, and not much more.
        double step = 1e9 / Double.parseDouble(hertz.replace("_", ""));
        assertTrue(pass.map.errorNanos() <= 3 * (step + most + 10), "stated " + pass.map.errorNanos());
    }

    @Test
    void shouldFollowWhenTheRateChanges() {
        SimulatedClocks clocks = new SimulatedClocks(3e9, 1000, 1000);
        Pass pass = new Pass(clocks);
        long last = Long.MIN_VALUE;
        double sinceChange = 0;
        for (int i = 0; i < 60_000; i++) {
            if (i % 20_000 == 0) {
                clocks.drift(i % 40_000 == 0 ? 200 : -200);
                sinceChange = 0;
            }
            clocks.pass(MILLI);
            sinceChange += MILLI;
            assertFalse(pass.cycle());
            long mapped = pass.map.nanos(clocks.ticksNow());
            assertTrue(mapped >= last);
            last = mapped;
            // 400 ppm of the one second between two calibrations, and another one to be led back.
            assertTrue(Math.abs(pass.offNanos()) <= 850_000, pass.offNanos() + " ns off at " + i + " ms");
            if (sinceChange > 15 * SECOND) {
                assertTrue(Math.abs(pass.offNanos()) <= 1_000, pass.offNanos() + " ns off at " + i + " ms");
            }
        }
    }

    @Test
    void shouldMapAMomentTheSameWayWhenCalibratedMeanwhile() {
        SimulatedClocks clocks = new SimulatedClocks(3e9, 1000, 1000);
        Pass pass = new Pass(clocks);
        clocks.drift(100);
        List<long[]> mapped = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            clocks.pass(MILLI);
            pass.cycle();
            long ticks = clocks.ticksNow();
            mapped.add(new long[] {ticks, pass.map.nanos(ticks)});
        }
        for (long[] pair : mapped) {
            assertEquals(pair[1], pass.map.nanos(pair[0]));
        }
    }

    @ParameterizedTest
    @CsvSource({
        // The counter runs through the sleep and nanoTime stands (Linux, suspend to idle).
        "28800e9, 0",
        // nanoTime goes on and the counter stands (a virtual machine that was stopped).
        "0, 28800e9",
        // Both go on, a little apart.
        "5e9, 5.01e9",
        "5.01e9, 5e9"
    })
    void shouldBeRightAgainAtOnceWhenTheClocksPartInASleep(double counterNanos, double nanoTimeNanos) {
        SimulatedClocks clocks = new SimulatedClocks(3e9, 1000, 1000);
        Pass pass = new Pass(clocks);
        for (int i = 0; i < 3_000; i++) {
            clocks.pass(MILLI);
            pass.cycle();
        }
        clocks.pass(0.1 * MILLI);
        long beforeTicks = clocks.ticksNow();
        long beforeNanos = clocks.nanosNow();
        clocks.sleep(counterNanos, nanoTimeNanos);
        clocks.pass(0.1 * MILLI);
        long afterTicks = clocks.ticksNow();
        long afterNanos = clocks.nanosNow();
        clocks.pass(0.1 * MILLI);
        boolean restarted = pass.cycle();

        assertFalse(restarted, "the counter went on");
        long mappedBefore = pass.map.nanos(beforeTicks);
        long mappedAfter = pass.map.nanos(afterTicks);
        assertTrue(mappedAfter >= mappedBefore);
        assertNear(afterNanos, mappedAfter, 1_000, "an event between the sleep and the next pass");
        // What happened since the last pass before the sleep cannot be told apart from the sleep; it is not far off.
        assertTrue(mappedBefore >= beforeNanos - MILLI && mappedBefore <= afterNanos, "an event just before the sleep");
        long last = mappedAfter;
        for (int i = 0; i < 20_000; i++) {
            clocks.pass(MILLI);
            assertFalse(pass.cycle());
            long mapped = pass.map.nanos(clocks.ticksNow());
            assertTrue(mapped >= last);
            last = mapped;
            assertNear(0, pass.offNanos(), 1_000, "at pass " + i);
        }
    }

    @Test
    void shouldGoOnWithoutRunningBackWhenTheCounterBeginsAnew() {
        SimulatedClocks clocks = new SimulatedClocks(3e9, 1L << 50, 1000);
        Pass pass = new Pass(clocks);
        for (int i = 0; i < 3_000; i++) {
            clocks.pass(MILLI);
            pass.cycle();
        }
        clocks.pass(0.1 * MILLI);
        long beforeTicks = clocks.ticksNow();
        long beforeNanos = clocks.nanosNow();
        clocks.resetCounter(1_000_000);
        clocks.pass(0.1 * MILLI);
        long afterTicks = clocks.ticksNow();
        clocks.pass(0.1 * MILLI);
        boolean restarted = pass.cycle();

        assertTrue(restarted);
        assertNear(beforeNanos, pass.map.nanos(beforeTicks), 1_000_000, "an event from before");
        assertNear(beforeNanos + 100_000, pass.map.nanos(afterTicks), 1_000, "an event from after");
        long last = pass.map.nanos(afterTicks);
        for (int i = 0; i < 20_000; i++) {
            clocks.pass(MILLI);
            assertFalse(pass.cycle());
            long mapped = pass.map.nanos(clocks.ticksNow());
            assertTrue(mapped >= last);
            last = mapped;
            assertNear(0, pass.offNanos(), 1_000, "at pass " + i);
        }
    }

    @Test
    void shouldBeNanoTimeItselfWhenTicksAreNanoseconds() {
        SimulatedClocks clocks = new SimulatedClocks(1e9, 7, 7);
        ClockMap map = new ClockMap(clocks::readNanos, clocks::readNanos, true);
        map.calibrate(1_000_000);

        assertEquals(123, map.nanos(123));
        assertEquals(0, map.errorNanos());
        assertEquals(1.0, map.nanosPerTick());
        assertFalse(map.followJump());
    }

    /** The real clocks: a thread may lose its processor between two readings, so most samples count, not each. */
    @Test
    void shouldAgreeWithNanoTimeWhenReadBetweenTwoReadingsOfIt() throws Exception {
        ClockMap map = new ClockMap();
        Thread.sleep(25);
        long interval = 80_000_000;
        long calibrated = System.nanoTime();
        map.calibrate(interval);
        long worst = 0;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < 5_000; i++) {
            if (i % 500 == 0 || System.nanoTime() - calibrated > interval / 2) {
                calibrated = System.nanoTime();
                map.calibrate(interval);
            }
            map.followJump();
            long before = System.nanoTime();
            long mapped = map.nanos(Clock.ticks());
            long after = System.nanoTime();
            assertTrue(mapped >= last, "ran back");
            last = mapped;
            // The error is stated for the interval: a thread that lost its processor may be beyond it.
            if (after - calibrated < interval) {
                // Outside of the two readings by more than it may be.
                worst = Math.max(worst, Math.max(before - mapped, mapped - after) - map.errorNanos());
            }
        }
        assertTrue(worst <= 0, worst + " ns more than stated");
    }
}
