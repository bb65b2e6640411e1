package dev.zonecast.trace.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The waits of one thread. Where two of them overlap, the time counts once. */
final class ThreadWaits {
    /**
     * Waits of a name within a time.
     *
     * @param name {@code park}, {@code wait for} a lock, and so on
     * @param nanos within that time; waits that overlap count in full, each
     */
    record Part(String name, long nanos) {}

    private final Map<String, Integer> names = new HashMap<>();
    private final List<String> nameList = new ArrayList<>();
    private long[] begins = new long[16];
    private long[] ends = new long[16];
    private int[] nameOf = new int[16];
    private int count;

    // Times without overlap, made by merge(): before[i] is the sum of those before i.
    private boolean merged;
    private long[] from;
    private long[] to;
    private long[] before;

    /** The greatest end of the waits up to each, in the order of their begins. */
    private long[] latestEnds;

    private int mergedCount;

    void add(String name, long begin, long end) {
        if (count == begins.length) {
            begins = Arrays.copyOf(begins, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
            nameOf = Arrays.copyOf(nameOf, count * 2);
        }
        begins[count] = begin;
        ends[count] = end;
        nameOf[count] = names.computeIfAbsent(name, key -> {
            nameList.add(key);
            return nameList.size() - 1;
        });
        count++;
    }

    private void merge() {
        merged = true;
        int[] order = BeginOrder.of(i -> begins[i], count);
        long[] sortedBegins = new long[count];
        long[] sortedEnds = new long[count];
        int[] sortedNames = new int[count];
        from = new long[count];
        to = new long[count];
        before = new long[count + 1];
        latestEnds = new long[count];
        for (int i = 0; i < count; i++) {
            long begin = begins[order[i]];
            long end = ends[order[i]];
            sortedBegins[i] = begin;
            sortedEnds[i] = end;
            sortedNames[i] = nameOf[order[i]];
            latestEnds[i] = i == 0 ? end : Math.max(latestEnds[i - 1], end);
            if (mergedCount > 0 && begin <= to[mergedCount - 1]) {
                to[mergedCount - 1] = Math.max(to[mergedCount - 1], end);
            } else {
                from[mergedCount] = begin;
                to[mergedCount++] = end;
            }
        }
        for (int i = 0; i < mergedCount; i++) {
            before[i + 1] = before[i] + (to[i] - from[i]);
        }
        begins = sortedBegins;
        ends = sortedEnds;
        nameOf = sortedNames;
    }

    /** How long the thread waited from one time to another. */
    long nanos(long begin, long end) {
        if (!merged) {
            merge();
        }
        return end <= begin ? 0 : nanosUntil(end) - nanosUntil(begin);
    }

    private long nanosUntil(long time) {
        int i = firstNotBefore(from, mergedCount, time);
        return i == 0 ? 0 : before[i - 1] + Math.min(to[i - 1], time) - from[i - 1];
    }

    /** Waits within a time by name, the longest first. */
    List<Part> parts(long begin, long end) {
        if (!merged) {
            merge();
        }
        long[] sums = new long[nameList.size()];
        // No wait before the first whose end is later, or that of one before it, reaches in.
        for (int i = firstNotBefore(latestEnds, count, begin); i < count && begins[i] < end; i++) {
            sums[nameOf[i]] += Math.max(0, Math.min(ends[i], end) - Math.max(begins[i], begin));
        }
        List<Part> parts = new ArrayList<>();
        for (int name = 0; name < sums.length; name++) {
            if (sums[name] > 0) {
                parts.add(new Part(nameList.get(name), sums[name]));
            }
        }
        parts.sort(Comparator.comparingLong(Part::nanos).reversed().thenComparing(Part::name));
        return parts;
    }

    private static int firstNotBefore(long[] sorted, int length, long time) {
        int low = 0;
        int high = length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
