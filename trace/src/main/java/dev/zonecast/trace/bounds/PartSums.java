package dev.zonecast.trace.bounds;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Times of a frame by cause and subject. */
final class PartSums {
    /** Subjects whose usual times are known. */
    private static final int MAX_SUBJECTS = 1 << 16;

    /** What is usual: all frames so far. */
    static final class Usual {
        private record Key(Cause cause, Subject subject) {}

        private final Map<Key, long[]> sums = new HashMap<>();
        private long frames;

        private void add(Cause cause, Subject subject, long nanos) {
            Key key = new Key(cause, subject);
            long[] sum = sums.get(key);
            if (sum == null && sums.size() < MAX_SUBJECTS) {
                sum = new long[1];
                sums.put(key, sum);
            }
            if (sum != null) {
                sum[0] += nanos;
            }
        }

        private double of(Cause cause, Subject subject) {
            long[] sum = sums.get(new Key(cause, subject));
            return sum == null || frames == 0 ? 0 : (double) sum[0] / frames;
        }
    }

    /** By object: most pieces of a frame have one of a few, and equal ones are added up at the end. */
    private final Map<Cause, IdentityHashMap<Subject, long[]>> pieces = new EnumMap<>(Cause.class);

    void add(Cause cause, Subject subject, long nanos) {
        if (nanos > 0) {
            pieces.computeIfAbsent(cause, c -> new IdentityHashMap<>()).computeIfAbsent(subject, s -> new long[1])[0] +=
                    nanos;
        }
    }

    private Map<Cause, Map<Subject, long[]>> sums() {
        Map<Cause, Map<Subject, long[]>> sums = new EnumMap<>(Cause.class);
        pieces.forEach((cause, subjects) -> {
            Map<Subject, long[]> equal = new HashMap<>();
            subjects.forEach((subject, sum) -> equal.computeIfAbsent(subject, s -> new long[1])[0] += sum[0]);
            sums.put(cause, equal);
        });
        return sums;
    }

    /** The parts, the largest first. Adds them to what is usual. */
    List<FramePart> parts(Usual usual) {
        Map<Cause, Map<Subject, long[]>> sums = sums();
        List<FramePart> parts = new ArrayList<>();
        sums.forEach((cause, subjects) -> {
            long all = subjects.values().stream().mapToLong(sum -> sum[0]).sum();
            Map.Entry<Subject, long[]> main = subjects.entrySet().stream()
                    .max(Comparator.comparingDouble((Map.Entry<Subject, long[]> sum) ->
                                    sum.getValue()[0] - usual.of(cause, sum.getKey()))
                            .thenComparing(sum -> sum.getKey().toString()))
                    .orElseThrow();
            parts.add(new FramePart(cause, all, main.getKey(), main.getValue()[0]));
        });
        sums.forEach((cause, subjects) -> subjects.forEach((subject, sum) -> usual.add(cause, subject, sum[0])));
        usual.frames++;
        parts.sort(Comparator.comparingLong(FramePart::nanos).reversed().thenComparing(FramePart::cause));
        return parts;
    }
}
