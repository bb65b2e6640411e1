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

    /** The parts, the largest first. Adds them to what is usual. */
    List<FramePart> parts(Usual usual) {
        List<FramePart> parts = new ArrayList<>();
        for (Map.Entry<Cause, IdentityHashMap<Subject, long[]>> ofCause : pieces.entrySet()) {
            parts.add(part(ofCause.getKey(), ofCause.getValue(), usual));
        }
        usual.frames++;
        parts.sort(Comparator.comparingLong(FramePart::nanos).reversed().thenComparing(FramePart::cause));
        return parts;
    }

    private static FramePart part(Cause cause, IdentityHashMap<Subject, long[]> subjects, Usual usual) {
        Map<Subject, long[]> equal = new HashMap<>();
        long all = 0;
        for (Map.Entry<Subject, long[]> sum : subjects.entrySet()) {
            equal.computeIfAbsent(sum.getKey(), s -> new long[1])[0] += sum.getValue()[0];
            all += sum.getValue()[0];
        }
        Subject main = null;
        double most = 0;
        for (Map.Entry<Subject, long[]> sum : equal.entrySet()) {
            Subject subject = sum.getKey();
            double above = sum.getValue()[0] - usual.of(cause, subject);
            boolean isMain = main == null
                    || above > most
                    || (above == most && subject.toString().compareTo(main.toString()) > 0);
            main = isMain ? subject : main;
            most = isMain ? above : most;
        }
        for (Map.Entry<Subject, long[]> sum : equal.entrySet()) {
            usual.add(cause, sum.getKey(), sum.getValue()[0]);
        }
        return new FramePart(cause, all, main, equal.get(main)[0]);
    }
}
