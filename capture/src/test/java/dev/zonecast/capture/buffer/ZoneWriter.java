package dev.zonecast.capture.buffer;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/**
 * A program to be killed: threads that record numbered zones without an end, if they are recorded, and say through the standard output how many they have
 * published. Arguments: number of threads, zones a report, nanoseconds to rest after a report (0: none); and if it is not to be killed,
 * by what it ends and after how many milliseconds.
 */
public final class ZoneWriter {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation NUMBERED = SourceLocation.here("numbered");
    private static final SourceLocation INNER = SourceLocation.here("inner");
    private static final Plot PLOT = Plot.of("number");

    private static final CountDownLatch REPORTED = new CountDownLatch(1);

    private ZoneWriter() {}

    /** Runs until it is killed, or has brought about its end. */
    public static void main(String[] arguments) throws Throwable {
        int threads = Integer.parseInt(arguments[0]);
        int zones = Integer.parseInt(arguments[1]);
        long restNanos = Long.parseLong(arguments[2]);
        DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        for (int i = 0; i < threads; i++) {
            int index = i;
            Thread.ofPlatform().name("writer-" + i).start(() -> write(index, zones, restNanos, out));
        }
        if (arguments.length > 4) {
            // Not before there is anything to be recovered.
            REPORTED.await();
            Thread.sleep(Long.parseLong(arguments[4]));
            end(arguments[3]);
        }
    }

    @SuppressWarnings("restricted") // It is started with native access.
    private static void end(String how) throws Throwable {
        Linker linker = Linker.nativeLinker();
        switch (how) {
            case "call of a bad address" ->
                linker.downcallHandle(MemorySegment.ofAddress(8), FunctionDescriptor.ofVoid())
                        .invokeExact();
            case "read of a bad address" -> {
                MemorySegment strlen = linker.defaultLookup().find("strlen").orElseThrow();
                long _ = (long)
                        linker.downcallHandle(strlen, FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS))
                                .invokeExact(MemorySegment.ofAddress(8));
            }
            case "abort" ->
                linker.downcallHandle(linker.defaultLookup().find("abort").orElseThrow(), FunctionDescriptor.ofVoid())
                        .invokeExact();
            case "halt" -> Runtime.getRuntime().halt(9);
            default -> throw new IllegalArgumentException(how);
        }
    }

    private static void write(int index, int zones, long restNanos, DataOutputStream out) {
        long number = 0;
        Random random = new Random(index);
        while (true) {
            long outer = Zone.begin(OUTER);
            for (int i = 0; i < zones; i++) {
                long zone = Zone.begin(NUMBERED);
                if (zone == 0) {
                    // Nobody records.
                    continue;
                }
                Zone.value(zone, ++number);
                if (random.nextInt(8) == 0) {
                    Zone.end(Zone.begin(INNER));
                    Zone.text(zone, "number " + number);
                    PLOT.set(number);
                }
                Zone.end(zone);
            }
            report(out, index, number);
            REPORTED.countDown();
            Zone.end(outer);
            if (index == 0) {
                Frame.mark();
                Message.log("reported " + number);
            }
            if (restNanos > 0) {
                java.util.concurrent.locks.LockSupport.parkNanos(restNanos);
            }
        }
    }

    /** One write, which is whole or not there. */
    private static void report(DataOutputStream out, int index, long number) {
        byte[] report = new byte[16];
        java.nio.ByteBuffer.wrap(report).putLong(index).putLong(number);
        try {
            out.write(report);
            out.flush();
        } catch (IOException e) {
            Runtime.getRuntime().halt(3);
        }
    }
}
