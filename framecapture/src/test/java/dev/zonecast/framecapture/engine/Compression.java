package dev.zonecast.framecapture.engine;

import java.time.Duration;

/** The thread that compresses, for tests of other packages. */
public final class Compression {
    private Compression() {}

    /** Waits until all submitted images are with the collector or counted as dropped. */
    public static void await(Duration limit) {
        if (!CompressionWorker.INSTANCE.await(limit.toNanos())) {
            throw new IllegalStateException("the thread that compresses hangs");
        }
    }
}
