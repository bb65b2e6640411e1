package dev.zonecast.capture.tracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.ProgramFacts;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.tracy.EventBlock;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Welcome;
import dev.zonecast.tracy.Wire;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client that means harm: every table is bounded, what is refused is counted, and no work is absurd. */
class HostileClientTest {
    private static final ProgramFacts PROGRAM = new ProgramFacts("hostile", 1, "clock", "", "", "");
    private static final int SMALL = 16;
    private static final int SENT = 300;
    private static final long BYTES = 80L << 20;
    private static final long HEAP_BYTES = 128L << 20;

    @TempDir
    Path folder;

    private TracySession session;

    private TracySession.Outcome record(SessionTables tables, InputStream in, LongSupplier writtenBytes)
            throws IOException {
        Welcome welcome = Welcome.read(in, Flood.PROTOCOL);
        FxtRecording recording = FxtRecording.create(file(), PROGRAM, 0);
        session = new TracySession(
                welcome,
                in,
                OutputStream.nullOutputStream(),
                8_192,
                recording,
                TracySession.Limits.NONE,
                (counts, kept) -> {},
                tables,
                writtenBytes);
        return session.record();
    }

    private Path file() {
        return folder.resolve("hostile.fxt");
    }

    private TraceLog read() throws IOException {
        TraceLog log = TraceLog.of(file());
        assertTrue(log.summary.endedWell());
        return log;
    }

    @ParameterizedTest
    @EnumSource
    void shouldBoundTheTableAndCountWhatItRefuses(SessionTables.Kind table) throws IOException {
        SessionTables tables = new SessionTables(kind -> kind == table ? SMALL : kind.most(), 64L << 20);
        Flood flood = new Flood().fill(table, 0, SENT).terminate();

        TracySession.Outcome outcome = record(tables, new ByteArrayInputStream(flood.stream()), () -> 0);

        assertEquals(TracySession.End.FINISHED, outcome.end());
        assertTrue(tables.room(table).taken() <= SMALL, tables.room(table).taken() + " entries");
        long refused = tables.room(table).refused();
        assertTrue(refused > 0, "nothing was refused");
        assertEquals(refused, session.refusals().get(table.entries()));
        assertTrue(losses() > 0, "refused, but not among the losses");
        Map<String, Long> written = read().statistics.getLast().refusals();
        assertEquals(refused, written.get(table.entries()));
    }

    private long losses() {
        SessionCounts counts = session.counts();
        return counts.of(SessionCount.DROPPED_EVENTS)
                + counts.of(SessionCount.DROPPED_GPU_ZONES)
                + counts.of(SessionCount.REFUSED_STACKS)
                + session.unknownNames();
    }

    @Test
    void shouldStayWithinTheMemoryOfASmallHeapWhenAllTablesAreFlooded() throws IOException {
        SessionTables tables = new SessionTables(SessionTables.Kind::most, SessionTables.bytesFor(HEAP_BYTES));
        Flood flood = new Flood();
        for (int round = 0; flood.eventBytes() < BYTES; round++) {
            for (SessionTables.Kind table : SessionTables.Kind.values()) {
                flood.fill(table, round * 2_000, 2_000);
            }
        }

        record(tables, new ByteArrayInputStream(flood.terminate().stream()), () -> 0);

        assertTrue(tables.takenBytes() <= SessionTables.bytesFor(HEAP_BYTES), tables.takenBytes() + " bytes");
        assertTrue(SessionTables.bytesFor(HEAP_BYTES) <= HEAP_BYTES / 3);
        for (SessionTables.Kind table : SessionTables.Kind.values()) {
            assertTrue(
                    tables.room(table).taken() <= table.most(),
                    table + ": " + tables.room(table).taken());
        }
        assertTrue(session.refusals().size() > 5, session.refusals().toString());
        read();
    }

    @Test
    void shouldRefuseNothingOfALargeGame() throws IOException {
        SessionTables tables = new SessionTables(SessionTables.Kind::most, SessionTables.bytesFor(1L << 30));
        Flood flood = new Flood();
        flood.fill(SessionTables.Kind.THREADS, 0, 70_000);
        flood.fill(SessionTables.Kind.MEMORY_BLOCKS, 0, 1_000_000);
        flood.fill(SessionTables.Kind.PLOTS, 0, 5_000);
        flood.fill(SessionTables.Kind.LOCKS, 0, 50_000);

        record(tables, new ByteArrayInputStream(flood.terminate().stream()), () -> 0);

        assertEquals(Map.of(), tables.refusals());
        assertEquals(0, losses());
        assertEquals(70_001, session.counts().of(SessionCount.THREADS));
        assertEquals(1_000_000, session.counts().of(SessionCount.MEMORY_EVENTS));
    }

