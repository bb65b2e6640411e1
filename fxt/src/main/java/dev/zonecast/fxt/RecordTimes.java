package dev.zonecast.fxt;

import dev.zonecast.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes nanoseconds of this process's clock of the times in another program's records: by the rate that its initialization record says,
 * and by one look at both clocks. Where that look does not tell the two apart they are the same. The offset is taken once, before the
 * first event, so that times of one program are never torn apart.
 *
 * <p>Sees to no more than the records' sizes: {@link RecordCheck} checks them afterwards. For one thread.
 */
@SuppressWarnings("exports") // For our own modules, which see the memory.
public final class RecordTimes {
    /**
     * A look at both clocks.
     *
     * @param ticks of the program's clock
     * @param nanos {@link System#nanoTime} here at that moment, give or take the error
     */
    public record Reading(long ticks, long nanos, long errorNanos) {}

    private static final int WORD = FxtLayout.WORD_BYTES;

    /** Blobs that have a time, all at the same place. */
    private static final Set<String> TIMED = Set.of(
            ExtensionLayout.SESSION,
            ExtensionLayout.THREAD_END,
            ExtensionLayout.GPU_CONTEXT,
            ExtensionLayout.GPU_CALIBRATION,
            ExtensionLayout.MEMORY,
            ExtensionLayout.SAMPLE,
            ExtensionLayout.LOCK,
            ExtensionLayout.STATISTICS,
            ExtensionLayout.END);

    private static final InlineName OPEN = new InlineName(ExtensionLayout.OPEN);
    private static final int BLOB_TIME = ExtensionLayout.SESSION_TIME;

    private final Supplier<Reading> clock;
    private final BitSet timed = new BitSet();

    /** Indexes of the name of the argument that is a time. */
    private final BitSet submissions = new BitSet();

    private long ticksPerSecond = Provider.NANOS_PER_SECOND;
    private boolean fixed;
    private long offsetNanos;

    /** @param clock the best look at the clocks so far; null if there was none. Asked once, at the first event */
    public RecordTimes(Supplier<Reading> clock) {
        this.clock = clock;
    }

    /** With a known offset. */
    public static RecordTimes fixed(long ticksPerSecond, long offsetNanos) {
        RecordTimes times = new RecordTimes(() -> null);
        times.ticksPerSecond = ticksPerSecond > 0 ? ticksPerSecond : Provider.NANOS_PER_SECOND;
        times.offsetNanos = offsetNanos;
        times.fixed = true;
        return times;
    }

    /** The offset: nanoseconds that are subtracted from the times. The first call fixes it. */
    public long fixedOffsetNanos() {
        if (!fixed) {
            fix();
        }
        return offsetNanos;
    }

    /** The offset: nanoseconds that are subtracted from the times; 0 while it is unknown. */
    public long offsetNanos() {
        return offsetNanos;
    }

    /** Rate of the program's clock. */
    public long ticksPerSecond() {
        return ticksPerSecond;
    }

    /** Corrects records where they are. */
    public void correct(Memory records) {
        walk(records, true);
    }

    /** Looks at records that are right already, for what later ones refer to. */
    public void look(Memory records) {
        walk(records, false);
    }

    private void walk(Memory records, boolean isToCorrect) {
        long limit = records.byteSize();
        for (long at = 0; at + WORD <= limit; ) {
            long header = records.getLong(at);
            long bytes = RecordSize.bytes(header);
            if (bytes == 0 || bytes > limit - at) {
                return;
            }
            if (((int) header & 15) == FxtLayout.STRING) {
                string(records, at, header, bytes);
            } else if (isToCorrect) {
                record(records, at, header, bytes);
            }
            at += bytes;
        }
    }

