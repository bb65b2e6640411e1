package dev.zonecast.flight.buffer;

import dev.zonecast.core.RecordingException;
import dev.zonecast.core.collect.Replay;
import dev.zonecast.fxt.ChecksumRecord;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.InlineName;
import dev.zonecast.fxt.RecordCheck;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.fxt.SavedArguments;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.fxt.SkippedRecords;
import dev.zonecast.fxt.TraceStrings;
import dev.zonecast.fxt.write.RecordOutput;
import dev.zonecast.memory.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * A trace that is put together from parts that a program wrote: what is damaged is left out, what is open at the end is ended, and
 * the bytes have a checksum. For one thread.
 */
public final class SavedTrace implements RecordOutput, ProviderBuffer.Parts {
    private static final InlineName OPEN = new InlineName(ExtensionLayout.OPEN);
    private static final int STREAM_PIECE_BYTES = 1 << 20;
    private static final int MOST_SPANS = 1 << 16;

    private final Path path;
    private final ChecksummedFile file;
    private final RecordCheck check;
    private final OpenDurations open = new OpenDurations();
    private final TraceStrings strings = new TraceStrings();
    private final TrackBlobs tracks = new TrackBlobs();
    private MemoryBlobs memory;
    /** Names of open asynchronous spans, by id. */
    private final Map<Long, String> spans = new HashMap<>();

    /** Names of open flows, by id. */
    private final Map<Long, String> flows = new HashMap<>();

    private final LateBlobs late = new LateBlobs();
    private final SkippedRecords skipped = new SkippedRecords();
    private final StatisticsBlobs statistics = new StatisticsBlobs();
    private final boolean wantsOwn;

    private long checkedBytes;
    private long cutoffNanos = Long.MIN_VALUE;
    private boolean waitsForCutoff;

    /** True behind the first records of the first half, which have what was open then. */
    private boolean isWithinHalf;

    private long damaged;
    private long lastNanos;

    /**
     * A trace at the end of a file.
     *
     * @param latestNanos no event of the parts is later, in the time of the trace
     */
    public SavedTrace(Path path, FileChannel channel, long latestNanos) {
        this(path, channel, latestNanos, true);
    }

    /** @param wantsOwn false: for a part of an archive, that has no checksum of its own */
    public SavedTrace(Path path, FileChannel channel, long latestNanos, boolean wantsOwn) {
        this.path = path;
        this.file = new ChecksummedFile(channel);
        this.check = new RecordCheck(latestNanos);
        this.wantsOwn = wantsOwn;
    }

    /** Keeps what a replay of rings needs; before anything is appended. */
    public void keepForReplay() {
        memory = new MemoryBlobs(strings);
    }

    /** @param told after each write, how many bytes the file has */
    void onWritten(LongConsumer told) {
        file.onWritten(told);
    }

    /** Leaves events out that are earlier, but for the durations that were open then. Before anything is appended. */
    public void keepFrom(long nanos) {
        cutoffNanos = nanos;
        waitsForCutoff = true;
    }

    /** The first word of a file. */
    public void magic() throws IOException {
        file.write(FxtLayout.MAGIC);
    }

    /** Appends what this process wrote itself, and wrote well. */
    void own(Memory part, long from, long end) throws IOException {
        file.write(part, from, end);
    }

    /** Appends the beginning of another trace, first word and all, as the durable part and the halves that it was. */
    void streamed(FileChannel trace, long bytes) throws IOException {
        if (trace.size() < bytes) {
            throw new BufferDamagedException(path + ": the recording is shorter than what was saved of it");
        }
        magic();
        saved(trace, FxtLayout.WORD_BYTES, bytes - FxtLayout.WORD_BYTES);
    }

    /** Appends records of a file that was written as this trace is. */
    public void saved(FileChannel trace, long from, long bytes) throws IOException {
        boolean ignored =
                MappedFile.pieces(trace, from, bytes, STREAM_PIECE_BYTES, null, piece -> records(piece, false));
    }

