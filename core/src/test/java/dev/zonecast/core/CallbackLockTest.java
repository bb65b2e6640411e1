package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program's code that hangs inside of a call of ours must not hold up other threads. */
class CallbackLockTest {
    /** In a JVM of its own: an action at the start of recording stays for good. */
    static final class HangingAction {
        private HangingAction() {}

        public static void main(String[] arguments) throws Exception {
            CountDownLatch runs = new CountDownLatch(1);
            CountDownLatch mayEnd = new CountDownLatch(1);
            Zonecast.whenActivated(() -> {
                runs.countDown();
                awaitUninterruptibly(mayEnd);
            });
            Thread starting = Thread.ofPlatform().start(() -> {
                try {
                    Zonecast.startRecording(Path.of(arguments[0], "held.fxt"));
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            runs.await();
            others(Path.of(arguments[0]));
            mayEnd.countDown();
            starting.join();
            System.out.println("recording " + (Zonecast.recordingFile() != null));
        }

        /** What other threads may ask for while the action hangs. */
        static void others(Path folder) throws Exception {
            answers("viewerConnected", Zonecast::viewerConnected);
            answers("port", Zonecast::port);
            answers("recordingFile", Zonecast::recordingFile);
            answers("statistics", Zonecast::statistics);
            answers("alert", () -> {
                Zonecast.alert("x");
                return true;
            });
            answers("start", Zonecast::start);
            answers("zone", () -> {
                Zone.end(Zone.begin(SourceLocation.here("other")));
                return true;
            });
            answers("flush", () -> Zonecast.flush(Duration.ofSeconds(60)));
        }

        private static void answers(String what, Callable<?> call) throws Exception {
            FutureTask<Object> asked = new FutureTask<>(call::call);
            Thread.ofPlatform().daemon().start(asked);
            try {
                asked.get(60, TimeUnit.SECONDS);
            } catch (java.util.concurrent.TimeoutException e) {
                System.out.println("hangs: " + what);
            }
        }

        private static void awaitUninterruptibly(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void shouldAnswerOtherThreadsWhileAnActionAtTheStartOfRecordingHangs(@TempDir Path folder) throws Exception {
        var result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(HangingAction.class, folder.toString())
                .expectSuccess();

        assertEquals(List.of("recording true"), result.outLines(), result.toString());
    }

    /** The log of the program is its code too: this one hangs when the profiler says that it has no trace buffer. */
    static final class HangingLog {
        private HangingLog() {}

        public static void main(String[] arguments) throws Exception {
            CountDownLatch runs = new CountDownLatch(1);
            CountDownLatch mayEnd = new CountDownLatch(1);
            PrintStream err = System.err;
            System.setErr(new PrintStream(err, true) {
                @Override
                public void write(byte[] bytes, int from, int count) {
                    super.write(bytes, from, count);
                    if (new String(bytes, from, count, StandardCharsets.UTF_8).contains("zonecast-flight")) {
                        runs.countDown();
                        HangingAction.awaitUninterruptibly(mayEnd);
                    }
                }
            });
            Thread starting = Thread.ofPlatform().start(Zonecast::start);
            runs.await();
            HangingAction.others(Path.of(arguments[0]));
            mayEnd.countDown();
            starting.join();
            System.out.println(
                    "clock " + !Zonecast.statistics().collector().clock().equals("off"));
        }
    }

    @Test
    void shouldAnswerOtherThreadsWhileTheLogHangs(@TempDir Path folder) throws Exception {
        Path notAFolder = Files.writeString(folder.resolve("file"), "");
        var result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.buffer=circular",
                        "-Dzonecast.buffer.folder=" + notAFolder)
                .run(HangingLog.class, folder.toString())
                .expectSuccess();

        assertEquals(List.of("clock true"), result.outLines(), result.toString());
    }
}
