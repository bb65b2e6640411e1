package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.tracy.Block;
import dev.zonecast.tracy.BlockOutput;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Query;
import dev.zonecast.tracy.QueryReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random bytes in place of queries, from fixed seeds. */
class QueryFuzzTest {
    private static final int BYTES = 1_000_000;

    private final QueryPeer peer = new QueryPeer();
    private final QueryReader reader = new QueryReader(Channels.newChannel(System.in), peer);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldSayOnceWhatIsWrongWhenAMillionRandomBytesCome(long seed) {
        byte[] bytes = random(seed);
        Random cuts = new Random(seed);
        ByteBuffer in = buffer();
        int at = 0;
        boolean goesOn = true;

        while (goesOn && at < bytes.length) {
            int count = Math.min(Math.min(1 + cuts.nextInt(100), bytes.length - at), in.remaining());
            in.put(bytes, at, count);
            at += count;
            in.flip();
            goesOn = reader.take(in);
            in.compact();
        }

        assertEquals(1, peer.said.size(), peer.said.toString());
    }

    @ParameterizedTest
    @CsvSource({"11, 82", "12, 76", "13, 74", "14, 69"})
    void shouldAnswerEachExactlyOnceWhenAMillionRandomBytesHaveKnownTypes(long seed, int version, @TempDir Path root)
            throws Exception {
        Files.writeString(root.resolve("F.java"), "class F {}");
        SourceLocation location = SourceLocation.of("fuzz", "f", "F.java", 1, 0);
        ThreadRoster threads = new ThreadRoster();
        threads.of(EventThread.of(3, "known thread"));
        byte[] bytes = random(seed);
        LiveTrace trace = new LiveTrace();
        AnswerCounter counter = new AnswerCounter(version);
        SessionEncoder encoder = new SessionEncoder(Protocol.ofVersion(version), counter, new Block());
        SourceAnswers sources = new SourceAnswers(encoder, List.of(root));
        QueryAnswers answers = new QueryAnswers(encoder, threads, sources, 99, "own thread");
        internNamesOfLocations();
        int nameBefore = Registry.INSTANCE.names().intern("before fuzz " + seed);
        int queries = 0;

        ByteBuffer in = buffer();
        for (int at = 0; at + Query.PACKET_BYTES <= bytes.length; at += Query.PACKET_BYTES) {
            // One of the types 1 to 15; half of the pointers are small, so that some exist.
            bytes[at] = (byte) (1 + (bytes[at] & 0xFF) % 15);
            if (bytes[at + 9] < 0) {
                Arrays.fill(bytes, at + 2, at + 9, (byte) 0);
            }
            in.put(bytes, at, Query.PACKET_BYTES).flip();
            assertTrue(reader.take(in));
            in.compact();
            for (Query query = reader.poll(); query != null; query = reader.poll()) {
                queries++;
                answers.answer(query);
            }
        }
        encoder.flush();
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (counter.answers < queries && System.nanoTime() < deadline) {
            // Files are read on another thread.
            LockSupport.parkNanos(1_000_000);
            sources.sendReady();
            encoder.flush();
        }
        sources.close();

        assertEquals(BYTES / Query.PACKET_BYTES, queries + peer.asksToEnd);
        assertEquals(queries, counter.answers);
        assertEquals(List.of(), peer.said);
        assertEquals(nameBefore + 1, Registry.INSTANCE.names().intern("after fuzz " + seed), "nothing was registered");
        assertEquals(1, threads.size());
        assertTrue(Ids.of(location) > 0 && trace.zones.isEmpty());
    }

    @Test
    void shouldStopReadingWhenTheQueueIsFull() {
        ByteBuffer in = ByteBuffer.allocate(Query.PACKET_BYTES * (QueryReader.MAX_WAITING + 10))
                .order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            in.put((byte) 1).putLong(1).putInt(0);
        }

        assertTrue(!reader.take(in.flip()));

        assertEquals(1, peer.said.size());
        assertTrue(peer.said.getFirst().startsWith("sent more than 16384 queries"), peer.said.toString());
    }

    /** Counts the answers that give a credit back (section 3.2), event by event. */
    private static final class AnswerCounter implements BlockOutput {
        private static final Set<Integer> SLOTS_AND_FRAMES = Set.of(96, 112, 113, 114, 115, 128);

        private final WireNumbers numbers;
        int answers;

        AnswerCounter(int version) {
            numbers = new WireNumbers(version);
        }

        @Override
        public Block exchange(Block full) {
            ByteBuffer in = ByteBuffer.wrap(full.bytes, Block.START, full.lengthBytes())
                    .slice()
                    .order(ByteOrder.LITTLE_ENDIAN);
            while (in.hasRemaining()) {
                answers += event(in) ? 1 : 0;
            }
            full.end = Block.START;
            return full;
        }

        private boolean event(ByteBuffer in) {
            int type = numbers.in82(in.get());
            switch (type) {
                case 112 -> skip(in, in.getShort() & 0xFFFF);
                case 113 -> skip(in, in.getShort() & 0xFFFF);
                case 114, 115 -> skip(in, in.get() & 0xFF);
                case 119, 120, 121, 125, 127, 128, 131 -> {
                    skip(in, 8);
                    skip(in, in.getShort() & 0xFFFF);
                }
                case 130 -> {
                    skip(in, 8);
                    skip(in, in.getInt());
                }
                case 63 -> skip(in, 9);
                case 64 -> skip(in, 12);
                case 87 -> skip(in, 31);
                case 96 -> skip(in, 16);
                case 108, 110 -> skip(in, 0);
                case 109 -> skip(in, 4);
                default -> throw new AssertionError("not an answer: " + type);
            }
            return !SLOTS_AND_FRAMES.contains(type);
        }

        private static void skip(ByteBuffer in, int count) {
            in.position(in.position() + count);
        }
    }

    /** Names of a location get their numbers when a viewer asks for the location. */
    private static void internNamesOfLocations() {
        Slots<?, SourceLocation> locations = Slots.of(SourceLocation.class);
        for (int id = 1; locations.get(id) != null; id++) {
            SourceLocation location = locations.get(id);
            for (String name : List.of(location.name(), location.function(), location.file())) {
                int ignored = Registry.INSTANCE.names().intern(name);
            }
        }
    }

    private static byte[] random(long seed) {
        byte[] bytes = new byte[BYTES];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static ByteBuffer buffer() {
        return ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    }
}
