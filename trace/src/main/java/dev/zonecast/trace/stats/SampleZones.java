package dev.zonecast.trace.stats;

import dev.zonecast.trace.Location;
import dev.zonecast.trace.Stack;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.Track;
import dev.zonecast.trace.Zone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which zones were open when stacks were sampled. Samples come late, so that all are taken first, in a reading of its own, and zones
 * are held against them in a second one.
 */
public final class SampleZones {
    /** 80 MiB. */
    private static final int MAX_SAMPLES = 1 << 22;

    private static final int KINDS = ZoneKind.values().length;

    /** Tracks of the two readings, which number the programs alike. */
    private record TrackKey(long program, long koid) {}

    /** Samples of a track. */
    private static final class Samples {
        private long[] times = new long[16];
        private int[] functions = new int[16];
        private int count;

        /** By sample: the next one, from itself on, that has no zone yet. */
        private int[] free;

        void add(long time, int function) {
            if (count == times.length) {
                times = Arrays.copyOf(times, count * 2);
                functions = Arrays.copyOf(functions, count * 2);
            }
            times[count] = time;
            functions[count] = function;
            count++;
        }

        void sort() {
            int[] order = BeginOrder.of(i -> times[i], count);
            long[] sortedTimes = new long[count];
            int[] sortedFunctions = new int[count];
            free = new int[count + 1];
            for (int i = 0; i < count; i++) {
                sortedTimes[i] = times[order[i]];
                sortedFunctions[i] = functions[order[i]];
                free[i] = i;
            }
            free[count] = count;
            times = sortedTimes;
            functions = sortedFunctions;
        }

        /** The first sample at that time or later. */
        int from(long time) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (times[middle] < time) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        int nextFree(int sample) {
            int found = sample;
            while (free[found] != found) {
                found = free[found];
            }
            // The way is shorter next time.
            for (int i = sample; free[i] != found; ) {
                int next = free[i];
                free[i] = found;
                i = next;
            }
            return found;
        }
    }

    private static final class Sums {
        private final Location location;
        private final ZoneKind kind;
        private final Map<Integer, Long> functions = new HashMap<>();
        private long self;
        private long total;

        Sums(Location location, ZoneKind kind) {
            this.location = location;
            this.kind = kind;
        }
    }

    private final ZoneFilter filter;
    private final Map<TrackKey, Samples> byTrack = new HashMap<>();
    private final List<String> functions = new ArrayList<>();
    private final Map<Integer, Sums> byPlace = new HashMap<>();
    private Samples[] byTrackIndex = new Samples[64];
    private boolean[] knownTracks = new boolean[64];
    private boolean sorted;
    private long samples;
    private long beyondLimit;

    /** Takes the samples that pass a filter. */
    public SampleZones(ZoneFilter filter) {
        this.filter = filter;
    }

    /** First reading: a sample; of a thread that ran, others are passed over. */
    public void add(StackSample sample) {
        if (sample.kind() != StackSample.Kind.RUNNING
                || !filter.acceptsTime(sample.timeNanos())
                || !filter.acceptsTrack(sample.track())) {
            return;
        }
        if (samples == MAX_SAMPLES) {
            beyondLimit++;
            return;
        }
        samples++;
        byTrack.computeIfAbsent(
                        new TrackKey(sample.track().process(), sample.track().koid()), key -> new Samples())
                .add(sample.timeNanos(), function(sample.stack()));
    }

    private int function(Stack stack) {
        if (stack.calls().isEmpty()) {
            return -1;
        }
        Stack.Call call = stack.calls().getFirst();
        while (functions.size() <= call.functionIndex()) {
            functions.add("");
        }
        functions.set(call.functionIndex(), call.function());
        return call.functionIndex();
    }

    /** Second reading: a zone, each after those inside of it. */
    void add(Zone zone) {
        Samples known = byTrack.isEmpty() ? null : of(zone.track());
        if (known == null) {
            return;
        }
        int from = known.from(zone.beginNanos());
        int end = known.from(zone.endNanos());
        if (from == end) {
            return;
        }
        Sums sums = sums(zone);
        for (int i = known.nextFree(from); i < end; i = known.nextFree(i + 1)) {
            known.free[i] = i + 1;
            sums.self++;
            sums.functions.merge(known.functions[i], 1L, Long::sum);
        }
        if (!isInsideItself(zone)) {
            sums.total += end - from;
        }
    }

    private static boolean isInsideItself(Zone zone) {
        for (Zone around = zone.parent(); around != null; around = around.parent()) {
            if (around.location() == zone.location()) {
                return true;
            }
        }
        return false;
    }

    private Samples of(Track track) {
        if (!sorted) {
            byTrack.values().forEach(Samples::sort);
            sorted = true;
        }
        int index = track.index();
        if (index >= knownTracks.length) {
            int length = Math.max(index + 1, knownTracks.length * 2);
            knownTracks = Arrays.copyOf(knownTracks, length);
            byTrackIndex = Arrays.copyOf(byTrackIndex, length);
        }
        if (!knownTracks[index]) {
            knownTracks[index] = true;
            byTrackIndex[index] = byTrack.get(new TrackKey(track.process(), track.koid()));
        }
        return byTrackIndex[index];
    }

    @SuppressWarnings("EnumOrdinal") // A place in a map of this run.
    private Sums sums(Zone zone) {
        ZoneKind kind = ZoneKind.of(zone);
        return byPlace.computeIfAbsent(
                zone.location().index() * KINDS + kind.ordinal(), place -> new Sums(zone.location(), kind));
    }

    /** Zones that were open, those with the most samples of their own first. */
    public List<SampledZone> zones() {
        List<SampledZone> all = new ArrayList<>();
        for (Sums sums : byPlace.values()) {
            List<SampledZone.Method> methods = new ArrayList<>();
            sums.functions.forEach((function, count) ->
                    methods.add(new SampledZone.Method(function < 0 ? "(unknown)" : functions.get(function), count)));
            methods.sort(Comparator.comparingLong(SampledZone.Method::samples)
                    .reversed()
                    .thenComparing(SampledZone.Method::function));
            all.add(new SampledZone(sums.location, sums.kind, sums.self, sums.total, methods));
        }
        all.sort(Comparator.comparingLong(SampledZone::self)
                .thenComparingLong(SampledZone::total)
                .reversed()
                .thenComparing(zone -> zone.location().displayName()));
        return all;
    }

    /** Samples that were held against zones. */
    public long samples() {
        return samples;
    }

    /** Samples that were left out, because there were too many. */
    public long beyondLimit() {
        return beyondLimit;
    }
}
