package dev.zonecast.bench.league;

import java.util.Locale;

/**
 * What one process measured.
 *
 * @param nanos of a zone, median of bursts
 * @param tailNanos of a single call, 99.99th percentile, two readings of {@link System#nanoTime} included
 * @param heapBytes that a zone allocates on the calling thread
 * @param fileBytes of a zone in the file, or {@link Contestant#UNKNOWN}
 * @param lost zones that are not recorded, or {@link Contestant#UNKNOWN}
 * @param zones calls
 */
record Figures(double nanos, double tailNanos, double heapBytes, double fileBytes, long lost, long zones) {
    private static final String MARK = "league-figures";
    private static final int PARTS = 7;

    /** A line for the process that waits for it. */
    String line() {
        return String.format(
                Locale.ROOT, "%s %f %f %f %f %d %d", MARK, nanos, tailNanos, heapBytes, fileBytes, lost, zones);
    }

    /** Finds the line in what a process printed; null if there is none. */
    static Figures of(String output) {
        for (String line : output.lines().toList()) {
            String[] parts = line.split(" ", -1);
            if (parts.length == PARTS && parts[0].equals(MARK)) {
                return new Figures(
                        Double.parseDouble(parts[1]),
                        Double.parseDouble(parts[2]),
                        Double.parseDouble(parts[3]),
                        Double.parseDouble(parts[4]),
                        Long.parseLong(parts[5]),
                        Long.parseLong(parts[6]));
            }
        }
        return null;
    }
}
