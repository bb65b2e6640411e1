package dev.zonecast.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.kind.EventKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A thread's records continue from ring to ring: none is lost, none comes twice, all in order. */
class RingGrowthTest {
    private static final int USUAL = 16 << 10;

    private static RingPool pool(long limitBytes, RingPolicy policy) {
        return new RingPool(USUAL, 4096, limitBytes, policy, () -> {});
    }

    private static RingPool pool() {
        return pool(64L << 20, RingPolicy.DROP);
    }

    /** Reads as the collector does: a ring to its end, then the one in which the thread has gone on. */
    private static final class ChainReader {
        private final RingPool pool;
        private EventRing ring;
        private int rings = 1;

        ChainReader(EventRing first, RingPool pool) {
            this.ring = first;
            this.pool = pool;
        }

        List<RingReader.Row> read() {
            List<RingReader.Row> rows = new ArrayList<>();
            while (true) {
                EventRing next = ring.next();
                rows.addAll(new RingReader(ring).read());
                if (next == null) {
                    return rows;
                }
                pool.giveBack(ring);
                ring = next;
                rings++;
            }
        }
    }

    @Test
    void shouldLoseNothingOfABurstThatIsReadAfterwards() {
        RingPool pool = pool();
        EventRing first = pool.take(false);
        Recorder recorder = new Recorder(first, pool);
        for (int i = 0; i < 500_000; i++) {
            recorder.record(EventKind.FRAME_VSYNC, 0, i);
        }
        assertTrue(pool.allocatedBytes() < 2L * 500_000 * 16, pool.allocatedBytes() + " bytes for 8 MB of records");
        ChainReader reader = new ChainReader(first, pool);
        List<RingReader.Row> rows = reader.read();

        assertEquals(500_000, rows.size());
        for (int i = 0; i < rows.size(); i++) {
            assertEquals(i, rows.get(i).id());
        }
        assertEquals(0, recorder.droppedCount());
        assertTrue(reader.rings > 5, reader.rings + " rings");
    }

    @Test
    void shouldGoOnInTheUsualRingWhenThePressureIsOver() {
        RingPool pool = pool();
        EventRing first = pool.take(false);
        Recorder recorder = new Recorder(first, pool);
        for (int i = 0; i < 100_000; i++) {
            recorder.record(EventKind.FRAME_VSYNC, 0, i);
        }
        ChainReader reader = new ChainReader(first, pool);
        int read = reader.read().size();
        int grown = reader.ring.capacityBytes();
        for (int i = 0; i < 20_000; i++) {
            recorder.record(EventKind.FRAME_VSYNC, 0, i);
            if (i % 100 == 0) {
                read += reader.read().size();
            }
        }
        read += reader.read().size();

        assertTrue(grown > USUAL, grown + " bytes");
        assertEquals(USUAL, reader.ring.capacityBytes());
        assertEquals(120_000, read);
        int rings = reader.rings;
        for (int i = 0; i < 100_000; i++) {
            recorder.record(EventKind.FRAME_VSYNC, 0, i);
            if (i % 100 == 0) {
                read += reader.read().size();
            }
        }
        assertEquals(rings, reader.rings, "the usual ring is enough, and no other is taken");
    }

