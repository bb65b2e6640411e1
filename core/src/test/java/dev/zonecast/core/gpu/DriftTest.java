package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.live.CapturedLog;
import dev.zonecast.core.ring.GateState;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The error that is stated holds, whatever the clocks do. Simulated: no test depends on the machine's time. */
class DriftTest {
    private static final SourceLocation LOCATION = SourceLocation.of("pass", "draw", "Drift.java", 1, 0);
    private static final double FRAME_NANOS = 16_666_667;

    private Random random = new Random(42);
    private SimulatedTime time = new SimulatedTime(random);
    private SimulatedGpu gpu = new SimulatedGpu(time, random);
    private WrittenZones written = new WrittenZones();
    private final CapturedLog log = new CapturedLog();
    private int checked;

    @BeforeEach
    void listen() {
        GateState.set(true);
    }

    @AfterEach
    void listenNoMore() {
        GateState.set(false);
    }

    private GpuZones open(Duration recalibrateEvery) {
        var options = new GpuContextOptions("simulated", false, 1024, recalibrateEvery);
        return new GpuZones(null, options, gpu, time, written, log);
    }

    private void frame(GpuZones zones) {
        long frame = zones.begin(LOCATION, 0);
        for (int i = 0; i < 4; i++) {
            long pass = zones.begin(LOCATION, 0);
            time.advanceNanos(random.nextDouble() * FRAME_NANOS / 8);
            zones.end(pass, 0);
        }
        zones.end(frame, 0);
        time.advanceNanos(random.nextDouble() * FRAME_NANOS);
        zones.collect();
    }

    private void frames(GpuZones zones, double seconds) {
        long until = time.now() + Math.round(seconds * 1e9 * SimulatedTime.TICKS_PER_NANO);
        while (time.now() < until) {
            frame(zones);
        }
    }

    /** Every time written since the last check is within the error that was stated before it. */
    private void checkErrors() {
        for (; checked < written.events.size(); checked++) {
            WrittenZones.Event event = written.events.get(checked);
            long errorTicks = errorTicks(event);
            assertTrue(
                    errorTicks <= event.errorNanos() * SimulatedTime.TICKS_PER_NANO,
                    () -> event + " is off by " + errorTicks / SimulatedTime.TICKS_PER_NANO + " ns");
        }
    }

    private long errorTicks(WrittenZones.Event event) {
        return Math.abs(event.gpuTicks() - gpu.passedBySubmit.get(event.cpuTicks()));
    }

