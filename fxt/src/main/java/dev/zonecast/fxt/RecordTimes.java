package dev.zonecast.fxt;

import dev.zonecast.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
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

    /** As many as a reader knows. */
    private static final int MAX_MARKERS = 100_000;

    // Texts of a marker's definition.
    private static final int MARKER_TEXT_COUNT = 5;
    private static final int FIELD_TEXT_COUNT = 3;
    /** Place among the texts of a field. */
    private static final int FORMAT_TEXT = 2;

    private static final String TIME_FORMAT = "time";

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
    private static final InlineName LATE = new InlineName(ExtensionLayout.LATE);
    private static final int BLOB_TIME = ExtensionLayout.SESSION_TIME;

    private final Supplier<Reading> clock;
    private final BitSet timed = new BitSet();

    /** Indexes of the name of the argument that is a time. */
    private final BitSet submissions = new BitSet();

    /** Indexes of the name of the argument that is a marker's id; its data follows. */
    private final BitSet markerIds = new BitSet();

    /** Indexes of the name of blobs that define a marker. */
    private final BitSet markerKinds = new BitSet();

    // Which fields of a marker's data are times, a bit each: by the index of the marker's name, and by its id.
    private final Map<Integer, Integer> timesOfName = new HashMap<>();
    private final Map<Integer, Integer> timesOfId = new HashMap<>();

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
            int type = (int) header & 15;
            if (type == FxtLayout.STRING) {
                string(records, at, header, bytes);
            } else if (type == FxtLayout.BLOB && markerKinds.get(blobName(header))) {
                markerKind(records.slice(at + WORD, bytes - WORD));
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
                arguments(records, at, header, bytes);
            }
            case FxtLayout.SCHEDULING, FxtLayout.LOG -> correct(records, at + WORD, bytes >= 2 * WORD);
            case FxtLayout.BLOB -> blob(records, at, header, bytes);
            default -> {
                // No time in it.
            }
        }
    }

    /** Corrects the arguments of an event that are times. */
    private void arguments(Memory records, long at, long header, long bytes) {
        int name = (int) (header >>> FxtLayout.EVENT_NAME_SHIFT) & 0xFFFF;
        boolean hasTexts = ((header >>> FxtLayout.EVENT_CATEGORY_SHIFT) & FxtLayout.INLINE_STRING) != 0
                || (name & FxtLayout.INLINE_STRING) != 0;
        boolean hasThread = ((header >>> FxtLayout.EVENT_THREAD_SHIFT) & FxtLayout.MAX_THREAD_INDEX) == 0;
        if (!hasTexts && hasTimes()) {
            int count = (int) (header >>> FxtLayout.EVENT_ARGUMENTS_SHIFT) & 15;
            long from = at + 2 * WORD + (hasThread ? 2 * WORD : 0);
            arguments(records, from, at + bytes, count, timesOfName.getOrDefault(name, 0));
        }
    }

    private boolean hasTimes() {
        return !submissions.isEmpty() || !timesOfId.isEmpty();
    }

    /**
     * Corrects arguments that are times: when a zone of a GPU was submitted, and fields of a marker's data.
     *
     * @param timeFields of a marker, the first one in the lowest bit
     */
    private void arguments(Memory records, long from, long end, int count, int timeFields) {
        long at = from;
        int times = timeFields;
        for (int left = count; left > 0; left--) {
            long word = at + WORD <= end ? records.getLong(at) : 0;
            long size = RecordSize.bytes(word);
            if (size == 0 || size > end - at) {
                return;
            }
            int key = (int) (word >>> FxtLayout.ARGUMENT_NAME_SHIFT) & 0xFFFF;
            boolean isTime = (times & 1) != 0 || submissions.get(key);
            boolean isWhole = ((int) word & 15) == FxtLayout.ARGUMENT_I64 && size == 2 * WORD;
            correct(records, at + WORD, isTime && isWhole);
            // Behind the id of a marker is its data.
            times = markerIds.get(key)
                    ? timesOfId.getOrDefault((int) (word >>> FxtLayout.ARGUMENT_VALUE_SHIFT), 0)
                    : times >>> 1;
            at += size;
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
        markerIds.set(index, text.equals(Term.MARKER.text()));
        markerKinds.set(index, text.equals(ExtensionLayout.MARKER));
        timesOfName.remove(index);
    }

    private static String text(Memory records, long at, int length) {
        return new String(records.slice(at, length).toBytes(), StandardCharsets.UTF_8);
    }

    /** Notes which fields of a marker's data are times. */
    private void markerKind(Memory definition) {
        long limit = definition.byteSize();
        if (limit < ExtensionLayout.MARKER_TEXTS) {
            return;
        }
        int count = Math.min(definition.getShort(ExtensionLayout.MARKER_FIELD_COUNT) & 0xFFFF, FxtLayout.MAX_ARGUMENTS);
        int times = 0;
        long at = ExtensionLayout.MARKER_TEXTS;
        for (int i = 0; i < MARKER_TEXT_COUNT + FIELD_TEXT_COUNT * count && at + 2 <= limit; i++) {
            int length = definition.getShort(at) & 0xFFFF;
            at += 2;
            boolean isFormat = i >= MARKER_TEXT_COUNT && (i - MARKER_TEXT_COUNT) % FIELD_TEXT_COUNT == FORMAT_TEXT;
            if (isFormat && length <= limit - at && text(definition, at, length).equals(TIME_FORMAT)) {
                times |= 1 << ((i - MARKER_TEXT_COUNT) / FIELD_TEXT_COUNT);
            }
            at += length;
        }
        int name = definition.getShort(ExtensionLayout.KIND_OFFSET) & 0xFFFF;
        int id = definition.getInt(ExtensionLayout.ID_OFFSET);
        timesOfName.remove(name);
        timesOfId.remove(id);
        if (times != 0 && timesOfId.size() < MAX_MARKERS) {
            timesOfName.put(name, times);
            timesOfId.put(id, times);
        }
    }

    private static int blobName(long header) {
        return (int) (header >>> FxtLayout.BLOB_NAME_SHIFT) & 0xFFFF;
    }

    private void blob(Memory records, long at, long header, long bytes) {
        int name = blobName(header);
        if ((name & FxtLayout.INLINE_STRING) == 0) {
            correct(records, at + WORD + BLOB_TIME, timed.get(name) && bytes >= 2 * WORD + BLOB_TIME);
            return;
        }
        int lateArguments = LATE.payloadOffset() + ExtensionLayout.LATE_ARGUMENTS;
        if (lateArguments <= bytes && hasTimes() && LATE.isOf(records, at, header)) {
            int count = records.getShort(at + LATE.payloadOffset() + ExtensionLayout.KIND_OFFSET) & 0xFFFF;
            arguments(records, at + lateArguments, at + bytes, count, 0);
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
