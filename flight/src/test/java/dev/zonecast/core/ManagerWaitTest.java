package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.recording.CutRecording;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start that waits for a manager, which does not come. */
class ManagerWaitTest {
    @TempDir
    Path folder;

    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            Thread starting = Thread.ofPlatform().daemon().start(() -> {
                boolean ignored = Zonecast.start();
            });
            while (!waitsForManager(starting)) {
                LockSupport.parkNanos(1_000_000);
            }
            Thread failing = Thread.ofPlatform().start(() -> {
                throw new IllegalStateException("broken");
            });
            failing.join();
            System.out.println("ended " + Zonecast.shutdown(Duration.ofSeconds(60)));
            System.out.println("goes on " + starting.join(Duration.ofSeconds(60)));
        }

        private static boolean waitsForManager(Thread starting) {
            return starting.getState() == Thread.State.TIMED_WAITING
                    && Arrays.stream(starting.getStackTrace())
                            .anyMatch(call -> call.getMethodName().equals("awaitRecording"));
        }
    }

    /** Ends while its start has not come to the manager: an action of the program holds it. */
    static final class EarlyEnd {
        private EarlyEnd() {}

        public static void main(String[] arguments) throws Exception {
            CountDownLatch starts = new CountDownLatch(1);
            CountDownLatch mayStart = new CountDownLatch(1);
            CountDownLatch mayEnd = new CountDownLatch(1);
            Zonecast.whenActivated(() -> {
                starts.countDown();
                await(mayStart);
            });
            Thread starting = Thread.ofPlatform().daemon().start(() -> {
                boolean ignored = Zonecast.start();
            });
            starts.await();
            boolean ignored = Zonecast.attach(new SlowSink(mayEnd));
            System.out.println("ended " + Zonecast.shutdown(Duration.ofMillis(50)));
            mayStart.countDown();
            System.out.println("goes on " + starting.join(Duration.ofSeconds(60)));
            mayEnd.countDown();
            System.out.println("ended " + Zonecast.shutdown(Duration.ofSeconds(60)));
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void shouldNotWaitForAManagerWhenTheEndCameFirst() throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.manager=true",
                        "-Dzonecast.manager.wait=3600",
                        "-Dzonecast.buffer=circular",
                        "-Dzonecast.buffer.bytes=4M",
                        "-Dzonecast.buffer.folder=" + folder.resolve("run"),
                        "-Dzonecast.summary=true",
                        "-Dzonecast.autostart=false")
                .run(EarlyEnd.class)
                .expectSuccess();

        assertEquals(List.of("ended false", "goes on true", "ended true"), result.outLines(), result.toString());
    }

    @Test
    void shouldReportCrashesAndEndWithTheProfiler() throws Exception {
        Path file = folder.resolve("game.fxt");

        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.manager=true",
                        "-Dzonecast.manager.wait=3600",
                        "-Dzonecast.record=" + file,
                        "-Dzonecast.buffer=circular",
                        "-Dzonecast.buffer.bytes=4M",
                        "-Dzonecast.buffer.folder=" + folder.resolve("run"),
                        "-Dzonecast.snapshot.exception=false")
                .run(Program.class)
                .expectSuccess();

        assertEquals(List.of("ended true", "goes on true"), result.outLines(), result.toString());
        assertEquals(
                List.of("java.lang.IllegalStateException: broken"),
                CutRecording.read(file).messages("FATAL"));
    }
}
