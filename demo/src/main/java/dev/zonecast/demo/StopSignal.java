package dev.zonecast.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets Ctrl-C (and any other polite end of the process) wait until the demo has printed its report. */
final class StopSignal {
    private static final long WAIT_LIMIT_SECONDS = 20;

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean requested;

    private StopSignal() {}

    static StopSignal install() {
        StopSignal signal = new StopSignal();
        Runtime.getRuntime().addShutdownHook(new Thread(signal::stopAndWait, "stop signal"));
        return signal;
    }

    private void stopAndWait() {
        requested = true;
        try {
            finished.await(WAIT_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the program shall end after the current frame; any thread. */
    boolean requested() {
        return requested;
    }

    /** The report is out: the JVM may end. */
    void finished() {
        finished.countDown();
    }
}
