package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;

/** Takes every event and keeps none; counts zones, so that the compiler cannot leave out what leads to it. */
public final class DiscardingSink extends PartialSink {
    private long begins;
    private long ends;
    private long nanos;

    /** True if every zone that was begun has ended; after a flush, by the thread that asked for it. */
    public boolean isBalanced() {
        return begins == ends && (begins == 0) == (nanos == 0);
    }

    @Override
    public String description() {
        return "discarding sink";
    }

    @Override
    public void zoneBegin(ThreadTrack thread, long atNanos, SourceLocation location) {
        begins++;
        nanos += atNanos + location.id();
    }

    @Override
    public void zoneBegin(ThreadTrack thread, long atNanos, SourceLocation location, CallStack stack) {
        zoneBegin(thread, atNanos, location);
    }

    @Override
    public void zoneEnd(ThreadTrack thread, long atNanos) {
        ends++;
        nanos += atNanos;
    }
}
