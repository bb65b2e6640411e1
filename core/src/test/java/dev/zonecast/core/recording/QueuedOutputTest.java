package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.RecordingException;
import dev.zonecast.fxt.write.RecordOutput;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueuedOutputTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long LIMIT_NANOS = LIMIT.toNanos();

    @TempDir
    Path folder;

    /** Keeps what it gets, and fails or waits as told. */
    private final class Target implements RecordOutput {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CountDownLatch mayWrite = new CountDownLatch(1);
        private final AtomicInteger writes = new AtomicInteger();
        private volatile RuntimeException error;
        private volatile long failFrom = Long.MAX_VALUE;
        private volatile boolean closed;
        private volatile boolean interrupts;
        private volatile Error errorOfClose;

        /** Thrown by the next call of {@link #path}, as if there were no memory for a message. */
        private final AtomicReference<Error> errorOfPath = new AtomicReference<>();

        @Override
        public Path path() {
            Error error = errorOfPath.getAndSet(null);
            if (error != null) {
                throw error;
            }
            return folder.resolve("none.fxt");
        }

        @Override
        public long writtenBytes() {
            return bytes.size();
        }

        @Override
        public boolean failed() {
            return false;
        }

        @Override
        public void write(ByteBuffer records) throws RecordingException {
            try {
                mayWrite.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            writes.incrementAndGet();
            if (interrupts) {
                Thread.currentThread().interrupt();
            }
            if (error != null) {
                throw error;
            }
            if (bytes.size() + records.remaining() > failFrom) {
                throw new RecordingException(path(), "the disk is full", null);
            }
            while (records.hasRemaining()) {
                bytes.write(records.get());
            }
        }

        @Override
        public void close(long limitNanos) {
            closed = true;
            if (errorOfClose != null) {
                throw errorOfClose;
            }
        }
    }

    private static ByteBuffer fill(ByteBuffer buffer, int with) {
        buffer.clear();
        while (buffer.hasRemaining()) {
            buffer.put((byte) with);
        }
        return buffer.flip();
    }

    @Test
    void shouldWriteAllInOrderWhenTheTargetStallsForAWhile() {
        Target target = new Target();
        QueuedOutput output = new QueuedOutput(target, QueuedOutput.WhenFull.WAIT);
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);

        assertTimeoutPreemptively(LIMIT, () -> {
            ByteBuffer next = buffer;
            for (int i = 0; i < 100; i++) {
                if (i == QueuedOutput.MAX_BUFFERS - 1) {
                    assertEquals(0, target.writes.get());
                    target.mayWrite.countDown();
                }
                next = output.exchange(fill(next, i));
            }
            output.close(LIMIT_NANOS);
        });

        byte[] written = target.bytes.toByteArray();
        assertEquals(800, written.length);
        for (int i = 0; i < written.length; i++) {
            assertEquals(i / 8, written[i]);
        }
        assertEquals(800, output.writtenBytes());
        assertTrue(target.closed);
    }

    @Test
    void shouldTellOnceWhenTheTargetFails() {
        Target target = new Target();
        target.mayWrite.countDown();
        target.failFrom = 20;
        QueuedOutput output = new QueuedOutput(target, QueuedOutput.WhenFull.WAIT);

        RecordingException e = assertThrows(
                RecordingException.class,
                () -> assertTimeoutPreemptively(LIMIT, () -> {
                    ByteBuffer next = ByteBuffer.allocateDirect(8);
                    while (true) {
                        next = output.exchange(fill(next, 1));
                    }
                }));

        assertEquals("the disk is full", e.getMessage());
        assertTrue(output.failed());
        assertEquals(16, target.bytes.size());
        assertTimeoutPreemptively(LIMIT, () -> output.close(LIMIT_NANOS));
    }

    @Test
    void shouldTellAtTheEndWhenTheLastWriteFails() throws Exception {
        Target target = new Target();
        target.failFrom = 0;
        QueuedOutput output = new QueuedOutput(target, QueuedOutput.WhenFull.WAIT);
        output.write(fill(ByteBuffer.allocate(8), 1));
        assertFalse(output.failed());
        target.mayWrite.countDown();

        RecordingException e = assertThrows(RecordingException.class, () -> output.close(LIMIT_NANOS));

        assertEquals("the disk is full", e.getMessage());
    }

    @Test
    void shouldTellWhenTheTargetBreaks() throws Exception {
        Target target = new Target();
        target.error = new IllegalStateException("broken");
        target.mayWrite.countDown();
        QueuedOutput output = new QueuedOutput(target, QueuedOutput.WhenFull.WAIT);
        output.write(fill(ByteBuffer.allocate(8), 1));

        RecordingException e = assertThrows(RecordingException.class, () -> output.close(LIMIT_NANOS));

        assertSame(target.error, e.getCause());
        assertTrue(e.getMessage().contains("broken"), e.getMessage());
    }

    @Test
    void shouldCloseTheTargetWhenThereIsNoMemoryForTheMessageOfAFailure() throws Exception {
        Target target = new Target();
        QueuedOutput output = new QueuedOutput(target, QueuedOutput.WhenFull.WAIT);
        target.error = new IllegalStateException("broken");
        target.errorOfPath.set(new OutOfMemoryError("Java heap space"));
        target.mayWrite.countDown();
        output.write(fill(ByteBuffer.allocate(8), 1));

        RecordingException e = assertThrows(RecordingException.class, () -> output.close(LIMIT_NANOS));

        assertTrue(e.getMessage().contains(target.path().toString()), e.getMessage());
        assertTrue(target.closed);
    }

    @Test
    void shouldCloseTheTargetWhenTheThreadIsInterrupted() throws Exception {
        Target target = new Target();
        target.interrupts = true;
        target.mayWrite.countDown();
        QueuedOutput output = new QueuedOutput(target, QueuedOutput.WhenFull.WAIT);
        output.write(fill(ByteBuffer.allocate(8), 1));

        RecordingException e = assertThrows(RecordingException.class, () -> output.close(LIMIT_NANOS));

        assertTrue(e.getMessage().contains("interrupted"), e.getMessage());
        assertTrue(target.closed);
    }

    @Test
    void shouldTellWhenTheTargetBreaksAtItsEnd() throws Exception {
        Target target = new Target();
        target.errorOfClose = new OutOfMemoryError("Java heap space");
        QueuedOutput output = new QueuedOutput(target, QueuedOutput.WhenFull.WAIT);

        RecordingException e = assertThrows(RecordingException.class, () -> output.close(LIMIT_NANOS));

        assertSame(target.errorOfClose, e.getCause());
    }

    @Test
    void shouldReturnInTimeWhenTheTargetHangs() throws Exception {
        Target target = new Target();
        QueuedOutput output = new QueuedOutput(target, QueuedOutput.WhenFull.WAIT);
        output.write(fill(ByteBuffer.allocate(8), 1));

        assertTimeoutPreemptively(LIMIT, () -> output.close(10_000_000));

        assertFalse(target.closed);
        target.mayWrite.countDown();
    }

    @Test
    void shouldKeepTheWholeFileWhenItsPagesAreDroppedFromMemory() throws Exception {
        Path file = folder.resolve("large.fxt");
        QueuedOutput output = new QueuedOutput(RecordingFile.create(file), QueuedOutput.WhenFull.WAIT);
        // Above what is kept in memory, so that pages are dropped several times.
        int buffers = 80;
        byte[] content = new byte[1 << 20];
        new Random(7).nextBytes(content);
        ByteBuffer buffer = ByteBuffer.allocateDirect(content.length);
        for (int i = 0; i < buffers; i++) {
            content[0] = (byte) i;
            buffer.clear();
            buffer = output.exchange(buffer.put(content).flip());
        }

        output.close(LIMIT_NANOS);

        try (var in = Files.newInputStream(file)) {
            in.skipNBytes(SessionRecords.header().remaining());
            for (int i = 0; i < buffers; i++) {
                content[0] = (byte) i;
                assertArrayEquals(content, in.readNBytes(content.length));
            }
            assertEquals(-1, in.read());
        }
    }
}
