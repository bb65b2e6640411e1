package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.BrokenLog;
import dev.zonecast.core.ChildJvm;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.write.RecordOutput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A queue without memory, or whose program has a log that throws: each in a process of its own. */
class QueuedOutputFaultTest {
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Takes records once it may. */
    private record Target(CountDownLatch mayWrite) implements RecordOutput {
        @Override
        public Path path() {
            return Path.of("none.fxt");
        }

        @Override
        public long writtenBytes() {
            return 0;
        }

        @Override
        public boolean failed() {
            return false;
        }

        @Override
        public void write(ByteBuffer records) {
            try {
                mayWrite.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close(long limitNanos) {}
    }

    /** Ends while the heap has no room for a single object. */
    static final class FullHeap {
        /** The smallest object that refers to another. */
        private static final class Filler {
            private final Filler before;

            Filler(Filler before) {
                this.before = before;
            }
        }

        private static Filler last;

        private FullHeap() {}

        public static void main(String[] arguments) {
            QueuedOutput output = new QueuedOutput(new Target(new CountDownLatch(0)), QueuedOutput.WhenFull.DROP);
            try {
                fill();
            } catch (OutOfMemoryError e) {
                close(output);
            }
            boolean isFilled = last.before != null;
            last = null;
            System.out.println("filled " + isFilled + ", closed " + output.awaitClosed(LIMIT_NANOS));
        }

        private static void fill() {
            while (true) {
                last = new Filler(last);
            }
        }

        private static void close(QueuedOutput output) {
            try {
                output.close(0);
            } catch (Exception | OutOfMemoryError e) {
                // What becomes of the thread is looked at.
            }
        }
    }

    @Test
    void shouldEndItsThreadWhenThereIsNoMemory() throws Exception {
        ChildJvm.Result result =
                new ChildJvm().flags("-Xmx24m").run(FullHeap.class).expectSuccess();

        assertEquals(List.of("filled true, closed true"), result.outLines(), result.toString());
    }

    /** Drops records while the log throws. */
    static final class Slow {
        private static final int RECORDS = 8;
        private static final int RECORD_WORDS = 2;

        private Slow() {}

        private static ByteBuffer fill(ByteBuffer buffer) {
            buffer.clear().order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < RECORDS; i++) {
                buffer.putLong(FxtLayout.EVENT | (long) RECORD_WORDS << FxtLayout.WORDS_SHIFT)
                        .putLong(i);
            }
            return buffer.flip();
        }

        public static void main(String[] arguments) throws Exception {
            BrokenLog.from("its disk is too slow");
            CountDownLatch mayWrite = new CountDownLatch(1);
            QueuedOutput output = new QueuedOutput(new Target(mayWrite), QueuedOutput.WhenFull.DROP);
            ByteBuffer next = ByteBuffer.allocateDirect(RECORDS * RECORD_WORDS * Long.BYTES);
            while (output.losses() == 0) {
                next = output.exchange(fill(next));
            }
            ByteBuffer ignored = output.exchange(fill(next));
            System.out.println("lost " + output.losses() + ", kept " + output.keptBytes());
            mayWrite.countDown();
        }
    }

    @Test
    void shouldGoOnWhenTheLogThrows() throws Exception {
        ChildJvm.Result result = new ChildJvm().run(Slow.class).expectSuccess();

        // The last event stays: what follows may continue it.
        assertEquals(List.of("lost 14, kept 16"), result.outLines(), result.toString());
    }
}