    @Override
    public void durable(Memory records) throws IOException {
        boolean ignored = records(records, false);
    }

    @Override
    public boolean half(Memory records) throws IOException {
        boolean isWhole = records(records, true);
        isWithinHalf |= !isWhole;
        return isWhole;
    }

    /** Appends records up to one that is damaged; false if there is one. */
    private boolean records(Memory part, boolean isHalf) throws IOException {
        long limit = part.byteSize();
        long at = 0;
        long run = 0;
        try {
            while (at < limit) {
                long bytes = check.bytes(part, at, limit);
                if (bytes == 0) {
                    // Zeros are where nothing was written yet.
                    damaged += limit - at >= FxtLayout.WORD_BYTES && part.getLong(at) == 0 ? 0 : 1;
                    break;
                }
                if (!isKept(part, at, part.getLong(at), bytes, isHalf)) {
                    file.write(part, run, at);
                    run = at + bytes;
                }
                at += bytes;
            }
            file.write(part, run, at);
        } finally {
            open.settle(part);
        }
        checkedBytes += at;
        return at == limit;
    }

    /** Looks at a whole record; false if it is left out. */
    private boolean isKept(Memory part, long at, long header, long bytes, boolean isHalf) throws IOException {
        SkippedRecords.Kind unknown = SkippedRecords.kindOf(header);
        if (unknown != null) {
            // Large records break readers. References of a record of an unknown type cannot be checked.
            skipped.add(unknown, 1);
            return false;
        }
        switch ((int) header & 15) {
            case FxtLayout.EVENT -> {
                isWithinHalf |= isHalf;
                if (waitsForCutoff && isHalf && part.getLong(at + 8) >= cutoffNanos) {
                    waitsForCutoff = false;
                    open.settle(part);
                    open.begins(file::write);
                }
                return event(part, at, header);
            }
            case FxtLayout.THREAD -> open.thread(part, at, header);
            case FxtLayout.STRING -> strings.string(part, at, header);
            case FxtLayout.BLOB -> {
                return blob(part, at, header, bytes, isHalf);
            }
            default -> {
                // As it is.
            }
        }
        return true;
    }

