package dev.zonecast.fxt.write;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.fxt.Term;
import dev.zonecast.memory.Memory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Makes room among records that the disk has not taken in time: drops events, and leaves a valid trace. It keeps
 *
 * <ul>
 *   <li>what later records refer to: strings, threads, the blobs that describe;
 *   <li>each begin whose end is not among the records, and each end whose begin is not: of durations, spans, flows and blocks of
 *       memory. So what is dropped is dropped whole, and what is kept has its true times.
 * </ul>
 *
 * It may run again on the same memory, and then drops events that have ended since.
 */
public final class RecordThinning {
    private static final int NO_RECORD = -1;

    // By the number of the record.
    private int[] starts = new int[1024];
    private boolean[] drops = new boolean[1024];
    private int count;

    // By the index of the thread: numbers of the begins whose ends have not come.
    private final int[][] open = new int[FxtLayout.MAX_THREAD_INDEX + 1][8];
    private final int[] depths = new int[FxtLayout.MAX_THREAD_INDEX + 1];

    // By id, or by pool and address: numbers of the records that begin what has not ended.
    private final Map<Long, Integer> spans = new HashMap<>();
    private final Map<Long, Integer> flows = new HashMap<>();
    private final Map<Long, Map<Long, Integer>> blocks = new HashMap<>();

    // By the index of the thread, from the last record to the first.
    private final boolean[] isUsed = new boolean[FxtLayout.MAX_THREAD_INDEX + 1];
    private final boolean[] isReplaced = new boolean[FxtLayout.MAX_THREAD_INDEX + 1];

    /** Of threads whose record is kept. */
    private final Set<Integer> koids = new HashSet<>();

    private long dropped;

    /** Records that were dropped so far. */
    public long dropped() {
        return dropped;
    }

    /**
     * Drops events.
     *
     * @param records from its beginning on
     * @param bytes of whole records
     * @param names drops names of threads as well, but of those that have an index at the end
     * @return bytes that are left, at the beginning
     */
    public int thin(Memory records, int bytes, boolean names) {
        count(records, bytes);
        int last = lastEvent(records);
        Arrays.fill(depths, 0);
        spans.clear();
        flows.clear();
        blocks.clear();
        for (int i = 0; i < last; i++) {
            choose(i, records);
        }
        // The blobs behind the last event go on in the next buffer: they stay together.
        Arrays.fill(drops, last, count, false);
        dropThreads(records, names);
        return compact(records, bytes);
    }