    private void record(Memory records, long at, long header, long bytes) {
        switch ((int) header & 15) {
            case FxtLayout.INITIALIZATION -> initialization(records, at, bytes);
            case FxtLayout.EVENT -> {
                correct(records, at + WORD, bytes >= 2 * WORD);
                boolean hasEnd = ((header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15) == FxtLayout.DURATION_COMPLETE
                        && bytes > 2 * WORD;
                correct(records, at + bytes - WORD, hasEnd);
                submission(records, at, header, bytes);
            }
            case FxtLayout.SCHEDULING, FxtLayout.LOG -> correct(records, at + WORD, bytes >= 2 * WORD);
            case FxtLayout.BLOB -> blob(records, at, header, bytes);
            default -> {
                // No time in it.
            }
        }
    }

    /** Of a zone of a GPU: the argument that is a time. */
    private void submission(Memory records, long at, long header, long bytes) {
        boolean hasTexts = ((header >>> FxtLayout.EVENT_THREAD_SHIFT) & FxtLayout.MAX_THREAD_INDEX) == 0
                || ((header >>> FxtLayout.EVENT_CATEGORY_SHIFT) & FxtLayout.INLINE_STRING) != 0
                || ((header >>> FxtLayout.EVENT_NAME_SHIFT) & FxtLayout.INLINE_STRING) != 0;
        if (submissions.isEmpty() || hasTexts) {
            return;
        }
        long argument = at + 2 * WORD;
        for (int left = (int) (header >>> FxtLayout.EVENT_ARGUMENTS_SHIFT) & 15; left > 0; left--) {
            long word = argument + WORD <= at + bytes ? records.getLong(argument) : 0;
            long size = RecordSize.bytes(word);
            if (size == 0 || size > at + bytes - argument) {
                return;
            }
            int name = (int) (word >>> FxtLayout.ARGUMENT_NAME_SHIFT) & 0xFFFF;
            boolean isSubmission = submissions.get(name) && ((int) word & 15) == FxtLayout.ARGUMENT_I64;
            correct(records, argument + WORD, isSubmission && size == 2 * WORD);
            argument += size;
        }
    }

    private void initialization(Memory records, long at, long bytes) {
        long said = bytes >= 2 * WORD ? records.getLong(at + WORD) : 0;
        if (said > 0 && !fixed) {
            ticksPerSecond = said;
        }
        if (said > 0) {
            // Some readers take all ticks for nanoseconds, and so they are.
            records.setLong(at + WORD, Provider.NANOS_PER_SECOND);
        }
    }

    private void string(Memory records, long at, long header, long bytes) {
        int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_STRING_INDEX;
        int length = (int) (header >>> FxtLayout.STRING_BYTES_SHIFT) & 0x7FFF;
        String text = length <= 64 && length <= bytes - WORD ? text(records, at + WORD, length) : "";
        timed.set(index, TIMED.contains(text));
        submissions.set(index, text.equals(Term.CPU_SUBMIT.text()));
    }

    private static String text(Memory records, long at, int length) {
        return new String(records.slice(at, length).toBytes(), StandardCharsets.UTF_8);
    }

    private void blob(Memory records, long at, long header, long bytes) {
        int name = (int) (header >>> FxtLayout.BLOB_NAME_SHIFT) & 0xFFFF;
        if ((name & FxtLayout.INLINE_STRING) == 0) {
            correct(records, at + WORD + BLOB_TIME, timed.get(name) && bytes >= 2 * WORD + BLOB_TIME);
            return;
        }
        if (OPEN.payloadOffset() <= bytes && OPEN.isOf(records, at, header)) {
            // Records of its own, behind its first word.
            long from = Math.min(at + OPEN.payloadOffset() + WORD, at + bytes);
            walk(records.slice(from, at + bytes - from), true);
        }
    }

    private void correct(Memory records, long at, boolean isThere) {
        if (!isThere) {
            return;
        }
        if (!fixed) {
            fix();
        }
        if (offsetNanos != 0 || ticksPerSecond != Provider.NANOS_PER_SECOND) {
            long time = records.getLong(at);
            // A time that cannot be stays one.
            records.setLong(at, time < 0 ? time : Math.max(0, Provider.nanos(time, ticksPerSecond) - offsetNanos));
        }
    }

    private void fix() {
        fixed = true;
        Reading reading = clock.get();
        if (reading != null) {
            long offset = Provider.nanos(reading.ticks(), ticksPerSecond) - reading.nanos();
            offsetNanos = Math.abs(offset) <= reading.errorNanos() ? 0 : offset;
        }
    }
}
