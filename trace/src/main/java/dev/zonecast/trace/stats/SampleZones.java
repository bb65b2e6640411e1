package dev.zonecast.trace.stats;

import dev.zonecast.trace.Location;
import dev.zonecast.trace.Stack;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceZone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
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

    /** @param function that ran */
    private record Sample(long time, String function) {}

    /** Samples of a thread. */
    private static final class Samples {
        private final List<Sample> all = new ArrayList<>();

        // Of the second reading.
        private long[] times;
        private final BitSet taken = new BitSet();

        private void sort() {
            if (times == null) {
                all.sort(Comparator.comparingLong(Sample::time));
                times = all.stream().mapToLong(Sample::time).toArray();
            }
        }
    }

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

    private final ZoneFilter filter;
    private final ByThread<Samples> threads = new ByThread<>();
    private final Slots<Sums> places = new Slots<>();
    private long samples;
    private long beyondLimit;

    /** Place of the first time that is not before another. */
    static int from(long[] times, long time) {
        int found = Arrays.binarySearch(times, time);
        int from = found >= 0 ? found : -found - 1;
        while (from > 0 && times[from - 1] == time) {
            from--;
        }
        return from;
    }

    /** Takes the samples that pass a filter. */
    public SampleZones(ZoneFilter filter) {
        this.filter = filter;
    }

    /** First reading: a sample. Only samples of threads that ran count. */
    public void add(StackSample sample) {
        if (sample.kind() != StackSample.Kind.RUNNING || !filter.acceptsThreadOf(sample)) {
            return;
        }
        if (samples == MAX_SAMPLES) {
            beyondLimit++;
            return;
        }
        samples++;
        List<Stack.Call> calls = sample.stack().calls();
        String function = calls.isEmpty() ? "(unknown)" : calls.getFirst().function();
        threads.of(sample.track(), Samples::new).all.add(new Sample(sample.beginNanos(), function));
    }

    /** Second reading: a zone, each after those inside of it. So the first zone around a sample is the innermost. */
    void add(TraceZone zone) {
        Samples known = threads.find(zone.track());
        if (known == null) {
            return;
        }
        known.sort();
        int from = from(known.times, zone.beginNanos());
        int end = from(known.times, zone.endNanos());
        if (from == end) {
            return;
        }
        ZoneKind kind = ZoneKind.of(zone);
        Sums sums = places.of(kind.slot(zone.location()), () -> new Sums(zone.location(), kind));
        for (int i = known.taken.nextClearBit(from); i < end; i = known.taken.nextClearBit(i)) {
            known.taken.set(i);
            sums.self++;
            sums.functions.merge(known.all.get(i).function, 1L, Long::sum);
        }
        if (!isInsideItself(zone)) {
            sums.total += end - from;
        }
    }

    private static boolean isInsideItself(TraceZone zone) {
        for (TraceZone around = zone.parent(); around != null; around = around.parent()) {
            if (around.location() == zone.location()) {
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
