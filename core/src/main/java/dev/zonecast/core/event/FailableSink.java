package dev.zonecast.core.event;

import java.io.IOException;

/** A sink whose output names the failure that ended it. */
public interface FailableSink extends EventSink {
    /**
     * Last call, in place of {@link #end}, after a call of this sink has thrown: what that call was to write is missing.
     *
     * @param limitNanos how long it may take
     */
    void endAfterFailure(long limitNanos) throws IOException;
}
