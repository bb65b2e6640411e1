package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.collect.CollectorPasses;
import dev.zonecast.core.disk.FileLockedException;
import dev.zonecast.core.disk.HeldFiles;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program leaves when it dies between the writing of records and the commit that speaks of them: the rings hold those. */
class DeadProgramTest {
    private static final int BUFFER_BYTES = 256 << 10;
    private static final int EVENT_BYTES = 40;
    private static final long PLENTY_NANOS = TimeUnit.MINUTES.toNanos(5);

    /** Events that fill a half of the buffer and a little of the next. */
    private static final int A_HALF = BUFFER_BYTES / 2 / EVENT_BYTES;

    @TempDir
    private Path folder;

    private ProgramBuffer program;
    private long commits;
    private long lastTime;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 13})
    void shouldEndAtTheCommitWhenHalvesWereSavedAfterIt(int halves) throws IOException {
        open(BufferMode.STREAMING);
        write(3 * A_HALF + A_HALF / 2);
        commit();
        long committed = lastTime;
        write(halves * A_HALF + 10);

        List<Long> left = left();

        assertEquals(LongStream.rangeClosed(1, committed).boxed().toList(), left);
    }

    @Test
    void shouldKeepTheWholeFileWhenTheCommitIsForgotten() throws IOException {
        open(BufferMode.STREAMING);
        write(A_HALF / 2);
        commit();
        write(20 * A_HALF);

        List<Long> left = left();

        assertTrue(left.size() > 18 * A_HALF, () -> left.size() + " events");
        assertEquals(LongStream.rangeClosed(1, left.size()).boxed().toList(), left);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldHoldNothingBehindTheCommitWhenACircularBufferWentOn(int halves) throws IOException {
        open(BufferMode.CIRCULAR);
        write(3 * A_HALF + A_HALF / 2);
        commit();
        long committed = lastTime;
        write(halves * A_HALF + 10);

        List<Long> left = left();

        // The rings go on behind it: a gap or an event that is there twice would show.
        long first = committed - left.size() + 1;
        assertEquals(LongStream.rangeClosed(first, committed).boxed().toList(), left);
        assertEquals(halves < 2, !left.isEmpty());
    }

    @Test
    void shouldKeepTheFileOfADeadProgramFromTheNextOneThatWantsItsName() throws IOException {
        Path stream = folder.resolve("stream.fxt");
        Path dead = folder.resolve("next/1-1");
        streamAndDie(dead, stream);
        byte[] saved = Files.readAllBytes(stream);

        ProgramBuffer next = buffer("next", BufferMode.STREAMING);
        next.buffer().write(string("at 10:05"));
        assertTrue(next.close(0, PLENTY_NANOS));

        assertArrayEquals(saved, Files.readAllBytes(folder.resolve("cut-stream.fxt")));
        assertEquals(
                LongStream.rangeClosed(1, lastTime).boxed().toList(),
                times(LeftRecords.of(dead, folder.resolve("left.fxt"))));
    }

    @Test
    void shouldTakeNoOtherFileForItsOwn() throws IOException {
        Path stream = folder.resolve("stream.fxt");
        Path dead = folder.resolve("next/1-1");
        streamAndDie(dead, stream);
        byte[] other = Files.readAllBytes(stream);
        // In the text.
        other[16] ^= 1;
        Files.write(stream, other);

        IOException refusal =
                assertThrows(BufferDamagedException.class, () -> LeftRecords.of(dead, folder.resolve("left.fxt")));
        ProgramBuffer next = buffer("next", BufferMode.STREAMING);
        assertTrue(next.close(0, PLENTY_NANOS));

        assertTrue(refusal.getMessage().contains("is not there any more"), refusal.getMessage());
        assertTrue(Files.notExists(folder.resolve("cut-stream.fxt")));
    }

    @Test
    void shouldRefuseAFileThatAnotherRecordingWritesTo() throws IOException {
        open(BufferMode.STREAMING);
        write(3 * A_HALF);
        long bytes = Files.size(folder.resolve("stream.fxt"));

        IOException refusal = assertThrows(FileLockedException.class, () -> buffer("next", BufferMode.STREAMING));

        assertTrue(refusal.getMessage().contains("this program writes to it already"), refusal.getMessage());
        assertEquals(bytes, Files.size(folder.resolve("stream.fxt")));
    }

    /** A second process would find a folder whose lock is free, and a file that has no end. */
    private void streamAndDie(Path dead, Path stream) throws IOException {
        open(BufferMode.STREAMING);
        program.buffer().write(string("at 10:00"));
        write(3 * A_HALF);
        commit();
        Files.createDirectory(
                folder.resolve("next"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createDirectory(dead);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(program.folder())) {
            for (Path file : files) {
                Files.copy(file, dead.resolve(file.getFileName()));
            }
        }
        byte[] bytes = Files.readAllBytes(stream);
        assertTrue(program.close(0, PLENTY_NANOS));
        Files.write(stream, bytes);
    }

    @Test
    void shouldHaveAllInTheFileWhenItsReaderWasSlowToTheEnd() throws Exception {
        Path pipe = folder.resolve("stream.fxt");
        assumeTrue(isMade(pipe));
        CountDownLatch mayRead = new CountDownLatch(1);
        CompletableFuture<byte[]> read = CompletableFuture.supplyAsync(() -> {
            try (InputStream in = Files.newInputStream(pipe)) {
                mayRead.await();
                return in.readAllBytes();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        open(BufferMode.STREAMING);
        for (int i = 0; i < A_HALF + A_HALF / 2; i++) {
            program.buffer().write(instant(++lastTime));
        }

        boolean closedInTime = program.close(0, TimeUnit.MILLISECONDS.toNanos(1));
        mayRead.countDown();

        assertFalse(closedInTime);
        assertEquals(LongStream.rangeClosed(1, lastTime).boxed().toList(), times(read.get()));
    }

    private static boolean isMade(Path pipe) throws Exception {
        try {
            return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldLeaveNoStateWhenThereIsNoBuffer() throws IOException {
        OwnFolder own = new OwnFolder(RuntimeFolder.open(folder.resolve("run")), 1 << 16);
        Files.createFile(own.path().resolve(ProgramBuffer.BUFFER_FILE));

        assertThrows(IOException.class, () -> buffer(own, BufferMode.STREAMING));

        assertFalse(new ProgramFolder(own.path()).hasBuffer());
        assertFalse(HeldFiles.has(folder.resolve("stream.fxt")));
    }

    private void open(BufferMode mode) throws IOException {
        program = buffer("run", mode);
    }

    private ProgramBuffer buffer(String runtime, BufferMode mode) throws IOException {
        return buffer(new OwnFolder(RuntimeFolder.open(folder.resolve(runtime)), 1 << 16), mode);
    }

    private ProgramBuffer buffer(OwnFolder own, BufferMode mode) throws IOException {
        return new ProgramBuffer(
                own,
                "test",
                mode,
                BUFFER_BYTES,
                mode == BufferMode.STREAMING ? folder.resolve("stream.fxt") : null,
                new ClockMap.Line(0, 0, 1));
    }

    /** One batch each: as a collector whose next commit is a long way off. */
    private void write(int events) throws IOException {
        for (int i = 0; i < events; i++) {
            program.buffer().write(instant(++lastTime));
            // However slow the disk is.
            assertTrue(program.buffer().awaitIdle(PLENTY_NANOS));
        }
    }

    private void commit() {
        program.state()
                .commit(
                        ++commits,
                        new ClockMap.Line(0, 0, 1),
                        0,
                        ProgramState.Phase.RECORDING,
                        program.buffer(),
                        new CollectorPasses.Dropped(0, 0));
    }

    private static ByteBuffer instant(long time) {
        ByteBuffer b = ByteBuffer.allocateDirect(EVENT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        b.putLong(FxtLayout.EVENT
                | (long) (EVENT_BYTES / 8) << FxtLayout.WORDS_SHIFT
                | (FxtLayout.INLINE_STRING | 4L) << FxtLayout.EVENT_NAME_SHIFT);
        b.putLong(time).putLong(1).putLong(2).putLong(0x7473_6574);
        return b.flip();
    }

    private static ByteBuffer string(String text) {
        ByteBuffer b = ByteBuffer.allocateDirect(16).order(ByteOrder.LITTLE_ENDIAN);
        b.putLong(FxtLayout.STRING | 2L << FxtLayout.WORDS_SHIFT | 1L << 16 | 8L << 32);
        return b.put(text.getBytes(StandardCharsets.US_ASCII)).flip();
    }

    /** Times of the events that are recovered from the buffer alone. */
    private List<Long> left() throws IOException {
        return times(LeftRecords.of(program.folder(), folder.resolve("left.fxt")));
    }

    private static List<Long> times(byte[] trace) {
        ByteBuffer words = ByteBuffer.wrap(trace).order(ByteOrder.LITTLE_ENDIAN);
        List<Long> times = new ArrayList<>();
        while (words.hasRemaining()) {
            int at = words.position();
            long header = words.getLong();
            if ((header & 15) == FxtLayout.EVENT) {
                times.add(words.getLong());
            }
            words.position(at + (int) (header >>> FxtLayout.WORDS_SHIFT & FxtLayout.MAX_RECORD_WORDS) * 8);
        }
        return times;
    }
}
