package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.live.CapturedLog;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.GateState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs by chance: command buffers of several threads run beside each other, and the ring is full again and again. */
class RandomTargetsTest {
    private static final long US = 1_000;
    private static final int TARGETS = 10;
    private static final int REUSABLE = 2;
    private static final int THREADS = 3;
    private static final int MOST_ZONES = 8;
    private static final int FRAMES = 300;

    /** A zone of a command buffer, with the places of its commands. */
    private record Recorded(int locationId, int begin, int end) {}

    /** A zone that the GPU went through. */
    private record Zone(long threadId, double beginNanos, double endNanos) {}

    private static final class Target {
        final long handle;
        final boolean isReusable;
        final boolean isAnnounced;
        final boolean isPrimary;
        final int thread;
        final List<Recorded> zones = new ArrayList<>();

        /** Times of the commands that have run. */
        final List<Long> times = new ArrayList<>();

        int commands;
        long threadId;

        /** Since all results were read. */
        int submissions;

        Target(int index) {
            handle = 0x1000 + 0x40L * index;
            isReusable = index < REUSABLE;
            isAnnounced = isReusable || index % 4 > 0;
            isPrimary = index % 5 > 1;
            thread = index % THREADS;
        }

        boolean isRunning() {
            return !times.isEmpty() && times.size() < commands;
        }
    }

    private final WrittenZones written = new WrittenZones();
    private final Map<Integer, List<Zone>> expected = new HashMap<>();
    private final List<Target> targets = new ArrayList<>();
    private final List<ExecutorService> threads = new ArrayList<>();
    private Random random;
    private SimulatedTime time;
    private SimulatedCommands gpu;
    private GpuZones zones;
    private int links;

    @BeforeEach
    void listen() {
        GateState.set(true);
        for (int i = 0; i < TARGETS; i++) {
            targets.add(new Target(i));
        }
        for (int i = 0; i < THREADS; i++) {
            threads.add(Executors.newSingleThreadExecutor());
        }
    }

    @AfterEach
    void listenNoMore() {
        GateState.set(false);
        threads.forEach(ExecutorService::close);
    }

    private void open(long seed, boolean counts) {
        random = new Random(seed);
        time = new SimulatedTime(new Random(seed));
        gpu = new SimulatedCommands(time);
        gpu.counts = counts;
        var options = new GpuContextOptions("fake", false, 10_000, GpuContextOptions.AUTOMATIC);
        zones = new GpuZones(null, options, gpu, time, written, new CapturedLog());
    }

    /** A target always has the same thread: results of others take a pass each, with later times. */
    private <T> T onThreadOf(Target target, Callable<T> work) throws Exception {
        return threads.get(target.thread).submit(work).get();
    }

    private static SourceLocation place(Target target, int zone) {
        return SourceLocation.of("z" + target.handle + "/" + zone, "f", "T.java", 1, 0);
    }

    private void record(Target target) throws Exception {
        gpu.reset(target.handle);
        target.zones.clear();
        target.times.clear();
        target.commands = 0;
        target.threadId = onThreadOf(target, () -> {
            if (target.isReusable) {
                zones.recordReusable(target.handle);
            }
            recordTrees(target);
            return Thread.currentThread().threadId();
        });
    }

    private void recordTrees(Target target) {
        record Open(long token, int locationId, int begin) {}
        Deque<Open> open = new ArrayDeque<>();
        int left = 1 + random.nextInt(MOST_ZONES);
        int zone = 0;
        while (left > 0 || !open.isEmpty()) {
            if (left > 0 && (open.isEmpty() || random.nextBoolean())) {
                SourceLocation place = place(target, zone++);
                open.push(new Open(zones.begin(place, target.handle), Ids.of(place), target.commands++));
                left--;
            } else {
                // One command ends several.
                int ended = 1 + random.nextInt(Math.min(open.size(), 2));
                long token = 0;
                for (int i = 0; i < ended; i++) {
                    Open each = open.pop();
                    token = each.token();
                    target.zones.add(new Recorded(each.locationId(), each.begin(), target.commands));
                }
                zones.end(token, target.handle);
                target.commands++;
            }
        }
    }

    private void submit(Target target, boolean again) throws Exception {
        if (!target.isAnnounced) {
            return;
        }
        target.submissions++;
        onThreadOf(target, () -> {
            if (target.isPrimary && random.nextInt(3) == 0) {
                zones.link(target.handle, 0x99, ++links, random.nextBoolean());
            }
            if (again) {
                zones.resubmit(target.handle);
            } else {
                zones.submit(target.handle, target.isPrimary);
            }
            return null;
        });
    }

