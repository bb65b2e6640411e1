package dev.zonecast.trace.stats;

import dev.zonecast.trace.Calls;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceZone;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which zones were open when stacks were sampled. Samples come late: a first reading collects them, and a second one finds the zones
 * around them.
 */
public final class SampleZones {
    /** About 120 MiB. */
    private static final int MAX_SAMPLES = 1 << 22;

    private static final class Sums {
        private final Location location;
        private final ZoneKind kind;
        private final Map<String, Long> functions = new HashMap<>();
        private long self;
        private long total;

        Sums(Location location, ZoneKind kind) {
            this.location = location;
            this.kind = kind;
        }
    }

    /** A zone that did not know the zone around it, and the samples of each place in it and inside. */
    private record Untaken(long begin, Map<Sums, Long> totals) {}

    /** Of a track. The oldest lies too far back to be inside of one that follows. */
    private static final int MAX_UNTAKEN = 1 << 14;

    private final ZoneFilter filter;
    private final int mostSamples;

    /** Functions that ran. */
    private final ByThread<Moments<String>> threads = new ByThread<>();

    private final Slots<Sums> places = new Slots<>();

    /** By track, in the order of their ends. */
    private final Slots<Deque<Untaken>> untaken = new Slots<>();

    private long samples;
    private long beyondLimit;

    /** Takes the samples that pass a filter. */
    public SampleZones(ZoneFilter filter) {
        this(filter, MAX_SAMPLES);
    }

    SampleZones(ZoneFilter filter, int mostSamples) {
        this.filter = filter;
        this.mostSamples = mostSamples;
    }

    /** First reading: a sample. Only samples of threads that ran count. */
    public void add(StackSample sample) {
        if (sample.kind() != StackSample.Kind.RUNNING || !filter.acceptsThreadOf(sample)) {
            return;
        }
        if (samples == mostSamples) {
            beyondLimit++;
            return;
        }
        samples++;
        List<Calls.Call> calls = sample.stack().calls();
        String function = calls.isEmpty() ? "(unknown)" : calls.getFirst().function();
        threads.of(sample.track(), Moments::new).add(sample.beginNanos(), function);
    }

    /**
     * Second reading: a zone, each after those inside of it.
     *
     * @param isWanted false: it takes its samples, which are not those of the zones around it, and is not in the table
     */
    void add(TraceZone zone, boolean isWanted) {
        Moments<String> known = threads.find(zone.track());
        int within = known == null ? 0 : known.within(zone);
        if (within == 0) {
            return;
        }
        if (!isWanted) {
            known.take(zone, function -> {});
            return;
        }
        ZoneKind kind = ZoneKind.of(zone);
        Sums sums = places.of(kind.slot(zone.location()), () -> new Sums(zone.location(), kind));
        known.take(zone, function -> {
            sums.self++;
            sums.functions.merge(function, 1L, Long::sum);
        });
        if (!isInsideItself(zone)) {
            sums.total += within - takeInside(zone, sums, within);
        }
    }

    /** Returns how many samples of a zone's place are in zones inside that did not know the zone. */
    private long takeInside(TraceZone zone, Sums sums, int within) {
        boolean hasUnknownOuter = UntakenZones.hasUnknownOuter(zone);
        Deque<Untaken> all = untaken.find(zone.track().index());
        if (all == null && !hasUnknownOuter) {
            return 0;
        }
        all = untaken.of(zone.track().index(), ArrayDeque::new);
        Map<Sums, Long> inside = new HashMap<>();
        while (!all.isEmpty() && all.peekLast().begin >= zone.beginNanos()) {
            all.removeLast().totals.forEach((place, total) -> inside.merge(place, total, Long::sum));
        }
        Long inSamePlace = inside.put(sums, (long) within);
        if (hasUnknownOuter) {
            if (all.size() == MAX_UNTAKEN) {
                all.removeFirst();
            }
            all.addLast(new Untaken(zone.beginNanos(), inside));
        }
        return inSamePlace == null ? 0 : inSamePlace;
    }

    /** A zone that the filter refuses has no samples that could count twice. */
    private boolean isInsideItself(TraceZone zone) {
        for (TraceZone around = zone.parent(); around != null; around = around.parent()) {
            if (around.location() == zone.location() && filter.accepts(around)) {
                return true;
            }
        }
        return false;
    }

    /** Zones that were open, those with the most samples of their own first. */
    public List<SampledZone> zones() {
        return places.all().stream()
                .map(SampleZones::sampledZone)
                .sorted(Comparator.comparingLong(SampledZone::self)
                        .thenComparingLong(SampledZone::total)
                        .reversed()
                        .thenComparing(zone -> zone.location().displayName()))
                .toList();
    }

    private static SampledZone sampledZone(Sums sums) {
        List<SampledZone.Method> methods = sums.functions.entrySet().stream()
                .map(count -> new SampledZone.Method(count.getKey(), count.getValue()))
                .sorted(Comparator.comparingLong(SampledZone.Method::samples)
                        .reversed()
                        .thenComparing(SampledZone.Method::function))
                .toList();
        return new SampledZone(sums.location, sums.kind, sums.self, sums.total, methods);
    }

    /** Samples beyond the limit. */
    public long beyondLimit() {
        return beyondLimit;
    }
}