    /** False if it is left out. */
    private boolean event(Memory part, long at, long header) {
        lastNanos = Math.max(lastNanos, part.getLong(at + 8));
        int type = (int) (header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15;
        if (memory != null) {
            switch (type) {
                case FxtLayout.COUNTER -> memory.counter(part, at, header);
                case FxtLayout.ASYNC_BEGIN, FxtLayout.ASYNC_END, FxtLayout.FLOW_BEGIN, FxtLayout.FLOW_END ->
                    asynchronous(type, part.getLong(at + RecordSize.bytes(header) - FxtLayout.WORD_BYTES), header);
                default -> {
                    // Nothing that a replay needs.
                }
            }
        }
        if (!open.event(part, at, header, at)) {
            // Its begin was overwritten or dropped.
            return false;
        }
        if (type == FxtLayout.DURATION_BEGIN) {
            noteMarker(part, at, header);
        } else if (type == FxtLayout.DURATION_END && !late.isEmpty()) {
            OpenDurations.Stack stack = open.of(part, at, header);
            late.forgetBelow(stack.id.thread(), stack.depth());
        }
        return !waitsForCutoff;
    }

    private void asynchronous(int type, long id, long header) {
        boolean isFlow = type >= FxtLayout.FLOW_BEGIN;
        Map<Long, String> family = isFlow ? flows : spans;
        if (type == FxtLayout.ASYNC_END || type == FxtLayout.FLOW_END) {
            family.remove(id);
        } else if (family.size() < MOST_SPANS
                && strings.is(header >>> FxtLayout.EVENT_CATEGORY_SHIFT, isFlow ? "flow" : "span")) {
            family.put(id, strings.of(header >>> FxtLayout.EVENT_NAME_SHIFT));
        }
    }

    /** By its name it is known which marker has been started: the string table may say something else later. */
    private void noteMarker(Memory part, long at, long header) {
        OpenDurations.Stack stack = open.of(part, at, header);
        if (stack.subject == null) {
            stack.subject = tracks.subject(stack.id.thread());
        }
        if (stack.subject != null && stack.subject.kind() == ExtensionLayout.TRACK_MARKERS) {
            stack.name = strings.of(header >>> FxtLayout.EVENT_NAME_SHIFT);
        }
    }

    private boolean blob(Memory part, long at, long header, long bytes, boolean isHalf) throws IOException {
        if (OPEN.isOf(part, at, header)) {
            if (!isWithinHalf) {
                openBefore(part, at + OPEN.payloadOffset() + FxtLayout.WORD_BYTES, at + bytes);
            }
            return false;
        }
        RecordKinds.Kind kind = RecordKinds.of(header);
        isWithinHalf |= isHalf && kind != RecordKinds.Kind.THREAD_BLOB;
        if (late.take(part, at, header, bytes)) {
            return false;
        }
        String name = strings.of(header >>> FxtLayout.BLOB_NAME_SHIFT);
        // What later events refer to is kept, however early it comes.
        boolean isKept = !waitsForCutoff || kind != RecordKinds.Kind.ROLLING;
        if (name == null) {
            return isKept;
        }
        Memory payload = part.slice(at + FxtLayout.WORD_BYTES, (header >>> FxtLayout.BLOB_BYTES_SHIFT) & 0x7FFF);
        switch (name) {
            case ExtensionLayout.MEMORY -> {
                if (memory != null) {
                    memory.blob(payload);
                }
            }
            case ExtensionLayout.STATISTICS -> statistics.blob(payload);
            case ExtensionLayout.TRACK -> {
                return tracks.blob(payload) || isKept;
            }
            default -> {
                // As it is.
            }
        }
        return isKept;
    }

    /** What was open when the first half began: no record before it has it. */
    private void openBefore(Memory part, long from, long limit) throws IOException {
        for (long at = from; at < limit; ) {
            long bytes = check.bytes(part, at, limit);
            long header = bytes == 0 ? 0 : part.getLong(at);
            if ((header & 15) != FxtLayout.EVENT || SkippedRecords.kindOf(header) != null) {
                damaged++;
                return;
            }
            boolean begun = open.event(part, at, header, at);
            if (begun) {
                noteMarker(part, at, header);
            }
            if (!waitsForCutoff) {
                file.write(part, at, at + bytes);
            }
            at += bytes;
        }
    }

    // --- what a recording writes behind the parts

    @Override
    public void write(ByteBuffer records) throws RecordingException {
        Memory batch = Memory.ofBuffer(records);
        records.position(records.limit());
        try {
            boolean isFirst = file.bytes() == 0 && batch.getLong(0) == FxtLayout.MAGIC;
            if (isFirst && wantsOwn) {
                magic();
            }
            boolean ignored = records(isFirst ? batch.slice(FxtLayout.WORD_BYTES) : batch, false);
        } catch (IOException e) {
            throw new RecordingException(path, "cannot write " + path + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public long writtenBytes() {
        return checkedBytes;
    }

    @Override
    public boolean failed() {
        return file.failed();
    }

    @Override
    public void close(long limitNanos) {
        // The opener of the file closes it.
    }

    // --- the end

    /**
     * A thread that has durations open.
     *
     * @param koid of the thread
     * @param depth how many are open
     * @param beginNanos of the innermost, in the time of the trace
     * @param lastWord of the record that began the innermost: the value of its last argument
     * @param name of the innermost if it is a marker and has one that is registered, else null
     */
    public record OpenThread(long koid, int depth, long beginNanos, long lastWord, String name) {}

    /** The threads that have durations open, in the order of the innermost's begin. */
    public List<OpenThread> openThreads() {
        return open.all().stream()
                .filter(stack -> stack.depth() > 0)
                .map(stack -> new OpenThread(
                        stack.id.thread(), stack.depth(), stack.innermostBegin(), stack.innermostEnd(), stack.name))
                .sorted(Comparator.comparingLong(OpenThread::beginNanos))
                .toList();
    }

    /** Sets the program's memory in a replay. */
    public void resumeMemory(Replay replay) {
        memory.resume(replay);
    }

    /** Names of the asynchronous spans that are open, by id; only after {@link #keepForReplay}. */
    public Map<Long, String> spans() {
        return spans;
    }

    /** As {@link #spans}, of flows. */
    public Map<Long, String> flows() {
        return flows;
    }

    /** What the tracks of the trace represent. */
    public TrackBlobs tracks() {
        return tracks;
    }

    /** What was saved of arguments that wait for the end of a zone. */
    public LateBlobs late() {
        return late;
    }

    /** The profiler's last statistics. */
    public StatisticsBlobs statistics() {
        return statistics;
    }

    /** Time of the last event. */
    public long lastNanos() {
        return lastNanos;
    }

    /** Places at which a part was damaged; what lies behind in that part is lost. */
    public long damaged() {
        return damaged;
    }

    /** A part is shorter than what was saved of it. */
    public void noteDamage() {
        damaged++;
    }

    @Override
    public long fileBytes() {
        return file.bytes();
    }

    /** Ends what is open. After a failure it is not known what the whole records leave open. */
    public void endOpen() throws IOException {
        if (file.failed()) {
            return;
        }
        if (waitsForCutoff) {
            // Nothing happened since: what was open then is all that there is.
            waitsForCutoff = false;
            open.begins(file::write);
        }
        for (OpenDurations.Stack stack : open.all()) {
            for (int level = stack.depth(); level > 0; level--) {
                file.write(endByRecording(stack));
                boolean ignored = stack.pop();
            }
        }
    }

    private static final long[] ENDED_BY = endedBy();

    /** The argument "ended by": "end of recording", with inline strings. */
    private static long[] endedBy() {
        byte[] name = "ended by".getBytes(StandardCharsets.US_ASCII);
        byte[] value = "end of recording".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer b = ByteBuffer.allocate(8 + name.length + value.length).order(ByteOrder.LITTLE_ENDIAN);
        b.putLong(FxtLayout.ARGUMENT_STRING
                | (b.capacity() / 8L) << FxtLayout.WORDS_SHIFT
                | (long) (FxtLayout.INLINE_STRING | name.length) << FxtLayout.ARGUMENT_NAME_SHIFT
                | (long) (FxtLayout.INLINE_STRING | value.length) << FxtLayout.ARGUMENT_VALUE_SHIFT);
        return Memory.ofArray(b.put(name).put(value).array()).toLongs();
    }

    private long[] endByRecording(OpenDurations.Stack stack) {
        SavedArguments waiting = late.of(stack.id.thread(), stack.depth());
        long[] end = stack.end(lastNanos);
        long[] arguments =
                waiting == null ? new long[0] : Memory.ofArray(waiting.bytes()).toLongs();
        int more = arguments.length + ENDED_BY.length;
        long count = 1L + (waiting == null ? 0 : waiting.count());
        end[0] += (long) more << FxtLayout.WORDS_SHIFT | count << FxtLayout.EVENT_ARGUMENTS_SHIFT;
        return LongBuffer.allocate(end.length + more)
                .put(end)
                .put(arguments)
                .put(ENDED_BY)
                .array();
    }

    /** Writes how the recording ended, and the checksum; the last call. */
    public void finish(SavedEnd end) throws IOException {
        // After a failure the last event that was looked at is not in the file.
        file.write(end.words(file.failed() ? 0 : lastNanos, skipped));
        if (!end.isAfterDeath()) {
            file.write(new InlineName(ExtensionLayout.END).head(2));
            file.write(ExtensionLayout.VERSION, lastNanos);
        }
        if (wantsOwn) {
            file.write(ChecksumRecord.words(file.checksum(), file.bytes()));
        }
    }
}