    @Test
    void shouldMakeRoomWhenLocksAreDestroyedAndBlocksFreed() throws IOException {
        SessionTables tables = new SessionTables(
                kind -> kind == SessionTables.Kind.LOCKS || kind == SessionTables.Kind.MEMORY_BLOCKS
                        ? SMALL
                        : kind.most(),
                64L << 20);
        WireScript script = new WireScript(Flood.PROTOCOL).thread(7);
        for (int i = 1; i <= SENT; i++) {
            script.event(
                    EventType.LOCK_ANNOUNCE, WireScript.u32(1, i), WireScript.u64(5, 9_000 + i), WireScript.u64(13, 0));
            script.event(EventType.LOCK_TERMINATE, WireScript.u32(1, i), WireScript.u64(5, 9_000 + i));
            script.event(EventType.MEM_ALLOC, WireScript.u32(9, 7), WireScript.u64(13, 16L * i), WireScript.u48(21, 8));
            script.event(EventType.MEM_FREE, WireScript.u32(9, 7), WireScript.u64(13, 16L * i));
        }

        record(tables, stream(script), () -> 0);

        assertEquals(Map.of(), tables.refusals());
        assertEquals(0, tables.room(SessionTables.Kind.LOCKS).taken());
        assertEquals(2L * SENT, session.counts().of(SessionCount.MEMORY_EVENTS));
    }

    private static InputStream stream(WireScript script) {
        byte[] welcome = WireScript.welcome(Flood.PROTOCOL, true, 0, 1_000);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(welcome, 1, welcome.length - 1);
        out.writeBytes(WireScript.block(script.event(EventType.TERMINATE).take()));
        return new ByteArrayInputStream(out.toByteArray());
    }

    private static void gpu(WireScript script, EventType type, int query) {
        WireScript.Field place = type == EventType.GPU_ZONE_BEGIN_SERIAL ? WireScript.u64(16, 0) : event -> {};
        script.event(type, WireScript.u32(9, 7), WireScript.u16(13, query), place);
    }

    @Test
    void shouldEndTheOuterZoneWithItsOwnEndWhenTheInnerOneFindsNoRoom() throws IOException {
        SessionTables tables =
                new SessionTables(kind -> kind == SessionTables.Kind.GPU_ZONES ? 1 : kind.most(), 64L << 20);
        WireScript script = new WireScript(Flood.PROTOCOL).thread(7);
        script.event(EventType.GPU_NEW_CONTEXT, WireScript.u64(1, 20_000), WireScript.f32(21, 1.0f));
        gpu(script, EventType.GPU_ZONE_BEGIN_SERIAL, 0);
        gpu(script, EventType.GPU_ZONE_BEGIN_SERIAL, 1);
        gpu(script, EventType.GPU_ZONE_END_SERIAL, 2);
        gpu(script, EventType.GPU_ZONE_END_SERIAL, 3);
        for (int query = 0; query < 4; query++) {
            script.event(EventType.GPU_TIME, WireScript.u64(1, 100), WireScript.u16(9, query));
        }

        record(tables, stream(script), () -> 0);

        assertEquals(1, session.counts().of(SessionCount.DROPPED_GPU_ZONES));
        assertEquals(0, session.counts().of(SessionCount.UNMATCHED));
        List<TraceLog.LoggedZone> zones = read().zones;
        assertEquals(1, zones.size());
        assertEquals(300, zones.getFirst().end() - zones.getFirst().begin());
    }

    @Test
    void shouldDropZonesOfThreadsWithoutRoomInsteadOfMixingThem() throws IOException {
        SessionTables tables =
                new SessionTables(kind -> kind == SessionTables.Kind.THREADS ? 1 : kind.most(), 64L << 20);
        WireScript script = new WireScript(Flood.PROTOCOL);
        for (int thread = 1; thread <= 3; thread++) {
            script.thread(thread).begin(1_000L * thread, 0);
        }
        for (int thread = 1; thread <= 3; thread++) {
            script.thread(thread).end(10_000L * thread);
        }

        record(tables, stream(script), () -> 0);

        List<TraceLog.LoggedZone> zones = read().zones;
        assertEquals(1, zones.size());
        assertEquals(10_000, zones.getFirst().end());
        assertEquals(4, session.counts().of(SessionCount.DROPPED_EVENTS));
    }

    // --- work

    /** A block of 256 KiB in about a thousand bytes. */
    private static byte[] bomb() {
        byte[] events = new byte[EventBlock.MAX_BYTES];
        Arrays.fill(events, Flood.PROTOCOL.code(EventType.KEEP_ALIVE));
        byte[] packed = LZ4Factory.safeInstance().fastCompressor().compress(events);
        byte[] block = new byte[Integer.BYTES + packed.length];
        Wire.putInt(block, 0, packed.length);
        System.arraycopy(packed, 0, block, Integer.BYTES, packed.length);
        return block;
    }

    private static InputStream bombs(long limitBytes) {
        byte[] block = bomb();
        return new InputStream() {
            private long at;

            @Override
            public int read() {
                return at >= limitBytes ? -1 : block[(int) (at++ % block.length)] & 0xFF;
            }

            @Override
            public int read(byte[] target, int from, int length) {
                int count = 0;
                for (int next = 0; count < length && (next = read()) >= 0; count++) {
                    target[from + count] = (byte) next;
                }
                return count == 0 && length > 0 ? -1 : count;
            }
        };
    }