    private void checkOrder() {
        long last = Long.MIN_VALUE;
        int depth = 0;
        for (WrittenZones.Event event : written.events) {
            assertTrue(event.gpuTicks() >= event.cpuTicks(), () -> event + " is before its submission");
            assertTrue(event.gpuTicks() >= last, () -> event + " is before the one before it");
            assertTrue(event.gpuTicks() <= time.now(), () -> event + " is in the future");
            last = event.gpuTicks();
            depth += event.isBegin() ? 1 : -1;
            assertTrue(depth >= 0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // bits, step, read, drift, recalibration in ms (-1 by cost), error at the end at most (ns)
        "64, 1, 100, 0, -1, 3000",
        "64, 1, 600, 150, -1, 4000",
        "64, 32, 600, -150, -1, 4000",
        "36, 83, 1000, 90, -1, 4000",
        "36, 1024, 1000, -90, -1, 6000",
        "32, 1, 600, 150, -1, 4000",
        "64, 1, 2000000, 150, -1, 1500000",
        "64, 1, 600, 120, 1000, 25000",
        "64, 1, 600, 50, 0, 4000000",
        "36, 1, 600, -50, 0, 4000000",
    })
    void shouldKeepTheStatedErrorWhenTheRateIsOff(
            int bits, long step, double readNanos, double ppm, long recalibrateMillis, long finalErrorNanos) {
        gpu.bits = bits;
        gpu.step = step;
        gpu.readNanos = readNanos;
        gpu.driftPpm(ppm);
        GpuZones zones =
                open(recalibrateMillis < 0 ? GpuContextOptions.AUTOMATIC : Duration.ofMillis(recalibrateMillis));

        frames(zones, 90);

        checkErrors();
        checkOrder();
        GpuContextStatistics statistics = zones.statistics();
        assertEquals(0, statistics.clockJumps());
        assertEquals(0, statistics.doubtfulTimes());
        assertTrue(statistics.errorNanos() <= finalErrorNanos, statistics::toString);
    }

    @Test
    void shouldKeepTheStatedErrorInWorldsOfAllKinds() {
        for (int seed = 0; seed < 300; seed++) {
            random = new Random(seed);
            time = new SimulatedTime(random);
            gpu = new SimulatedGpu(time, random);
            written = new WrittenZones();
            checked = 0;
            gpu.bits = 33 + random.nextInt(32);
            gpu.nominalNanosPerTick = random.nextBoolean() ? 1 : 1 + 100 * random.nextDouble();
            gpu.readNanos = Math.pow(10, 1.5 + 5 * random.nextDouble());
            gpu.latencyNanos = Math.pow(10, 3 + 4 * random.nextDouble());
            gpu.noticeNanos = Math.pow(10, 3 + 4 * random.nextDouble());
            gpu.clockReadable = random.nextInt(5) > 0;
            // Steps cannot be seen in a clock that cannot be read.
            gpu.step = gpu.clockReadable && random.nextBoolean() ? 1 + random.nextInt(2000) : 1;
            gpu.driftPpm(300 * random.nextDouble() - 150);
            GpuZones zones = open(
                    random.nextInt(4) == 0 ? Duration.ofMillis(random.nextInt(3000)) : GpuContextOptions.AUTOMATIC);

            frames(zones, 1 + 4 * random.nextDouble());

            checkErrors();
            checkOrder();
            assertEquals(0, zones.statistics().clockJumps(), "seed " + seed);
        }
    }

    @Test
    void shouldKeepTheStatedErrorWhenTheRateWanders() {
        GpuZones zones = open(GpuContextOptions.AUTOMATIC);

        for (int second = 0; second < 120; second++) {
            // A card that warms up and cools down: 12 ppm up and down in 40 seconds, and steps of up to 4 ppm besides.
            gpu.driftPpm(40 + 12 * Math.sin(second * Math.PI / 20) + random.nextInt(5) - 2);
            frames(zones, 1);
            checkErrors();
        }

        checkOrder();
        assertEquals(0, zones.statistics().clockJumps());
        assertTrue(
                zones.statistics().errorNanos() < 4000, () -> zones.statistics().toString());
    }

    @ParameterizedTest
    @ValueSource(doubles = {300_000, -300_000, 80e6, -80e6, 1e12, -4e9})
    void shouldFindTheClockAgainWhenItHasJumped(double jumpNanos) {
        GpuZones zones = open(GpuContextOptions.AUTOMATIC);
        frames(zones, 20);
        checkErrors();

        gpu.jumpTicks(jumpNanos);
        frames(zones, 1);
        checked = written.events.size();
        frames(zones, 20);

        checkErrors();
        checkOrder();
        assertEquals(1, zones.statistics().clockJumps());
        assertTrue(
                zones.statistics().errorNanos() < 4000, () -> zones.statistics().toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {36, 64})
    void shouldFindTheClockAgainWhenTheCounterWasReset(int bits) {
        gpu.bits = bits;
        GpuZones zones = open(GpuContextOptions.AUTOMATIC);
        frames(zones, 20);

        gpu.reset();
        frames(zones, 1);
        checked = written.events.size();
        frames(zones, 20);

        checkErrors();
        checkOrder();
        assertEquals(1, zones.statistics().clockJumps());
    }

    @Test
    void shouldFollowAJumpByResultsAloneWhenTheClockIsNotRead() {
        GpuZones zones = open(Duration.ZERO);
        frames(zones, 20);

        gpu.jumpTicks(10e9);
        frames(zones, 2);
        checked = written.events.size();
        frames(zones, 20);

        checkErrors();
        checkOrder();
        assertTrue(zones.statistics().clockJumps() >= 1);
        assertEquals(1, zones.statistics().calibrations());
    }

    @Test
    void shouldLearnTheClockByResultsAloneWhenItCannotBeRead() {
        gpu.clockReadable = false;
        GpuZones zones = open(GpuContextOptions.AUTOMATIC);

        frames(zones, 60);

        checkErrors();
        checkOrder();
        assertEquals(0, gpu.clockReadings);
        assertEquals(0, zones.statistics().doubtfulTimes());
        assertTrue(
                zones.statistics().errorNanos() < 1_000_000,
                () -> zones.statistics().toString());
    }

    @ParameterizedTest
    @ValueSource(doubles = {41_666, -40_000, 700})
    void shouldTakeTheMeasuredRateWhenTheDriverStatesAWrongPeriod(double ppm) {
        gpu.driftPpm(ppm);
        GpuZones zones = open(GpuContextOptions.AUTOMATIC);
        frames(zones, 2);
        checked = written.events.size();

        frames(zones, 60);

        checkErrors();
        checkOrder();
        assertTrue(
                zones.statistics().clockJumps() <= 4, () -> zones.statistics().toString());
        assertTrue(
                zones.statistics().errorNanos() < 4000, () -> zones.statistics().toString());
        assertEquals(ppm, written.driftPpm, 50);
    }

    @Test
    void shouldKeepTimesWithinSubmissionAndSightWhenTheDriverWritesNonsense() {
        gpu.nonsenseOneIn = 20;
        GpuZones zones = open(GpuContextOptions.AUTOMATIC);

        frames(zones, 30);

        checkOrder();
        long wrong = written.events.stream()
                .filter(event -> errorTicks(event) > event.errorNanos() * SimulatedTime.TICKS_PER_NANO)
                .count();
        long doubtful = zones.statistics().doubtfulTimes();
        assertTrue(doubtful > 0 && wrong <= doubtful, () -> wrong + " times are wrong, " + doubtful + " were counted");
        assertEquals(0, zones.statistics().clockJumps());
    }

    @Test
    void shouldUnwrapWhenTheContextWasIdleForManyPeriods() {
        gpu.bits = 32;
        gpu.driftPpm(60);
        GpuZones zones = open(GpuContextOptions.AUTOMATIC);
        frames(zones, 20);

        time.advanceNanos(1_000e9);
        frames(zones, 20);

        checkErrors();
        checkOrder();
        assertEquals(0, zones.statistics().clockJumps());
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0})
    void shouldGoOnWhenTheCpusCounterBeginsAnew(long recalibrateMillis) {
        gpu.latencyNanos = 1000;
        gpu.noticeNanos = 1000;
        GpuZones zones = open(recalibrateMillis < 0 ? GpuContextOptions.AUTOMATIC : Duration.ZERO);
        frames(zones, 10);
        checkErrors();
        // Not collected before the restart.
        zones.end(zones.begin(LOCATION, 0), 0);

        gpu.restartCpu();
        frame(zones);
        checked = written.events.size();
        frames(zones, 10);

        checkErrors();
        assertEquals(2, zones.statistics().doubtfulTimes());
        assertTrue(written.events.getLast().gpuTicks() <= time.now());
    }

    @Test
    void shouldAskTheDriverOnceWhenNothingIsReady() {
        GpuZones zones = open(GpuContextOptions.AUTOMATIC);
        gpu.latencyNanos = 1e12;
        int readings = gpu.clockReadings;
        zones.end(zones.begin(LOCATION, 0), 0);

        for (int i = 0; i < 100; i++) {
            zones.collect();
        }

        assertEquals(100, gpu.availabilityCalls);
        assertEquals(readings, gpu.clockReadings);
    }

    @Test
    void shouldNotTouchTheDriverWhenNothingIsOutstanding() {
        GpuZones zones = open(GpuContextOptions.AUTOMATIC);
        int readings = gpu.clockReadings;

        for (int i = 0; i < 100; i++) {
            time.advanceNanos(FRAME_NANOS);
            zones.collect();
        }

        assertEquals(0, gpu.availabilityCalls);
        assertEquals(readings, gpu.clockReadings);
    }
}
