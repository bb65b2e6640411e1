package dev.zonecast.trace.stats;

import dev.zonecast.trace.TraceZone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** What happened on a thread and when. A first reading adds it; a second one finds the innermost zone around each moment. */
final class Moments<T> {
    private record Moment<T>(long time, T what) {}

    private final List<Moment<T>> all = new ArrayList<>();

    // Of the second reading.
    private long[] times;
    private final BitSet taken = new BitSet();

    /** First reading. */
    void add(long time, T what) {
        all.add(new Moment<>(time, what));
    }

    /** Second reading: how many moments are within a zone. */
    int within(TraceZone zone) {
        return from(zone.endNanos()) - from(zone.beginNanos());
    }

    /**
     * Second reading: a zone, each after those inside of it. So the first zone around a moment is the innermost.
     *
     * @param found of each moment within it that no zone before was around
     */
    void take(TraceZone zone, Consumer<? super T> found) {
        int end = from(zone.endNanos());
        for (int i = taken.nextClearBit(from(zone.beginNanos())); i < end; i = taken.nextClearBit(i)) {
            taken.set(i);
            found.accept(all.get(i).what);
        }
    }

    /** Place of the first moment that is not before a time. */
    private int from(long time) {
        if (times == null) {
            all.sort(Comparator.comparingLong(Moment::time));
            times = all.stream().mapToLong(Moment::time).toArray();
        }
        int found = Arrays.binarySearch(times, time);
        int from = found >= 0 ? found : -found - 1;
        while (from > 0 && times[from - 1] == time) {
            from--;
        }
        return from;
    }
}
