package dev.zonecast.trace.bounds;

import java.util.List;

/** Splits a time of a thread where its innermost zone or its stop changes. */
final class ThreadWalk {
    static final int OUTSIDE = -1;

    /** Gets the times, which follow each other without a gap. */
    interface Taker {
        /**
         * A time.
         *
         * @param piece with the innermost zone; {@link #OUTSIDE}: no zone
         * @param stop the stop that counts; null: none
         */
        void piece(long from, long to, int piece, Stop stop);
    }

    private final Pieces pieces;
    private final List<Stop> stops;
    private int next;

    ThreadWalk(Pieces pieces, List<Stop> stops) {
        this.pieces = pieces;
        this.stops = stops;
    }

    void over(long from, long to, Taker taker) {
        long at = from;
        while (at < to) {
            long until = to;
            while (next < pieces.size() && pieces.end(next) <= at) {
                next++;
            }
            int piece = OUTSIDE;
            if (next < pieces.size()) {
                boolean isThere = pieces.begin(next) <= at;
                piece = isThere ? next : OUTSIDE;
                until = Math.min(until, isThere ? pieces.end(next) : pieces.begin(next));
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
            taker.piece(at, until, piece, best);
            at = until;
        }
    }
}
