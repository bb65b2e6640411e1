package dev.zonecast.trace.stats;

import dev.zonecast.trace.stats.FrameContents.WaitPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The waits of one thread. Where two of them overlap, the time counts once. */
final class ThreadWaits {
    private record Wait(String name, long begin, long end) {}

    private final List<Wait> waits = new ArrayList<>();

    // Times without overlap, made by merge(): before[i] is the sum of those before i. Null until then.
    private long[] from;
    private long[] to;
    private long[] before;

    /** The greatest end of the waits up to each, in the order of their begins. */
    private long[] latestEnds;

    private int merged;

    void add(String name, long begin, long end) {
        boolean isInOrder = waits.isEmpty() || begin >= waits.getLast().begin;
        waits.add(new Wait(name, begin, end));
        if (from != null && isInOrder) {
            append(waits.size() - 1);
        } else {
            from = null;
        }
    }

    int count() {
        return waits.size();
    }

    /** Drops waits that ended before a time; zones that reach behind it are not asked for any more. */
    void removeBefore(long time) {
        if (waits.removeIf(wait -> wait.end < time)) {
            from = null;
        }
    }

    private void merge() {
        if (from != null) {
            return;
        }
        waits.sort(Comparator.comparingLong(Wait::begin));
        int count = waits.size();
        from = new long[count];
        to = new long[count];
        before = new long[count + 1];
        latestEnds = new long[count];
        merged = 0;
        for (int i = 0; i < count; i++) {
            append(i);
        }
    }

    /** Takes the wait with that place into the times. Those before it have been taken. */
    private void append(int i) {
        Wait wait = waits.get(i);
        if (i == latestEnds.length) {
            int length = 2 * i + 8;
            from = Arrays.copyOf(from, length);
            to = Arrays.copyOf(to, length);
            before = Arrays.copyOf(before, length + 1);
            latestEnds = Arrays.copyOf(latestEnds, length);
        }
        latestEnds[i] = i == 0 ? wait.end : Math.max(latestEnds[i - 1], wait.end);
        if (merged > 0 && wait.begin <= to[merged - 1]) {
            to[merged - 1] = Math.max(to[merged - 1], wait.end);
        } else {
            from[merged] = wait.begin;
            to[merged++] = wait.end;
        }
        before[merged] = before[merged - 1] + to[merged - 1] - from[merged - 1];
    }

    /** How long the thread waited from one time to another. */
    long nanos(long begin, long end) {
        merge();
        return end <= begin ? 0 : nanosUntil(end) - nanosUntil(begin);
    }

    private long nanosUntil(long time) {
        int i = firstNotBefore(from, merged, time);
        return i == 0 ? 0 : before[i - 1] + Math.min(to[i - 1], time) - from[i - 1];
    }

    /** Waits within a time by name, the longest first. */
    List<WaitPart> parts(long begin, long end) {
        merge();
        Map<String, Long> sums = new HashMap<>();
        // No wait before the first whose end is later, or that of one before it, reaches in.
        for (int i = firstNotBefore(latestEnds, waits.size(), begin); i < waits.size(); i++) {
            Wait wait = waits.get(i);
            if (wait.begin >= end) {
                break;
            }
            sums.merge(wait.name, Math.max(0, Math.min(wait.end, end) - Math.max(wait.begin, begin)), Long::sum);
        }
        return sums.entrySet().stream()
                .filter(sum -> sum.getValue() > 0)
                .map(sum -> new WaitPart(sum.getKey(), sum.getValue()))
                .sorted(Comparator.comparingLong(WaitPart::nanos).reversed().thenComparing(WaitPart::name))
                .toList();
    }

    /** Of equal elements any: none of them reaches behind that time. */
    private static int firstNotBefore(long[] sorted, int length, long time) {
        int found = Arrays.binarySearch(sorted, 0, length, time);
        return found >= 0 ? found : -found - 1;
    }
}