    private static InputStream after(Flood flood, InputStream more) {
        return new SequenceInputStream(new ByteArrayInputStream(flood.stream()), more);
    }

    @Test
    void shouldEndTheSessionAfterLittleWorkWhenBlocksExpandAbsurdly() throws IOException {
        Flood flood = new Flood().fill(SessionTables.Kind.LOCATIONS, 0, 10);

        TracySession.Outcome outcome = record(SessionTables.real(), after(flood, bombs(11L << 20)), () -> 0);

        assertEquals(TracySession.End.REFUSED, outcome.end());
        assertTrue(
                outcome.failure().getMessage().contains("absurdly compressed"),
                outcome.failure().getMessage());
        long events = session.counts().of(SessionCount.EVENTS);
        assertTrue(events < 66L << 20, events + " events were read");
        assertEquals(11, read().zones.size());
    }

    @Test
    void shouldSayWhyItEndsTheSessionAndFail() throws Exception {
        try (FakeClient client = new FakeClient(Flood.PROTOCOL, WireScript.welcome(Flood.PROTOCOL, true, 0, 1_000))) {
            for (int i = 0; i < 400; i++) {
                client.sendRaw(bomb());
            }
            client.start();

            CommandRun run = CommandRun.of("record", client.address(), "-o", file());

            assertEquals(2, run.exit(), run.err());
            String line = run.err().lines().toList().getLast();
            assertTrue(line.startsWith("zonecast: the client sends absurdly compressed events"), line);
            assertTrue(line.endsWith("; the events up to then are in " + file()), line);
        }
        read();
    }

    @Test
    void shouldEndTheSessionWhenTheRecordingGrowsAbsurdly() throws IOException {
        Flood flood = new Flood().fill(SessionTables.Kind.LOCATIONS, 0, 10_000).terminate();

        TracySession.Outcome outcome =
                record(SessionTables.real(), new ByteArrayInputStream(flood.stream()), () -> 2L << 40);

        assertEquals(TracySession.End.REFUSED, outcome.end());
        assertTrue(
                outcome.failure().getMessage().contains("absurdly large recording"),
                outcome.failure().getMessage());
        assertTrue(
                session.counts().of(SessionCount.ZONES) < 10_000,
                session.counts().of(SessionCount.ZONES) + " zones");
        read();
    }

    @Test
    void shouldTakeTheCompressionOfHonestClients() {
        assertNull(StreamRatio.absurdity(1 << 20, 60L << 20, 0));
        assertNull(StreamRatio.absurdity(10L << 20, 900L << 20, 5L << 30));
    }

    @Test
    void shouldRefuseStacksThatAreMadeToCollide() throws IOException {
        WireScript script = new WireScript(Flood.PROTOCOL).thread(7);
        for (int i = 0; i < 256; i++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                // Both have the hash 2112.
                name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            script.literalStack(name.toString(), "F.java", 1).event(EventType.CALLSTACK);
            script.beginWithStack(5_000, 0).end(5_000);
        }

        record(SessionTables.real(), stream(script), () -> 0);

        assertEquals(240, session.counts().of(SessionCount.REFUSED_STACKS));
        assertEquals(Map.of("call stacks", 240L), session.refusals());
        assertEquals(256, session.counts().of(SessionCount.ZONES));
    }

    // --- errors in the reader's thread

    private static InputStream failing(Runnable thrower) {
        return new InputStream() {
            @Override
            public int read() {
                thrower.run();
                return -1;
            }

            @Override
            public int read(byte[] target, int from, int length) {
                return read();
            }
        };
    }

    private static void exhausted() {
        throw new OutOfMemoryError("test");
    }

    @Test
    void shouldEndWithAClearLineWhenTheReaderRunsOutOfMemory() throws IOException {
        Flood flood = new Flood().fill(SessionTables.Kind.LOCATIONS, 0, 10);

        TracySession.Outcome outcome =
                record(SessionTables.real(), after(flood, failing(HostileClientTest::exhausted)), () -> 0);

        assertEquals(TracySession.End.REFUSED, outcome.end());
        assertTrue(
                outcome.failure().getMessage().contains("-Xmx"),
                outcome.failure().getMessage());
        assertEquals(11, read().zones.size());
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailWithTheDefectOfTheReaderAndKeepWhatCame(Defect defect) throws IOException {
        Flood flood = new Flood().fill(SessionTables.Kind.LOCATIONS, 0, 10);

        Throwable thrown = assertThrows(
                Throwable.class, () -> record(SessionTables.real(), after(flood, failing(defect::occur)), () -> 0));

        assertEquals("test", thrown.getMessage());
        assertEquals(11, read().zones.size());
    }

    /** What no connection should bring. */
    enum Defect {
        STACK_OVERFLOW,
        RUNTIME;

        void occur() {
            if (this == STACK_OVERFLOW) {
                throw new StackOverflowError("test");
            }
            throw new IllegalStateException("test");
        }
    }
}
