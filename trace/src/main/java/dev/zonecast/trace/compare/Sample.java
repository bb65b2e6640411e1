package dev.zonecast.trace.compare;

import dev.zonecast.fxt.Distribution;

/** Durations of one zone, or of the frames of one set, in one recording. */
public final class Sample {
    private final Distribution durations = new Distribution();
    private final BlockMeans blocks = new BlockMeans();

    Sample() {}

    void add(long nanos) {
        durations.add(nanos);
        blocks.add(nanos);
    }

    /** Nanoseconds. */
    public Distribution durations() {
        return durations;
    }

    double[] blockMeans() {
        return blocks.means();
    }
}
