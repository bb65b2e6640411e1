package dev.zonecast.core;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** Takes until it is told to end. */
record SlowSink(CountDownLatch mayEnd) implements EventSink {
    @Override
    public String description() {
        return "slow";
    }

    @Override
    public void event(Event event) {}

    @Override
    public void end(long nanos, long limitNanos) throws IOException {
        try {
            mayEnd.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