    /** Runs some commands, or all that are left. */
    private long run(Target target, long startNanos, boolean all) {
        int from = target.times.size();
        int to = all ? target.commands : from + 1 + random.nextInt(target.commands - from);
        long nanos = startNanos + random.nextLong(300 * US);
        long[] times = new long[to - from];
        for (int i = 0; i < times.length; i++) {
            times[i] = nanos;
            target.times.add(nanos);
            nanos += 1 + random.nextLong(60 * US);
        }
        gpu.runFromAt(target.handle, from, times);
        if (to == target.commands) {
            for (Recorded zone : target.zones) {
                expected.computeIfAbsent(zone.locationId(), ignored -> new ArrayList<>())
                        .add(new Zone(target.threadId, target.times.get(zone.begin()), target.times.get(zone.end())));
            }
        }
        return nanos;
    }

    private void collect(long room) {
        written.room = room;
        zones.collect();
        if (room == Long.MAX_VALUE) {
            targets.forEach(target -> target.submissions = 0);
        }
    }

    private void play() throws Exception {
        for (int frame = 0; frame < FRAMES; frame++) {
            List<Target> running = new ArrayList<>();
            for (Target target : targets) {
                if (target.isRunning()) {
                    running.add(target);
                } else if (random.nextInt(3) == 0 && target.submissions < TargetSubmissions.MOST - 1) {
                    boolean again = target.isReusable && !target.zones.isEmpty();
                    if (again) {
                        target.times.clear();
                    } else {
                        record(target);
                    }
                    if (!target.isReusable && random.nextInt(10) == 0) {
                        // Never runs: it is recorded anew.
                        record(target);
                    }
                    submit(target, again);
                    running.add(target);
                }
            }
            time.advanceNanos(100 * US);
            long start = gpu.nowNanos();
            long end = start;
            for (Target target : running) {
                end = Math.max(end, run(target, start, random.nextInt(5) > 0));
            }
            time.advanceTo((long) (end * SimulatedTime.TICKS_PER_NANO));
            collect(random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(40));
        }
        for (Target target : targets) {
            if (target.isRunning()) {
                long end = run(target, gpu.nowNanos(), true);
                time.advanceTo((long) (end * SimulatedTime.TICKS_PER_NANO));
            }
        }
        collect(Long.MAX_VALUE);
        collect(Long.MAX_VALUE);
    }

    /** The zones of each location as they were written. */
    private Map<Integer, List<Zone>> zonesWritten() {
        Map<Integer, List<Zone>> all = new HashMap<>();
        Map<String, Deque<WrittenZones.Event>> open = new HashMap<>();
        Map<String, Long> last = new HashMap<>();
        for (WrittenZones.Event event : written.events) {
            String row = event.threadId() + "/" + event.lane();
            Long before = last.put(row, event.gpuTicks());
            assertTrue(before == null || before <= event.gpuTicks(), () -> event + " is before the one before it");
            Deque<WrittenZones.Event> stack = open.computeIfAbsent(row, ignored -> new ArrayDeque<>());
            if (event.isBegin()) {
                stack.push(event);
            } else {
                WrittenZones.Event begin = stack.pop();
                all.computeIfAbsent(begin.locationId(), ignored -> new ArrayList<>())
                        .add(new Zone(
                                event.threadId(),
                                begin.gpuTicks() / SimulatedTime.TICKS_PER_NANO,
                                event.gpuTicks() / SimulatedTime.TICKS_PER_NANO));
            }
        }
        assertTrue(open.values().stream().allMatch(Deque::isEmpty), "zones without an end");
        return all;
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, false", "4, true", "5, true"})
    void shouldShowEachZoneOnceAtItsTimes(long seed, boolean counts) throws Exception {
        open(seed, counts);

        play();

        assertEquals(0, zones.statistics().outstandingQueries());
        Map<Integer, List<Zone>> all = zonesWritten();
        assertEquals(expected.keySet(), all.keySet());
        double error =
                2 * written.errors.stream().mapToLong(Long::longValue).max().orElseThrow();
        expected.forEach((location, runs) -> {
            List<Zone> zonesOf = all.get(location);
            assertEquals(runs.size(), zonesOf.size());
            for (int i = 0; i < runs.size(); i++) {
                Zone run = runs.get(i);
                Zone zone = zonesOf.get(i);
                assertEquals(run.threadId(), zone.threadId());
                assertEquals(run.beginNanos(), zone.beginNanos(), error, () -> run + ": begin of " + zone);
                assertEquals(run.endNanos(), zone.endNanos(), error, () -> run + ": end of " + zone);
            }
        });
        assertEquals(links, written.links.size());
        assertTrue(written.events.stream().anyMatch(event -> event.lane() > 1));
    }
}