    private void count(Memory records, int bytes) {
        count = 0;
        for (int at = 0; at < bytes; at += (int) RecordSize.bytes(records.getLong(at))) {
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, count * 2);
                drops = Arrays.copyOf(drops, count * 2);
            }
            starts[count++] = at;
        }
    }

    /** Number of the last record that no other one continues. */
    private int lastEvent(Memory records) {
        int last = count - 1;
        while (last > 0 && isBlob(records.getLong(starts[last]), Term.BLOB_ATTRIBUTE)) {
            last--;
        }
        return Math.max(0, last);
    }

    private static boolean isBlob(long header, Term name) {
        return (header & 15) == FxtLayout.BLOB && ((header >>> FxtLayout.BLOB_NAME_SHIFT) & 0xFFFF) == name.index();
    }

    private void choose(int number, Memory records) {
        long header = records.getLong(starts[number]);
        drops[number] = switch ((int) header & 15) {
            case FxtLayout.EVENT -> isDroppedEvent(number, records, header);
            case FxtLayout.THREAD -> {
                // Another thread begins here: open zones stay open.
                depths[index(header)] = 0;
                yield false;
            }
            case FxtLayout.BLOB ->
                isBlob(header, Term.BLOB_ATTRIBUTE)
                        || isBlob(header, Term.BLOB_FRAME_IMAGE)
                        || (isBlob(header, Term.BLOB_MEMORY) && isDroppedBlock(number, records))
                        || isBlob(header, Term.BLOB_SAMPLE)
                        || isBlob(header, Term.BLOB_GPU_CALIBRATION);
            case FxtLayout.SCHEDULING -> true;
            default -> false;
        };
    }

    /** True if a block is whole here, or the record is of an unknown kind. All records before it are kept until then. */
    private boolean isDroppedBlock(int number, Memory records) {
        long payload = starts[number] + (long) FxtLayout.WORD_BYTES;
        long first = records.getLong(payload);
        Map<Long, Integer> pool = blocks.computeIfAbsent(first >>> 32, ignored -> new HashMap<>());
        long address = records.getLong(payload + ExtensionLayout.MEMORY_ADDRESS);
        return switch ((int) (first >>> 16) & 0xFFFF) {
            case ExtensionLayout.MEMORY_ALLOCATED -> {
                pool.put(address, number);
                yield false;
            }
            case ExtensionLayout.MEMORY_FREED -> isWhole(pool, address);
            case ExtensionLayout.MEMORY_DISCARDED -> {
                // It may be the end of earlier blocks, too.
                pool.values().forEach(begin -> drops[begin] = true);
                pool.clear();
                yield false;
            }
            default -> true;
        };
    }

    /** True if what ends here began here, too: its begin is dropped. */
    private boolean isWhole(Map<Long, Integer> begins, long id) {
        Integer begin = begins.remove(id);
        if (begin == null) {
            return false;
        }
        drops[begin] = true;
        return true;
    }

    private boolean isDroppedEvent(int number, Memory records, long header) {
        int thread = thread(header);
        long id = records.getLong(starts[number] + RecordSize.bytes(header) - FxtLayout.WORD_BYTES);
        return switch ((int) (header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15) {
            case FxtLayout.DURATION_BEGIN -> {
                if (depths[thread] == open[thread].length) {
                    open[thread] = Arrays.copyOf(open[thread], depths[thread] * 2);
                }
                open[thread][depths[thread]++] = number;
                yield false;
            }
            case FxtLayout.DURATION_END -> {
                boolean isWhole = depths[thread] > 0;
                if (isWhole) {
                    drops[open[thread][--depths[thread]]] = true;
                }
                yield isWhole;
            }
            case FxtLayout.ASYNC_BEGIN -> {
                spans.put(id, number);
                yield false;
            }
            case FxtLayout.ASYNC_END -> isWhole(spans, id);
            case FxtLayout.FLOW_BEGIN -> {
                flows.put(id, number);
                yield false;
            }
            case FxtLayout.FLOW_END -> isWhole(flows, id);
            default -> true;
        };
    }

    private static int thread(long header) {
        return (int) (header >>> FxtLayout.EVENT_THREAD_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
    }

    private static int index(long header) {
        return (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
    }

    /** Threads come and go: an index that no event uses before it means another thread needs no record. */
    private void dropThreads(Memory records, boolean names) {
        Arrays.fill(isUsed, false);
        Arrays.fill(isReplaced, false);
        koids.clear();
        for (int i = count - 1; i >= 0; i--) {
            long header = records.getLong(starts[i]);
            int type = (int) header & 15;
            if (type == FxtLayout.THREAD) {
                int index = index(header);
                drops[i] = isReplaced[index] && !isUsed[index];
                isReplaced[index] = true;
                isUsed[index] = false;
                if (!drops[i]) {
                    koids.add((int) records.getLong(starts[i] + 16L));
                }
            } else {
                if (type == FxtLayout.EVENT && !drops[i]) {
                    isUsed[thread(header)] = true;
                }
                drops[i] |= names && describesOther(header, records.getLong(starts[i] + 8L));
                dropped += drops[i] ? 1 : 0;
            }
        }
    }

    /** True for the name of a thread that no record uses from here on. */
    private boolean describesOther(long header, long firstWord) {
        boolean isObject = (header & 15) == FxtLayout.KERNEL_OBJECT
                && ((header >>> FxtLayout.OBJECT_TYPE_SHIFT) & 0xFF) == FxtLayout.OBJECT_THREAD;
        return (isObject && !koids.contains((int) firstWord))
                || (isBlob(header, Term.BLOB_TRACK) && !koids.contains((int) (firstWord >>> 32)));
    }

    private int compact(Memory records, int bytes) {
        int to = 0;
        int run = NO_RECORD;
        for (int i = 0; i <= count; i++) {
            boolean kept = i < count && !drops[i];
            if (kept && run == NO_RECORD) {
                run = starts[i];
            } else if (!kept && run != NO_RECORD) {
                int end = i < count ? starts[i] : bytes;
                Memory.copy(records, run, records, to, end - run);
                to += end - run;
                run = NO_RECORD;
            }
        }
        return to;
    }
}
