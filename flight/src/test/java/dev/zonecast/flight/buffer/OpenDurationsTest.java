package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is open, beside a model that keeps everything. */
class OpenDurationsTest {
    private static final int THREADS = 4;
    private static final int MEMORY_BYTES = 1 << 12;

    /** A duration of the model. */
    private record Begun(long time, boolean isWritten) {}

    private final MemoryScope arena = MemoryScope.auto();
    private final Memory memory = arena.allocate(MEMORY_BYTES, 8);
    private final Memory batch = arena.allocate(64, 8);
    private final OpenDurations open = new OpenDurations();
    private final List<List<Begun>> model = new ArrayList<>();
    private final int[] owed = new int[THREADS];
    private long end;
    private long time;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldKnowWhatIsOpenWhereverRecordsWereKeptOrDropped(long seed) {
        Random random = new Random(seed);
        start();
        boolean dropping = false;
        for (int i = 0; i < 20_000; i++) {
            if (end + 64 > MEMORY_BYTES || random.nextInt(200) == 0) {
                turnOver();
                if (dropping) {
                    checkRepair();
                }
                dropping = random.nextInt(3) == 0;
                checkBegins();
            }
            // Deeper and less deep in turn.
            boolean begins = random.nextInt(100) < (i / 1000 % 2 == 0 ? 60 : 40);
            event(random.nextInt(THREADS), begins, !dropping);
        }
        turnOver();
        checkBegins();
    }

    @Test
    void shouldSayNoToAnEndOfNothing() {
        start();
        long header = write(1, FxtLayout.DURATION_END);

        assertEquals(false, open.event(batch, 0, header, 0));
    }

    private void start() {
        for (int i = 0; i < THREADS; i++) {
            model.add(new ArrayList<>());
            batch.setLong(8, 7);
            batch.setLong(16, 100 + i);
            open.thread(batch, 0, (i + 1L) << FxtLayout.INDEX_SHIFT);
        }
    }

    /** The memory is used again. */
    private void turnOver() {
        open.settle(memory);
        memory.fill((byte) -1);
        end = 0;
    }

    private long write(int thread, int type) {
        long header = FxtLayout.EVENT
                | 2L << FxtLayout.WORDS_SHIFT
                | (long) type << FxtLayout.EVENT_TYPE_SHIFT
                | (long) thread << FxtLayout.EVENT_THREAD_SHIFT;
        batch.setLong(0, header);
        batch.setLong(8, ++time);
        return header;
    }

    private void event(int thread, boolean begins, boolean isKept) {
        long header = write(thread + 1, begins ? FxtLayout.DURATION_BEGIN : FxtLayout.DURATION_END);
        if (isKept) {
            boolean isKnown = open.event(batch, 0, header, end);
            assertEquals(begins || !model.get(thread).isEmpty(), isKnown);
            Memory.copy(batch, 0, memory, end, 16);
            end += 16;
        } else {
            open.dropped(batch, 0, header);
        }
        List<Begun> stack = model.get(thread);
        if (begins) {
            stack.add(new Begun(time, isKept));
        } else if (!stack.isEmpty()) {
            owed[thread] += stack.removeLast().isWritten && !isKept ? 1 : 0;
        }
    }

    private void checkBegins() {
        List<List<Long>> begins = lists();
        open.begins((words, from, count) -> add(begins, words, from));
        assertEquals(times(model, false), begins);
    }

    /** After it all that is open is written. */
    private void checkRepair() {
        List<List<Long>> begins = lists();
        int[] ends = new int[THREADS];
        open.repair((words, from, count) -> {
            if ((words[from] >>> FxtLayout.EVENT_TYPE_SHIFT & 15) == FxtLayout.DURATION_END) {
                ends[(int) words[from + 3] - 100]++;
            } else {
                add(begins, words, from);
            }
        });
        assertEquals(times(model, true), begins);
        for (int i = 0; i < THREADS; i++) {
            assertEquals(owed[i], ends[i]);
            owed[i] = 0;
            model.get(i).replaceAll(each -> new Begun(each.time, true));
        }
    }

    private static List<List<Long>> lists() {
        List<List<Long>> lists = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }

    private static void add(List<List<Long>> lists, long[] words, int from) {
        lists.get((int) words[from + 3] - 100).add(words[from + 1]);
    }

    private static List<List<Long>> times(List<List<Begun>> stacks, boolean unwrittenOnly) {
        return stacks.stream()
                .map(stack -> stack.stream()
                        .filter(each -> !unwrittenOnly || !each.isWritten)
                        .map(Begun::time)
                        .toList())
                .toList();
    }
}
