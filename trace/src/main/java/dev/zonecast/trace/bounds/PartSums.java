package dev.zonecast.trace.bounds;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Times by cause and subject: of the frame at hand, and of all frames before it. */
final class PartSums {
    /** Subjects whose usual times are known. */
    private static final int MAX_SUBJECTS = 1 << 16;

    private record Key(Cause cause, Subject subject) {}

    /** The times of one subject. */
    static final class Sum {
        private final Key key;
        private final boolean isKept;
        private long nanosBefore;
        private long nanos;
        private boolean isInFrame;

        private Sum(Key key, boolean isKept) {
            this.key = key;
            this.isKept = isKept;
        }

        /** False: it is one of the frame at hand only. */
        boolean isKept() {
            return isKept;
        }
    }

    private final Map<Key, Sum> kept = new HashMap<>();
    /** Of the frame at hand only. */
    private final Map<Key, Sum> further = new HashMap<>();

    private final List<Sum> ofFrame = new ArrayList<>();
    private long framesBefore;

    Sum of(Cause cause, Subject subject) {
        Key key = new Key(cause, subject);
        Sum known = kept.get(key);
        if (known != null) {
            return known;
        }
        boolean hasRoom = kept.size() < MAX_SUBJECTS;
        return (hasRoom ? kept : further).computeIfAbsent(key, of -> new Sum(of, hasRoom));
    }

    void add(Cause cause, Subject subject, long nanos) {
        if (nanos > 0) {
            add(of(cause, subject), nanos);
        }
    }

    /** @param nanos below 0: another subject has them */
    void add(Sum sum, long nanos) {
        if (!sum.isInFrame) {
            sum.isInFrame = true;
            ofFrame.add(sum);
        }
        sum.nanos += nanos;
    }

    /** The parts of the frame, the largest first. What follows is the next frame's. */
    List<FramePart> endFrame() {
        List<FramePart> parts = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            FramePart part = part(cause);
            if (part != null) {
                parts.add(part);
            }
        }
        for (Sum sum : ofFrame) {
            sum.nanosBefore += sum.nanos;
            sum.nanos = 0;
            sum.isInFrame = false;
        }
        ofFrame.clear();
        further.clear();
        framesBefore++;
        parts.sort(Comparator.comparingLong(FramePart::nanos).reversed().thenComparing(FramePart::cause));
        return parts;
    }

    /** Null if the cause has no time. */
    private FramePart part(Cause cause) {
        Sum main = null;
        double most = 0;
        long all = 0;
        for (Sum sum : ofFrame) {
            if (sum.key.cause != cause || sum.nanos <= 0) {
                continue;
            }
            all += sum.nanos;
            double above = sum.nanos - (framesBefore == 0 ? 0 : (double) sum.nanosBefore / framesBefore);
            boolean isMain = main == null
                    || above > most
                    || (above == most && sum.key.subject.toString().compareTo(main.key.subject.toString()) > 0);
            main = isMain ? sum : main;
            most = isMain ? above : most;
        }
        return main == null ? null : new FramePart(cause, all, main.key.subject, main.nanos);
    }
}
