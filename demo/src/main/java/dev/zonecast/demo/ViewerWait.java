package dev.zonecast.demo;

import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.locks.LockSupport;

/** Waits for a Tracy viewer. */
final class ViewerWait {
    private static final long POLL_NANOS = 20_000_000;

    private ViewerWait() {}

    /**
     * Returns true when a viewer has connected, false when the program was told to stop before.
     *
     * @throws IOException if none can connect
     */
    static boolean await(StopSignal stop, PrintStream err) throws IOException {
        if (Zonecast.port() < 0) {
            throw new IOException(
                    "no viewer can connect: the profiler is off, zonecast.listen is false, or no port is free");
        }
        err.println("waiting for a Tracy v0.14 viewer on 127.0.0.1:" + Zonecast.port() + " (Ctrl-C ends this)");
        while (!Zonecast.viewerConnected()) {
            if (stop.requested()) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}
