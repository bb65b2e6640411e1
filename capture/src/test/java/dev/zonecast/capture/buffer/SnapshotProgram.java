package dev.zonecast.capture.buffer;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Message;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

/** A program with a flight recorder; the argument says what it does. */
public final class SnapshotProgram {
    private static final SourceLocation WHOLE = SourceLocation.here("whole run");
    private static final SourceLocation STEP = SourceLocation.here("step");
    private static final int STEPS = 300_000;

    private SnapshotProgram() {}

    /** Arguments: what to do, the file of a snapshot. */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "call" -> {
                long whole = Zone.begin(WHOLE);
                manyThreads();
                steps();
                Zonecast.snapshot(Path.of(arguments[1])).get();
                Zone.end(whole);
            }
            case "frame" -> {
                for (int i = 0; i < 100; i++) {
                    Thread.sleep(i == 80 ? 300 : 1);
                    Frame.mark();
                }
                Thread.sleep(1000);
            }
            case "exception" -> {
                Message.log("before the exception");
                throw new IllegalStateException("on purpose");
            }
            case "alert" -> {
                Message.log("before the alert");
                Zonecast.alert("low health");
                Zonecast.alert("too soon");
                Thread.sleep(1000);
            }
            case "full" -> {
                steps();
                boolean _ = Zonecast.flush(Duration.ofSeconds(10));
                System.out.println("active: " + Zonecast.isActive());
            }
            case "threads" -> {
                CountDownLatch done = new CountDownLatch(1);
                for (int i = 0; i < 16; i++) {
                    CountDownLatch recorded = new CountDownLatch(1);
                    Thread.ofPlatform().name("thread " + i).start(() -> {
                        Zone.end(Zone.begin(STEP));
                        recorded.countDown();
                        await(done);
                    });
                    recorded.await();
                }
                done.countDown();
            }
            case "no room" -> {
                steps();
                try {
                    Zonecast.snapshot(Path.of(arguments[1])).get();
                } catch (ExecutionException e) {
                    System.out.println("no snapshot: " + e.getCause());
                }
            }
            case "overwrite" -> {
                long whole = Zone.begin(WHOLE);
                steps(0, 10);
                boolean _ = Zonecast.flush(Duration.ofSeconds(60));
                CountDownLatch goOn = FrozenCollector.freeze();
                // It ends, and a new one begins, while what comes between is overwritten.
                Zone.end(whole);
                steps(10, 20_000);
                long last = Zone.begin(WHOLE);
                steps(20_000, 40_000);
                goOn.countDown();
                boolean _ = Zonecast.flush(Duration.ofSeconds(60));
                Zone.end(last);
            }
            case "watch" -> {
                Path file = Path.of(arguments[1]);
                do {
                    steps();
                    if (!Zonecast.flush(Duration.ofSeconds(60))) {
                        throw new IllegalStateException("not written in time");
                    }
                } while (!Files.readString(file, StandardCharsets.ISO_8859_1).contains("Zonecast: ring of main"));
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void steps(int from, int to) {
        for (int i = from; i < to; i++) {
            long zone = Zone.begin(STEP);
            Zone.value(zone, i);
            Zone.end(zone);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void steps() throws InterruptedException {
        for (int i = 0; i < STEPS; i++) {
            long zone = Zone.begin(STEP);
            Zone.value(zone, i);
            Zone.end(zone);
            if (i % 2000 == 0) {
                Thread.sleep(1);
            }
        }
    }

    /** More than the thread table has places. */
    private static void manyThreads() throws InterruptedException {
        for (int i = 0; i < 400; i++) {
            Thread thread = Thread.ofPlatform().name("short " + i).start(() -> Zone.end(Zone.begin(STEP)));
            thread.join();
        }
    }
}
