package dev.zonecast.trace.bounds;

import java.util.List;

/** Splits a time of a thread where its innermost zone or its stop changes. */
final class ThreadWalk {
    /** Takes the pieces, which follow each other without a gap. */
    interface Taker {
        /**
         * A piece.
         *
         * @param segment the innermost zone; null for none
         * @param stop the one that counts; null for none
         */
        void piece(long from, long to, Segment segment, Stop stop);
    }

    private final List<Segment> segments;
    private final List<Stop> stops;
    private int nextSegment;

    ThreadWalk(List<Segment> segments, List<Stop> stops) {
        this.segments = segments;
        this.stops = stops;
    }

    void over(long from, long to, Taker taker) {
        long at = from;
        while (at < to) {
            long until = to;
            while (nextSegment < segments.size() && segments.get(nextSegment).end() <= at) {
                nextSegment++;
            }
            Segment segment = null;
            if (nextSegment < segments.size()) {
                Segment next = segments.get(nextSegment);
                boolean isThere = next.begin() <= at;
                segment = isThere ? next : null;
                until = Math.min(until, isThere ? next.end() : next.begin());
            }
            Stop best = null;
            for (Stop stop : stops) {
                if (stop.begin() > at) {
                    until = Math.min(until, stop.begin());
                    break;
                }
                if (stop.end() > at) {
                    until = Math.min(until, stop.end());
                    best = best == null || stop.kind().compareTo(best.kind()) < 0 ? stop : best;
                }
            }
            taker.piece(at, until, segment, best);
            at = until;
        }
    }
}
