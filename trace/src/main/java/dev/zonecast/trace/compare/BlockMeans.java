package dev.zonecast.trace.compare;

import java.util.Arrays;

/**
 * Means of consecutive blocks of values, at most 64 of them whatever the number of values: when they are full, each two become one.
 * Neighbouring calls of a zone resemble each other (same scene, same caches, same clock rate), so that a test that took each for
 * an observation of its own would find everything significant; the means of long blocks depend on each other much less.
 */
final class BlockMeans {
    private static final int MAX_BLOCKS = 64;

    private final double[] sums = new double[MAX_BLOCKS];
    private int blocks;
    private long blockSize = 1;
    private double openSum;
    private long openCount;

    void add(long value) {
        openSum += value;
        openCount++;
        if (openCount < blockSize) {
            return;
        }
        sums[blocks++] = openSum;
        openSum = 0;
        openCount = 0;
        if (blocks == MAX_BLOCKS) {
            for (int i = 0; i < MAX_BLOCKS / 2; i++) {
                sums[i] = sums[2 * i] + sums[2 * i + 1];
            }
            blocks = MAX_BLOCKS / 2;
            blockSize *= 2;
        }
    }

    /** Means of the full blocks, in the order of time. */
    double[] means() {
        double[] means = Arrays.copyOf(sums, blocks);
        for (int i = 0; i < blocks; i++) {
            means[i] /= blockSize;
        }
        return means;
    }
}
