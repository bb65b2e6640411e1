package dev.zonecast.core.ring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.TableLimit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecorderTest {
    // Hand-written: a reader that shares the declarations shares their errors.
    private static final int TEXT = 3;
    private static final int VALUE = 5;

    private final AtomicInteger wakes = new AtomicInteger();
    private EventRing ring;
    private RingReader reader;

    private Recorder recorder(int capacityBytes, RingPolicy policy) {
        ring = new EventRing(RingSource.NATIVE.allocate(capacityBytes), capacityBytes);
        reader = new RingReader(ring);
        return new Recorder(ring, new RingPool(4096, 4096, 0, policy, wakes::incrementAndGet));
    }

    private Recorder recorder(int capacityBytes) {
        return recorder(capacityBytes, RingPolicy.DROP);
    }

    private static List<String> shape(List<RingReader.Row> rows) {
        return rows.stream()
                .map(row -> switch (row.type()) {
                    case RingLayout.ZONE_BEGIN -> "begin " + row.id();
                    case RingLayout.ZONE_END -> "end " + row.id();
                    case TEXT -> "text@" + row.id() + " " + row.text();
                    case VALUE -> "value@" + row.id() + " " + row.value();
                    default -> "type " + row.type() + " id " + row.id() + " value " + row.value();
                })
                .toList();
    }

    // --- tokens

    @Test
    void shouldPairBeginAndEndWhenZonesNest() {
        Recorder recorder = recorder(4096);
        long outer = recorder.beginZone(7);
        long inner = recorder.beginZone(8);
        recorder.endZone(inner);
        recorder.endZone(outer);

        List<RingReader.Row> rows = reader.read();
        assertEquals(List.of("begin 7", "begin 8", "end 1", "end 1"), shape(rows));
        for (int i = 1; i < rows.size(); i++) {
            assertTrue(rows.get(i).ticks() >= rows.get(i - 1).ticks());
        }
        assertEquals(0, recorder.unmatchedCount());
    }

    @Test
    void shouldEndInnerZonesWithTheOuterOneWhenTheyWereLeftOpen() {
        Recorder recorder = recorder(4096);
        long outer = recorder.beginZone(1);
        long middle = recorder.beginZone(2);
        long inner = recorder.beginZone(3);
        recorder.endZone(outer);
        recorder.endZone(inner);
        recorder.endZone(middle);
        recorder.endZone(outer);

        assertEquals(List.of("begin 1", "begin 2", "begin 3", "end 3"), shape(reader.read()));
        assertEquals(3, recorder.unmatchedCount());
    }

    @Test
    void shouldIgnoreATokenWhenItsPlaceIsTakenByAnotherZone() {
        Recorder recorder = recorder(4096);
        long first = recorder.beginZone(1);
        recorder.endZone(first);
        long second = recorder.beginZone(2);
        recorder.endZone(first);
        assertFalse(recorder.isOpen(first));
        assertTrue(recorder.isOpen(second));
        recorder.endZone(second);

        assertEquals(List.of("begin 1", "end 1", "begin 2", "end 1"), shape(reader.read()));
        assertEquals(2, recorder.unmatchedCount());
    }

    @Test
    void shouldIgnoreForgedTokensWhenZonesAreOpen() {
        Recorder recorder = recorder(4096);
        Random random = new Random(3);
        long outer = recorder.beginZone(1);
        long inner = recorder.beginZone(2);
        List<Long> forged = new ArrayList<>(List.of(
                0L,
                -1L,
                1L,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                outer + 1,
                outer + (1 << 16),
                outer ^ (1L << 48),
                inner - 1));
        for (int i = 0; i < 10_000; i++) {
            forged.add(random.nextLong());
            forged.add(outer ^ (1L << random.nextInt(64)));
        }
        forged.removeIf(token -> token == inner);
        forged.forEach(recorder::endZone);
        recorder.endZone(inner);
        recorder.endZone(outer);

        assertEquals(List.of("begin 1", "begin 2", "end 1", "end 1"), shape(reader.read()));
        assertEquals(forged.size(), recorder.unmatchedCount());
    }

    @Test
    void shouldRefuseATokenOfAnotherThreadWhenBothHaveBegunAlike() throws Exception {
        List<Long> tokens = new ArrayList<>();
        Set<Long> distinct = new HashSet<>();
        Thread[] threads = new Thread[2_000];
        // Virtual threads, whose ids go up quickly, and many of which have the same low bits.
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofVirtual().start(() -> {
                Recorder recorder = new Recorder(
                        new EventRing(RingSource.NATIVE.allocate(4096), 4096),
                        new RingPool(4096, 4096, 0, RingPolicy.DROP, () -> {}));
                long token = recorder.beginZone(1);
                synchronized (tokens) {
                    tokens.add(token);
                    distinct.add(token);
                    // Equal low bits of the ids: what thread 65,536 later would have.
                    distinct.add((token & ~0xFFFF_0000_0000_0000L) | 5L << 48);
                }
            });
            threads[i].join();
        }
        assertFalse(tokens.contains(0L));
        assertEquals(2 * threads.length, distinct.size());
    }

    // --- room

    @ParameterizedTest
    @ValueSource(ints = {4096, 16384, 65536})
    void shouldKeepAllRecordsInOrderWhenTheRingWrapsOftenWithTextsOfAllLengths(int capacity) {
        Recorder recorder = recorder(capacity);
        Random random = new Random(capacity);
        List<String> expected = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        ArrayDeque<Long> open = new ArrayDeque<>();
        int number = 0;
        for (int i = 0; i < 30_000; i++) {
            int what = random.nextInt(10);
            if (what < 4) {
                number++;
                open.push(recorder.beginZone(number));
                expected.add("begin " + number);
            } else if (what < 8 && !open.isEmpty()) {
                recorder.endZone(open.pop());
                expected.add("end 1");
            } else if (what == 8 && !open.isEmpty()) {
                String text = "x".repeat(random.nextInt(capacity / 8)) + (random.nextBoolean() ? "" : "\u00e9");
                recorder.recordText(EventKind.ZONE_TEXT, 0, open.size() - 1, text);
                expected.add("text@" + (open.size() - 1) + " " + text);
            } else {
                recorder.record(EventKind.ZONE_VALUE, 0, i, i * 3L);
                expected.add("value@" + i + " " + i * 3L);
            }
            if (open.size() > 50) {
                while (!open.isEmpty()) {
                    recorder.endZone(open.pop());
                    expected.add("end 1");
                }
            }
            if (random.nextInt(4) == 0) {
                seen.addAll(shape(reader.read()));
            }
        }
        seen.addAll(shape(reader.read()));

        assertEquals(0, recorder.droppedCount());
        assertEquals(expected, seen);
        assertTrue(reader.pads() > 10, reader.pads() + " pads");
    }

    @Test
    void shouldCountOnceThatTheRingIsNearlyFullUntilThereIsRoomAgain() {
        Recorder recorder = recorder(4096);
        for (int round = 1; round <= 2; round++) {
            for (int i = 0; i < 200; i++) {
                recorder.record(EventKind.FRAME_VSYNC, 0, i);
            }
            assertEquals(round - 1, recorder.flushCount(), "at 78 %");
            for (int i = 200; i < 220; i++) {
                recorder.record(EventKind.FRAME_VSYNC, 0, i);
            }
            assertEquals(round, recorder.flushCount(), "at 86 %");
            assertEquals(round - 1, recorder.warningCount(), "at 86 %");
            for (int i = 220; i < 300; i++) {
                recorder.record(EventKind.FRAME_VSYNC, 0, i);
            }
            assertEquals(round, recorder.flushCount(), "when full");
            assertEquals(round, recorder.warningCount(), "when full");
            assertEquals(256, reader.read().size());
        }
        assertEquals(2 * 44, recorder.droppedCount());
    }

    @Test
    void shouldOverwriteTheOldestRecordsAndSayHowDeepZonesWereWhenTheNewestWin() {
        Recorder recorder = recorder(4096, new RingPolicy(0, true));
        EventRing copy = ring.sameSize(RingSource.NATIVE);
        long outer = recorder.beginZone(1);
        long inner = recorder.beginZone(2);
        assertTrue(ring.take(copy, 0, ring.producerPosition()));

        recorder.endZone(inner);
        recorder.endZone(outer);
        long again = recorder.beginZone(3);
        for (int i = 0; i < 1000; i++) {
            recorder.record(EventKind.FRAME_VSYNC, 0, i);
        }
        long from = ring.consumerPosition();
        assertArrayEquals(new int[] {-2, -1}, ring.gapBefore(from));
        assertNull(ring.gapBefore(from - 16));
        long end = ring.producerPosition();
        assertFalse(ring.take(copy, from - 16, end), "of what was overwritten");
        assertTrue(ring.take(copy, from, end));
        recorder.endZone(again);

        long kept = (end - from) / 16;
        assertEquals(1003 - kept, recorder.overwrittenCount());
        assertEquals(0, recorder.droppedCount());
        for (long i = 0; i < kept; i++) {
            long header = copy.word(copy.offset(from + 16 * i));
            assertEquals(1000 - kept + i, RingLayout.id(header));
        }
        assertEquals(List.of("end 1"), shape(reader.read()));
    }

    @Test
    void shouldFindTheFirstRuleThatFitsAThread() {
        RingPolicies policies = RingPolicies.parse("audio=overwrite, load*-*=wait 500,,*.x=drop", new RingPolicy(7));

        assertEquals(new RingPolicy(0, true), policies.of("audio"));
        assertEquals(new RingPolicy(500_000), policies.of("loader-3"));
        assertEquals(RingPolicy.DROP, policies.of("a=b.x"));
        assertEquals(new RingPolicy(7), policies.of("audio 2"));
        RingPolicies important = RingPolicies.parse("render=first, audio=overwrite first", new RingPolicy(7));
        assertEquals(new RingPolicy(7, false, true), important.of("render"));
        assertEquals(new RingPolicy(0, true, true), important.of("audio"));
        assertTrue(RingPolicies.parse("render=first, *=off", RingPolicy.DROP)
                .of("x")
                .isOff());
        for (String wrong : List.of(
                "audio", "a=keep", "a=wait", "a=wait -1", "a=wait 123456789", "a=", "a=dropfirst", "a=first drop")) {
            assertThrows(IllegalArgumentException.class, () -> RingPolicies.parse(wrong, RingPolicy.DROP), wrong);
        }
    }

    @Test
    void shouldDropWholeZonesAndFitEveryEndWhenTheRingIsFull() {
        Recorder recorder = recorder(4096);
        Random random = new Random(5);
        ArrayDeque<Long> open = new ArrayDeque<>();
        long begun = 0;
        long refused = 0;
        long values = 0;
        long valuesTried = 0;
        for (int round = 0; round < 200; round++) {
            for (int i = 0; i < 400; i++) {
                switch (random.nextInt(3)) {
                    case 0 -> {
                        long token = recorder.beginZone(1);
                        open.push(token);
                        begun += token == 0 ? 0 : 1;
                        refused += token == 0 ? 1 : 0;
                    }
                    case 1 -> {
                        if (!open.isEmpty()) {
                            long token = open.pop();
                            if (token != 0) {
                                recorder.endZone(token);
                            }
                        }
                    }
                    default -> {
                        valuesTried++;
                        recorder.record(EventKind.ZONE_VALUE, 0, 0, 0);
                    }
                }
            }
            while (!open.isEmpty()) {
                long token = open.pop();
                if (token != 0) {
                    recorder.endZone(token);
                }
            }
            int depth = 0;
            for (RingReader.Row row : reader.read()) {
                depth += row.type() == RingLayout.ZONE_BEGIN ? 1 : row.type() == RingLayout.ZONE_END ? -row.id() : 0;
                assertTrue(depth >= 0);
                values += row.type() == VALUE ? 1 : 0;
            }
            assertEquals(0, depth, "round " + round);
        }
        assertTrue(begun > 0 && refused > 0 && values < valuesTried);
        assertEquals(refused + valuesTried - values, recorder.droppedCount());
        assertEquals(0, recorder.unmatchedCount());
        assertTrue(wakes.get() > 0);
    }

    @Test
    void shouldRefuseWhatIsTooDeepAndEndTheRestWhenZonesNest70000Deep() {
        Recorder recorder = recorder(8 << 20);
        long[] tokens = new long[70_000];
        long refusedBefore = TableLimit.refusals().getOrDefault("open zones of a thread", 0L);
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = recorder.beginZone(i + 1);
            if (i % 1000 == 0) {
                reader.read();
            }
        }
        reader.read();
        for (int i = 0; i < tokens.length; i++) {
            assertEquals(i < Recorder.MAX_DEPTH, tokens[i] != 0, "depth " + i);
        }
        assertEquals(tokens.length - Recorder.MAX_DEPTH, recorder.droppedCount());
        assertEquals(
                refusedBefore + recorder.droppedCount(), TableLimit.refusals().get("open zones of a thread"));
        int ended = 0;
        for (int i = tokens.length - 1; i >= 0; i--) {
            if (tokens[i] != 0) {
                recorder.endZone(tokens[i]);
            }
            if (i % 1000 == 0) {
                ended += reader.read().stream().mapToInt(RingReader.Row::id).sum();
            }
        }
        assertEquals(Recorder.MAX_DEPTH, ended);
        assertEquals(0, recorder.unmatchedCount());
        assertNotEquals(0, recorder.beginZone(1));
    }

    @Test
    void shouldLeaveRoomForEveryEndWhenOpenZonesFillTheRing() {
        Recorder recorder = recorder(4096);
        List<Long> open = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            long token = recorder.beginZone(1);
            if (token != 0) {
                open.add(token);
            }
            reader.read();
        }
        // Two slots for the next begin and end must be left beside the promised ends.
        assertEquals(4096 / 16 - 1, open.size());
        long outermost = open.getFirst();
        for (Long token : open.reversed()) {
            recorder.endZone(token);
        }
        assertEquals(open.size(), reader.read().size());
        recorder.endZone(outermost);
        assertEquals(1, recorder.unmatchedCount());
    }

    // --- waiting

    @Test
    void shouldGiveUpAfterTheLimitWhenNobodyReadsAndTheThreadIsInterrupted() {
        Recorder recorder = recorder(4096, new RingPolicy(Duration.ofMillis(2).toNanos()));
        while (recorder.waitCount() == 0) {
            recorder.record(EventKind.ZONE_VALUE, 0, 0, 0);
        }
        Thread.currentThread().interrupt();
        long start = System.nanoTime();
        recorder.record(EventKind.ZONE_VALUE, 0, 0, 0);
        long waited = System.nanoTime() - start;

        assertTrue(Thread.interrupted(), "the interrupt is the program's, not ours");
        assertTrue(waited >= 2_000_000, waited + " ns");
        assertEquals(2, recorder.droppedCount());
        assertEquals(2, recorder.waitCount());
    }

    @Test
    void shouldLoseNothingWhenItMayWaitAndSomebodyReads() throws Exception {
        Recorder[] made = new Recorder[1];
        AtomicBoolean done = new AtomicBoolean();
        recorder(4096);
        Thread producer = Thread.ofPlatform().start(() -> {
            made[0] = new Recorder(
                    ring,
                    new RingPool(
                            4096, 4096, 0, new RingPolicy(Duration.ofSeconds(60).toNanos()), () -> {}));
            for (int i = 0; i < 20_000; i++) {
                made[0].record(EventKind.ZONE_VALUE, 0, i, i);
            }
            done.set(true);
        });
        List<RingReader.Row> rows = new ArrayList<>();
        while (!done.get()) {
            rows.addAll(reader.read());
            Thread.sleep(0, 100_000);
        }
        producer.join();
        rows.addAll(reader.read());

        assertEquals(20_000, rows.size());
        assertEquals(0, made[0].droppedCount());
        for (int i = 0; i < rows.size(); i++) {
            assertEquals(i, rows.get(i).value());
        }
    }

    @Test
    void shouldNotWaitWhenNoRoomCanComeBecauseOpenZonesHaveIt() {
        Recorder recorder = recorder(4096, new RingPolicy(Duration.ofHours(1).toNanos()));
        while (recorder.beginZone(1) != 0) {
            reader.read();
        }
        recorder.recordText(EventKind.MESSAGE, 0, 0, "x".repeat(500));

        assertEquals(0, recorder.waitCount());
        assertEquals(2, recorder.droppedCount());
    }

    // --- several records together

    @Test
    void shouldBeReadTogetherWhenRecordsAreFlushed() {
        Recorder recorder = recorder(4096);
        assertTrue(recorder.tryRecordAt(1, EventKind.GPU_ZONE_BEGIN, 0, 7, 1, 2, 3, 4));
        assertTrue(recorder.tryRecordAt(1, EventKind.GPU_ZONE_END, 0, 8, 1, 2, 3, 4));
        assertEquals(0, ring.producerPosition());

        recorder.flush();

        assertEquals(
                List.of(7, 8), reader.read().stream().map(RingReader.Row::id).toList());
    }

    @Test
    void shouldBeReadWithTheNextWhenRecordsWereNotFlushed() {
        Recorder recorder = recorder(4096);
        assertTrue(recorder.tryRecordAt(1, EventKind.GPU_ZONE_BEGIN, 0, 7, 1, 2, 3, 4));

        recorder.record(EventKind.PLOT_LONG, 0, 8, 2);

        assertEquals(
                List.of(7, 8), reader.read().stream().map(RingReader.Row::id).toList());
    }

    @Test
    void shouldBeReadWhenThereIsNoRoomForMore() {
        Recorder recorder = recorder(4096);
        int written = 0;
        while (recorder.tryRecordAt(1, EventKind.GPU_ZONE_BEGIN, 0, 7, 1, 2, 3, 4)) {
            written++;
        }

        assertEquals(written, reader.read().size());
        assertTrue(recorder.tryRecordAt(1, EventKind.GPU_ZONE_BEGIN, 0, 7, 1, 2, 3, 4));
    }

    // --- without a ring

    @Test
    void shouldCountAndNeverThrowWhenThereIsNoRing() {
        Recorder recorder = new Recorder(null, new RingPool(4096, 4096, 0, RingPolicy.DROP, () -> {}));
        assertEquals(0, recorder.beginZone(1));
        recorder.endZone(77);
        recorder.record(EventKind.PLOT_LONG, 0, 1, 2);
        recorder.recordText(EventKind.MESSAGE, 0, 0, "text");
        recorder.recordText(EventKind.MESSAGE, 0, 0, "t\u00e9xt");
        assertFalse(recorder.tryRecord(EventKind.GPU_ZONE_BEGIN, 0, 0, 1, 2, 3, 4));
        recorder.flush();

        assertEquals(4, recorder.droppedCount());
        assertEquals(1, recorder.unmatchedCount());
        assertEquals(0, recorder.truncatedCount());
    }

    // --- call stacks

    @Test
    void shouldNeverPutAStackBeforeAnotherEventWhenTheRingIsOftenFull() {
        Recorder recorder = recorder(4096);
        Random random = new Random(6);
        int met = 0;
        for (int i = 1; i <= 20_000; i++) {
            Object stack = random.nextInt(4) == 0 ? null : "stack of " + i;
            switch (random.nextInt(3)) {
                case 0 -> recorder.endZone(recorder.beginZone(i, stack));
                case 1 -> recorder.record(EventKind.MEMORY_ALLOCATED, 0, i, 16, 8, stack);
                default -> recorder.recordText(EventKind.MESSAGE, 0, i, "x".repeat(random.nextInt(1500)), stack);
            }
            if (random.nextInt(20) == 0) {
                met += stacksMet(recorder);
            }
        }
        met += stacksMet(recorder);

        assertTrue(met > 1000, "only " + met);
        assertTrue(recorder.droppedCount() > 1000, "only " + recorder.droppedCount());
    }

    /** Reads all; each stack has to stand before its own event. */
    private int stacksMet(Recorder recorder) {
        List<RingReader.Row> rows = reader.read();
        int met = 0;
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).type() == EventKind.CALL_STACK.code()) {
                assertEquals(
                        "stack of " + rows.get(i + 1).id(),
                        recorder.takeStack(rows.get(i).id()));
                met++;
            }
        }
        return met;
    }
}
