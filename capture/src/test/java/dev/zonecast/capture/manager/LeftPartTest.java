package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import dev.zonecast.flight.buffer.TraceBuffer;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a killed manager has saved of a program, as the next one finds it. */
class LeftPartTest {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int RECORD_BYTES = 40;
    private static final int BATCH = 100;
    private static final long LIMIT_NANOS = 1_000_000_000;

    @TempDir
    private Path folder;

    private SessionFolder session;
    private ProviderPart part;

    @BeforeEach
    void saveAHalf() throws IOException {
        save(1, null, "size = " + BUFFER_BYTES, "output = " + folder.resolve("all.fxt"));
    }

    /** Of a recording with a memory limit. */
    private void keepHalves(int halves) throws IOException {
        session.delete(List.of(), true);
        save(
                halves,
                new MemoryBudget(1 << 20),
                "size = " + BUFFER_BYTES,
                "memory = 1M",
                "mode = streaming",
                "output = " + folder.resolve("all.fxt"));
    }

    private void save(int halves, MemoryBudget budget, String... spec) throws IOException {
        session = SessionFolder.create(folder, Recording.of(spec));
        part = ProviderPart.create(session, budget, new PartProgress.Owner(1, 1, "game"), () -> null);
        try (FileChannel channel =
                FileChannel.open(session.buffer(1), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            Memory whole = MemoryScope.auto().map(channel, FileChannel.MapMode.READ_WRITE, 0, BUFFER_BYTES);
            TraceBuffer[] buffer = new TraceBuffer[1];
            int[] saved = new int[1];
            buffer[0] = new TraceBuffer(session.buffer(1), whole, BufferMode.STREAMING, (wrapped, durableEnd) -> {
                save(part, wrapped, durableEnd);
                buffer[0].saved(wrapped);
                saved[0]++;
            });
            part.started();
            while (saved[0] < halves) {
                buffer[0].write(instants());
            }
        }
    }

    private static void save(ProviderPart part, int wrapped, long durableEnd) {
        try {
            part.save(wrapped, durableEnd);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ByteBuffer instants() {
        ByteBuffer batch = ByteBuffer.allocateDirect(BATCH * RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long header = FxtLayout.EVENT
                | (RECORD_BYTES / 8L) << FxtLayout.WORDS_SHIFT
                | (FxtLayout.INLINE_STRING | 1L) << FxtLayout.EVENT_NAME_SHIFT;
        for (int i = 0; i < BATCH; i++) {
            batch.putLong(header).putLong(7).putLong(1).putLong(2).putLong('i');
        }
        return batch.flip();
    }

    private TraceSummary recovered() throws IOException {
        Archive.Part part = ProviderPart.recover(session, 1, LIMIT_NANOS);
        Path archive = Archive.write(List.of(part), session.recording().target(), true);
        return TraceReader.read(archive, new TraceListener() {});
    }

    @Test
    void shouldRemoveTheBufferWhenThePartCannotBeMade() throws IOException {
        PartProgress.Owner second = new PartProgress.Owner(2, 2, "second");
        for (Path taken : List.of(session.progress(2), session.part(2))) {
            Files.createFile(taken);

            assertThrows(IOException.class, () -> ProviderPart.create(session, null, second, () -> null));

            assertTrue(Files.exists(taken), taken.toString());
            Files.delete(taken);
            assertFalse(Files.exists(session.buffer(2)));
            assertFalse(Files.exists(session.progress(2)));
        }
    }

    @Test
    void shouldTakeAllThatWasSaved() throws IOException {
        assertEquals(0, recovered().losses().of(LossKind.DAMAGED));
    }

    @Test
    void shouldCountAFileThatIsShorterThanWhatWasSaved() throws IOException {
        try (FileChannel file = FileChannel.open(session.part(1), StandardOpenOption.WRITE)) {
            FileChannel _ = file.truncate(file.size() - RECORD_BYTES);
        }

        assertEquals(1, recovered().losses().of(LossKind.DAMAGED));
    }

    @Test
    void shouldCountAFileThatIsGone() throws IOException {
        Files.delete(session.part(1));

        assertEquals(1, recovered().losses().of(LossKind.DAMAGED));
    }

    @Test
    void shouldCountAHalfThatWasKeptAndIsGone() throws IOException {
        keepHalves(4);
        assertEquals(0, recovered().losses().of(LossKind.DAMAGED));

        for (int gone : List.of(1, 3)) {
            keepHalves(4);
            Files.delete(session.path().resolve(SessionFolder.chunkPrefix(1) + "000000000" + gone + ".zc"));

            assertEquals(1, recovered().losses().of(LossKind.DAMAGED), "half " + gone);
        }
    }

    @Test
    void shouldHoldOfABufferOfAnEndedProgramNoMoreThanItsNames() throws IOException {
        keepHalves(4);
        long before = recovered().bytes();
        long buffer = Files.size(session.buffer(1));

        part.release();

        assertTrue(Files.size(session.buffer(1)) < buffer / 8);
        TraceSummary after = recovered();
        assertEquals(before, after.bytes());
        assertEquals(0, after.losses().of(LossKind.DAMAGED));
        assertEquals(EndReason.MANAGER_DIED, after.ends().getFirst().saved().reason());
    }

    /** A manager that is killed in between has made the part: its recovery goes by the buffer. */
    @Test
    void shouldRemoveTheBufferBeforeTheHalvesThatWereKept() throws Exception {
        keepHalves(4);
        List<String> gone = new ArrayList<>();
        try (WatchService watch = folder.getFileSystem().newWatchService()) {
            WatchKey _ = session.path().register(watch, StandardWatchEventKinds.ENTRY_DELETE);

            Archive.Part _ = part.finish(null, null, 1);

            while (gone.size() < 5) {
                WatchKey key = watch.poll(1, TimeUnit.MINUTES);
                assertNotNull(key, gone::toString);
                key.pollEvents().forEach(event -> gone.add(String.valueOf(event.context())));
                boolean _ = key.reset();
            }
        }
        assertEquals(session.buffer(1).getFileName().toString(), gone.getFirst(), gone::toString);
    }

    @Test
    void shouldCountWhatIsNoRecord() throws IOException {
        byte[] bytes = Files.readAllBytes(session.part(1));
        for (int i = bytes.length / 2; i < bytes.length; i++) {
            bytes[i] = 'x';
        }
        Files.write(session.part(1), bytes);

        assertEquals(1, recovered().losses().of(LossKind.DAMAGED));
    }

    @Test
    void shouldKeepTheFilesOfAProgramThatCannotBeRecovered() throws IOException {
        ProviderPart _ = ProviderPart.create(session, null, new PartProgress.Owner(2, 2, "damaged"), () -> null);
        Files.writeString(session.progress(2), "x");
        Path archive = session.recording().target();

        IOException first = assertThrows(IOException.class, () -> LeftSession.recover(session.path(), null));
        IOException second = assertThrows(IOException.class, () -> LeftSession.recover(session.path(), null));

        assertTrue(first.getMessage().contains("provider 2 is kept in " + session.path()), first.toString());
        assertTrue(first.getMessage().contains(archive.toString()), first.toString());
        assertTrue(TraceLog.of(archive).summary.lastNanos() > 0);
        assertTrue(Files.exists(session.buffer(2)));
        assertFalse(Files.exists(session.progress(1)) || Files.exists(session.buffer(1)));
        // There was nothing more to archive.
        assertTrue(second.getMessage().contains("provider 2 is kept in"), second.toString());
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(archive, session.path()), files.sorted().toList());
        }
    }
}
