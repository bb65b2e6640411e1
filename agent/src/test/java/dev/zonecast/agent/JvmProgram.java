package dev.zonecast.agent;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.logging.LogManager;
import jdk.jfr.FlightRecorder;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordingStream;

/**
 * A program without graphics that knows nothing of Zonecast. It chooses its log manager; with an argument it waits until JFR records, collects
 * garbage, works, and waits until JFR has handed over what happened.
 */
public final class JvmProgram {
    static final int COLLECTIONS = 3;

    /** With the last ones, the agent has seconds for what the first one handed over. */
    private static final int FLUSHES = 4;

    private static final long WORK_NANOS = 500_000_000;

    /** Of the program's own. */
    public static final class OwnLogManager extends LogManager {}

    private static double result;

    private JvmProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.setProperty("java.util.logging.manager", OwnLogManager.class.getName());
        System.out.println(
                "log manager " + LogManager.getLogManager().getClass().getSimpleName());
        if (arguments.length == 0) {
            return;
        }
        while (FlightRecorder.getFlightRecorder().getRecordings().stream()
                .noneMatch(recording -> recording.getState() == RecordingState.RUNNING)) {
            Thread.sleep(10);
        }
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        work();
        awaitFlushes();
        System.out.println("done " + result);
    }

    /** JFR hands over once a second, and not when the program ends. */
    private static void awaitFlushes() throws InterruptedException {
        CountDownLatch flushes = new CountDownLatch(FLUSHES);
        try (RecordingStream stream = new RecordingStream()) {
            stream.onFlush(flushes::countDown);
            stream.startAsync();
            flushes.await();
        }
    }

    private static void work() {
        var cpu = ManagementFactory.getThreadMXBean();
        long end = cpu.getCurrentThreadCpuTime() + WORK_NANOS;
        while (cpu.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < 100_000; i++) {
                result += Math.sin(i);
            }
        }
    }
}