    @Test
    void shouldCarryOpenZonesTextsAndStacksOverAnyNumberOfRings() {
        RingPool pool = pool();
        EventRing first = pool.take(true);
        Recorder recorder = new Recorder(first, pool);
        ChainReader reader = new ChainReader(first, pool);
        Random random = new Random(11);
        ArrayDeque<Long> open = new ArrayDeque<>();
        List<String> written = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (int i = 1; i <= 60_000; i++) {
            boolean isCalm = i / 3_000 % 2 == 1;
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    open.push(recorder.beginZone(i));
                    written.add("begin " + i);
                }
                case 2 -> {
                    if (!open.isEmpty()) {
                        recorder.endZone(open.pop());
                        written.add("end 1");
                    }
                }
                case 3 -> {
                    String text = i + "x".repeat(random.nextInt(!isCalm && random.nextInt(20) == 0 ? 60_000 : 50));
                    recorder.recordText(EventKind.MESSAGE, 0, i, text);
                    written.add("message " + text);
                }
                case 4 -> {
                    recorder.record(EventKind.ZONE_VALUE, 0, i, -i);
                    written.add("value " + -i);
                }
                default -> {
                    // Its stack stands right before it, in the same ring or at the end of the one before.
                    open.push(recorder.beginZone(i, "stack of " + i));
                    written.add("stack of " + i);
                    written.add("begin " + i);
                }
            }
            if (i % (isCalm ? 10 : 1_500) == 0) {
                collect(reader.read(), recorder, found);
                assertEquals(written, found);
                written.clear();
                found.clear();
            }
            if (open.size() > (isCalm ? 10 : 5_000)) {
                written.add("end " + open.size());
                recorder.endZone(open.peekLast());
                open.clear();
            }
        }
        collect(reader.read(), recorder, found);

        assertEquals(written, found);
        assertEquals(0, recorder.droppedCount());
        assertEquals(0, recorder.unmatchedCount());
        assertEquals(0, recorder.truncatedCount());
        assertTrue(reader.rings > 10, reader.rings + " rings");
    }

    private static void collect(List<RingReader.Row> rows, Recorder recorder, List<String> found) {
        for (RingReader.Row row : rows) {
            found.add(
                    switch (EventKind.ofCode(row.type())) {
                        case ZONE_BEGIN -> "begin " + row.id();
                        case ZONE_END -> "end " + row.id();
                        case MESSAGE -> "message " + row.text();
                        case ZONE_VALUE -> "value " + row.value();
                        case CALL_STACK -> (String) recorder.takeStack(row.id());
                        default -> throw new AssertionError(row);
                    });
        }
    }

    @Test
    void shouldDropAndCountWholeZonesWhenTheLimitIsReached() {
        RingPool pool = pool(200 << 10, RingPolicy.DROP);
        EventRing first = pool.take(false);
        Recorder recorder = new Recorder(first, pool);
        long begun = 0;
        for (int i = 0; i < 20_000; i++) {
            long token = recorder.beginZone(i);
            begun += token == 0 ? 0 : 1;
            if (token != 0) {
                recorder.endZone(token);
            }
        }
        List<RingReader.Row> rows = new ChainReader(first, pool).read();

        assertEquals(2 * begun, rows.size());
        assertEquals(20_000 - begun, recorder.droppedCount());
        assertTrue(begun * 32 > 100 << 10, begun + " zones in 175 KiB");
        assertTrue(pool.allocatedBytes() <= 175 << 10, pool.allocatedBytes() + " bytes");
    }

    @Test
    void shouldKeepItsSizeWhenTheNewestRecordsWin() {
        RingPool pool = pool(64L << 20, new RingPolicy(0, true));
        EventRing ring = pool.take(false);
        Recorder recorder = new Recorder(ring, pool);
        for (int i = 0; i < 10_000; i++) {
            recorder.record(EventKind.FRAME_VSYNC, 0, i);
        }
        assertSame(ring, recorder.ring());
        assertNull(ring.next());
        assertTrue(recorder.overwrittenCount() > 0);
    }

    @Test
    void shouldGiveAVirtualThreadALittleRingFirstAndTheUsualOneWhenItIsFull() {
        RingPool pool = pool();
        EventRing first = pool.take(true);
        Recorder recorder = new Recorder(first, pool);
        for (int i = 0; i < RingPool.FIRST_BYTES / 16; i++) {
            recorder.record(EventKind.FRAME_VSYNC, 0, i);
        }
        assertNull(first.next());
        recorder.record(EventKind.FRAME_VSYNC, 0, 77);

        assertNotNull(first.next());
        assertEquals(4096, recorder.ring().capacityBytes());
        assertEquals(0, recorder.flushCount() + recorder.warningCount(), "no sign of pressure");
    }
}
