package dev.zonecast.cli.export;

import dev.zonecast.trace.Track;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which of a few tracks below its thread an interval goes on: intervals overlap as they like, slices of a track do not. An interval goes
 * behind the last one of a lane, so that it is enough to know the last end of each.
 */
final class Lanes {
    /** More than that at once are left out. */
    static final int MAX_LANES = 64;

    private final Map<Track, long[]> endsOfTracks = new HashMap<>();

    /** The first that has room from the begin on, which is taken up to the end; -1 if none has. */
    int take(Track track, long beginNanos, long endNanos) {
        long[] ends = endsOfTracks.getOrDefault(track, new long[0]);
        for (int lane = 0; lane < MAX_LANES; lane++) {
            if (lane == ends.length) {
                ends = Arrays.copyOf(ends, lane + 1);
                endsOfTracks.put(track, ends);
                ends[lane] = Long.MIN_VALUE;
            }
            if (ends[lane] <= beginNanos) {
                ends[lane] = endNanos;
                return lane;
            }
        }
        return -1;
    }
}
