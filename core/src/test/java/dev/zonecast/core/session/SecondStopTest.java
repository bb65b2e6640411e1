package dev.zonecast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Zonecast;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stop of a recording while another thread completes its end. */
class SecondStopTest {
    static final class Program {
        private static final CountDownLatch LOGS = new CountDownLatch(1);
        private static final CountDownLatch MAY_LOG = new CountDownLatch(1);

        private Program() {}

        /** A log that holds its caller at the line of a recording's end. */
        private static final class SlowLog extends OutputStream {
            @Override
            public void write(int b) {}

            @Override
            public void write(byte[] bytes, int from, int count) {
                if (new String(bytes, from, count, StandardCharsets.UTF_8).contains("no losses")) {
                    LOGS.countDown();
                    try {
                        MAY_LOG.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }

        public static void main(String[] arguments) throws Exception {
            System.setErr(new PrintStream(new SlowLog(), true, StandardCharsets.UTF_8));
            boolean ignored = Zonecast.start();
            Zonecast.startRecording(Path.of(arguments[0]));
            Thread first = Thread.ofPlatform().start(Zonecast::stopRecording);
            LOGS.await();
            Thread second = Thread.ofPlatform().start(Zonecast::stopRecording);
            while (second.getState() != Thread.State.TIMED_WAITING && second.isAlive()) {
                LockSupport.parkNanos(1_000_000);
            }
            System.out.println("waits " + second.isAlive());
            MAY_LOG.countDown();
            first.join();
            second.join();
        }
    }

    @Test
    void shouldWaitForTheEndThatAnotherThreadLogs(@TempDir Path folder) throws Exception {
        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false")
                .run(Program.class, folder.resolve("game.fxt").toString())
                .expectSuccess();

        assertEquals(List.of("waits true"), result.outLines());
    }
}
