package dev.zonecast.trace.bounds;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** What the GPU did around a frame, all contexts together. */
final class GpuWork {
    /** A time in which the GPU idled, and the context that ran next. */
    record Idle(long begin, long end, String context) {}

    /** Zones of a frame may run this long after it. */
    private static final long AFTER_NANOS = 100_000_000;

    /** A shorter gap between two zones is the driver's. */
    private static final long LEAST_IDLE_NANOS = 20_000;

    /** Time of a zone without the zones inside, and its submission. */
    private record Segment(long begin, long end, Subject subject, long submitted) {}

    private final List<Segment> segments = new ArrayList<>();
    private final long frameBegin;
    private final long frameEnd;

    GpuWork(Collection<Timeline> tracks, long frameBegin, long frameEnd) {
        this.frameBegin = frameBegin;
        this.frameEnd = frameEnd;
        for (Timeline track : tracks) {
            if (track.isOfGpu()) {
                Pieces pieces = track.within(frameBegin, frameEnd + AFTER_NANOS);
                for (int i = 0; i < pieces.size(); i++) {
                    segments.add(
                            new Segment(pieces.begin(i), pieces.end(i), pieces.place(i).subject, pieces.submitted(i)));
                }
            }
        }
        segments.sort(Comparator.comparingLong(Segment::begin));
    }

    /** When the GPU last worked up to a time, from another time on; {@link Long#MIN_VALUE} if it did not. */
    long lastBusy(long from, long to) {
        long last = Long.MIN_VALUE;
        for (Segment segment : segments) {
            if (segment.begin() >= to) {
                break;
            }
            if (segment.end() > from) {
                last = Math.max(last, Math.min(segment.end(), to));
            }
        }
        return last;
    }

    long busyNanos(long from, long to) {
        long[] sum = {0};
        split(from, to, (begin, end, subject) -> sum[0] += subject == null ? 0 : end - begin);
        return sum[0];
    }

    /** Gets the parts of a time, each with the GPU's zone; null while it idled. */
    interface Taker {
        void piece(long from, long to, Subject subject);
    }

    /** Where contexts overlap, the zone that began earlier counts. */
    void split(long from, long to, Taker taker) {
        long at = from;
        for (Segment segment : segments) {
            if (segment.begin() >= to) {
                break;
            }
            if (segment.end() > at) {
                if (segment.begin() > at) {
                    taker.piece(at, segment.begin(), null);
                    at = segment.begin();
                }
                long end = Math.min(segment.end(), to);
                taker.piece(at, end, segment.subject());
                at = end;
            }
        }
        if (at < to) {
            taker.piece(at, to, null);
        }
    }

    /** Times of the frame between two zones that it submitted in which the GPU did nothing. */
    List<Idle> idles() {
        List<Idle> idles = new ArrayList<>();
        long busyUntil = Long.MIN_VALUE;
        boolean hasOwn = false;
        for (Segment segment : segments) {
            boolean isOwn = segment.submitted() >= frameBegin && segment.submitted() <= frameEnd;
            if (hasOwn && isOwn && segment.begin() - busyUntil >= LEAST_IDLE_NANOS && busyUntil < frameEnd) {
                idles.add(new Idle(
                        busyUntil,
                        Math.min(segment.begin(), frameEnd),
                        segment.subject().where()));
            }
            hasOwn |= isOwn;
            busyUntil = Math.max(busyUntil, segment.end());
        }
        return idles;
    }
}
