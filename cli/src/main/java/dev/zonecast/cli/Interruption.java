package dev.zonecast.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Lets a command finish when Ctrl-C ends the process: until it is closed, the process waits for that. */
final class Interruption implements AutoCloseable {
    private static final long FINISH_SECONDS = 10;

    private final BooleanSupplier stop;
    private final long finishSeconds;
    private final Runnable whenLate;
    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook = Thread.ofPlatform().unstarted(this::run);

    /**
     * The process waits ten seconds for the command.
     *
     * @param stop asks the command to end; false if there is nothing to wait for
     * @param whenLate the process ends although the command has not
     */
    Interruption(BooleanSupplier stop, Runnable whenLate) {
        this(stop, FINISH_SECONDS, whenLate);
    }

    /** The process waits for the command without a limit. */
    Interruption(BooleanSupplier stop) {
        this(stop, Long.MAX_VALUE, () -> {});
    }

    private Interruption(BooleanSupplier stop, long finishSeconds, Runnable whenLate) {
        this.stop = stop;
        this.finishSeconds = finishSeconds;
        this.whenLate = whenLate;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void run() {
        try {
            if (stop.getAsBoolean() && !finished.await(finishSeconds, TimeUnit.SECONDS)) {
                whenLate.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** True once Ctrl-C was pressed. */
    boolean hasCome() {
        return hook.getState() != Thread.State.NEW;
    }

    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running, and waits no longer.
            Thread.currentThread().setName("zonecast-ended");
        }
    }
}
