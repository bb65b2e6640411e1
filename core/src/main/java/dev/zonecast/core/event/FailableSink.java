package dev.zonecast.core.event;

import java.io.IOException;

/** A sink whose output names the failure that ended it. */
public interface FailableSink extends EventSink {
    /**
     * The last call, in place of {@link #end}, after a call of this sink has thrown. The events of that call are missing.
     *
     * @param limitNanos time limit of this call
     */
    void endAfterFailure(long limitNanos) throws IOException;
}
