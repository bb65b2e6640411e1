package dev.zonecast.fleet;

import dev.zonecast.fxt.Distribution;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of a program, as the dataset has it. Times of frames and messages are nanoseconds since the session's start.
 *
 * @param id of the session
 * @param day of its start, as {@code 2026-11-23}
 * @param facts of the program and the machine
 * @param startedMillis milliseconds since 1970; null if it is not known
 * @param durationNanos from the start to the last event
 * @param lost events
 * @param cut the recording has no end
 * @param clockOff the session's own clock was unusable
 */
record SessionFigures(
        long id,
        String source,
        SessionFacts facts,
        String day,
        Long startedMillis,
        long durationNanos,
        long lost,
        boolean cut,
        boolean clockOff,
        List<Zones> zones,
        List<Frame> frames,
        List<Plot> plots,
        List<Line> messages) {

    /** A frame and the title of what bounds it. */
    record Frame(long number, long beginNanos, long durationNanos, String bound) {}

    /** A plot in figures. */
    record Plot(String name, long count, double min, double max, double mean, double last) {}

    /** A message. */
    record Line(long atNanos, String severity, String text) {}

    /**
     * Zones of one place, or a set of frames.
     *
     * @param function null if it is not known
     * @param file null if it is not known
     * @param line null if it is not known
     * @param selfNanos time of their own
     * @param sketch of the durations
     */
    record Zones(String kind, String name, String function, String file, Integer line, long selfNanos, Sketch sketch) {}

    /**
     * The durations of zones. Bins are those of {@link Distribution}.
     *
     * @param bins that have values, in order
     * @param counts how many each has
     */
    @SuppressWarnings("ArrayRecordComponent") // A copy into lists of objects for each of millions of rows.
    record Sketch(long count, long totalNanos, long minNanos, long maxNanos, int[] bins, long[] counts) {
        static Sketch of(Distribution durations) {
            List<Integer> bins = new ArrayList<>();
            List<Long> counts = new ArrayList<>();
            durations.bins((bin, count) -> {
                bins.add(bin);
                counts.add(count);
            });
            return new Sketch(
                    durations.count(),
                    durations.sum(),
                    durations.min(),
                    durations.max(),
                    bins.stream().mapToInt(Integer::intValue).toArray(),
                    counts.stream().mapToLong(Long::longValue).toArray());
        }
    }
}
