package dev.zonecast.core.gpu;

import java.util.stream.Stream;

/** Two kinds of queries that count at the same time. */
final class CountersTogether extends GpuCounters {
    private final GpuCounters first;
    private final GpuCounters second;
    private final long[] ofSecond;

    CountersTogether(GpuCounters first, GpuCounters second) {
        super(
                Math.min(first.slots(), second.slots()),
                Stream.concat(first.counted().stream(), second.counted().stream())
                        .toList());
        this.first = first;
        this.second = second;
        ofSecond = new long[second.counted().size()];
    }

    @Override
    protected boolean begin(int slot, long target) {
        if (!first.begin(slot, target)) {
            return false;
        }
        if (second.begin(slot, target)) {
            return true;
        }
        first.end(slot, target);
        return false;
    }

    @Override
    protected void end(int slot, long target) {
        second.end(slot, target);
        first.end(slot, target);
    }

    @Override
    protected boolean read(int slot, long[] values) {
        if (!first.read(slot, values) || !second.read(slot, ofSecond)) {
            return false;
        }
        System.arraycopy(ofSecond, 0, values, first.counted().size(), ofSecond.length);
        return true;
    }
}
