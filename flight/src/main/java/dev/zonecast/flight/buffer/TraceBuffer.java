package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.RecordingException;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.InlineName;
import dev.zonecast.fxt.write.RecordOutput;
import dev.zonecast.fxt.write.ZoneNotes;
import dev.zonecast.memory.Memory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The writer's end of a trace buffer ({@link BufferLayout}): sorts the records of a recording into its durable and its rolling parts
 * and applies its {@link BufferMode}.
 *
 * <p>What was written by one call lies in one half where that is at all possible, so that a reader of the ends after a call knows all that
 * came before it.
 * A half of a circular buffer begins with what is open then ({@link ExtensionLayout#OPEN}) and with
 * the places of the thread table that are not in the durable part: it can be read without the half before.
 *
 * <p>For the collector's thread, but for {@link #saved}.
 */
public final class TraceBuffer implements RecordOutput {
    /** Asks for a half to be saved; answered by {@link TraceBuffer#saved}. */
    @FunctionalInterface
    public interface Saver {
        /**
         * A half is full. Must not block.
         *
         * @param wrapped wrapped count while it was written; the half is its lowest bit
         * @param durableEnd bytes of the durable part that it needs
         */
        void save(int wrapped, long durableEnd);

        /** Writing cannot go on until the half is saved that was asked for; a saver that waits for a commit shall not. */
        default void urgent() {}
    }

    /** The rings hold later records if they have room; a saver that takes longer costs records. */
    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int NOTHING_PENDING = -1;

    /** Of a batch that is not in the half that it goes to. */
    private static final long ELSEWHERE = Long.MIN_VALUE / 2;

    private static final int MOST_BLOB_BYTES = 32_000;
    private static final InlineName OPEN_NAME = new InlineName(ExtensionLayout.OPEN);

    private final Path path;
    private final BufferMemory memory;
    private final BufferMode mode;
    private final Saver saver;
    private final Memory durable;
    private final OpenDurations open = new OpenDurations();
    private final CarriedThreads threads = new CarriedThreads();

    private final ZoneNotes notes = new ZoneNotes();

    /** Takes batches for which there is no room in the half, or that may have to be divided. */
    private final ByteBuffer side = ByteBuffer.allocateDirect(LEAST_BUFFER_BYTES);

    /** The room behind the end of the half if the next batch is written there at once; else {@link #side}. */
    private ByteBuffer window = side;

    /** Where the batch lies in the half, or {@link #ELSEWHERE}. */
    private long batchAt = ELSEWHERE;

    private Memory half;
    private int wrapped;
    private long durableEnd;
    private long end;
    private long dropped;
    private long takenBytes;
    private boolean dropping;
    private boolean failed;
    private String reason = "the trace buffer has been closed";

    /** Wrapped count of the half that waits to be saved. Written by the collector before it asks, and by who answers. */
    private volatile int pending = NOTHING_PENDING;

    private boolean saverIsLate;
    private volatile boolean closed;

    /**
     * A buffer in memory that is zero.
     *
     * @param path what the user knows it by
     * @param saver of full halves in {@link BufferMode#STREAMING}, else null
     */
    public TraceBuffer(Path path, Memory whole, BufferMode mode, Saver saver) {
        this.path = path;
        this.mode = mode;
        this.saver = saver;
        memory = BufferMemory.create(whole, mode);
        durable = memory.durable();
        half = memory.rolling(0);
    }

    BufferMemory memory() {
        return memory;
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public long writtenBytes() {
        return takenBytes;
    }

    @Override
    public boolean failed() {
        return failed;
    }

    public BufferMode mode() {
        return mode;
    }

    /** How often writing has gone on in the other half. */
    public int wrapped() {
        return wrapped;
    }

    public long durableEnd() {
        return durableEnd;
    }

    /** End of the half that is written. */
    public long rollingEnd() {
        return end;
    }

    /** Records that found no room. */
    public long dropped() {
        return dropped;
    }

    /**
     * How far the buffer was filled at a moment.
     *
     * @param olderEnd of the half before; 0 if it holds nothing
     */
    public record Ends(int wrapped, long durableEnd, long olderEnd, long newerEnd, long dropped) {}

    /** How far it is filled now. */
    public Ends ends() {
        boolean hasOlder = mode == BufferMode.CIRCULAR && wrapped > 0;
        return new Ends(wrapped, durableEnd, hasOlder ? memory.rollingEnd((wrapped + 1) & 1) : 0, end, dropped);
    }

    /** How much is used of what ends the recording when it is full, 0 to 1. */
    public double usedUp() {
        return mode == BufferMode.ONESHOT ? (double) end / half.byteSize() : 0;
    }

    /** How full the buffer is: the durable part, or the half that is written, whichever is fuller; 0 to 1. */
    public double filled() {
        double ofDurable = durable.byteSize() == 0 ? 0 : (double) durableEnd / durable.byteSize();
        return Math.max(ofDurable, (double) end / half.byteSize());
    }

    @Override
    public long durableBytes() {
        return mode == BufferMode.ONESHOT ? Long.MAX_VALUE : durable.byteSize();
    }

    // --- taking records

    @Override
    public ByteBuffer firstBuffer() {
        return side;
    }

    @Override
    public ZoneNotes notes() {
        return notes;
    }

    /**
     * Takes a batch and gives the memory of the next one. Most batches are written where they belong, behind the end of the half: nobody
     * reads there. While a half has no end yet a reader may, and so the first batch of a half is copied, as are those near its end.
     */
    @Override
    public ByteBuffer exchange(ByteBuffer records) throws RecordingException {
        write(records);
        boolean hasRoom = !dropping && end > 0 && half.byteSize() - end >= LEAST_BUFFER_BYTES;
        window = hasRoom ? half.slice(end, LEAST_BUFFER_BYTES).asByteBuffer() : side.clear();
        return window;
    }

    @Override
    public void write(ByteBuffer records) throws RecordingException {
        if (failed || closed) {
            throw new RecordingException(path, reason, null);
        }
        long bytes = records.remaining();
        boolean isThere = records == window && window != side;
        batchAt = isThere ? end : ELSEWHERE;
        Memory batch = isThere ? half.slice(end, bytes) : Memory.ofBuffer(records);
        takenBytes += bytes;
        records.position(records.limit());
        try {
            if (mode != BufferMode.ONESHOT
                    && (dropping || (end + bytes > half.byteSize() && bytes <= half.byteSize() / 2))) {
                turnOver(true);
            }
            boolean fits = !dropping && end + bytes <= half.byteSize();
            int noted = fits ? notes.count() : 0;
            int note = 0;
            for (long at = 0; at < bytes; ) {
                long limit = note < noted ? notes.from(note) : bytes;
                if (!fits) {
                    at = appendOne(batch, at);
                } else if (at < limit) {
                    at = appendRun(batch, at, limit);
                } else {
                    open.run(notes, note, end - at);
                    copyDown(batch, at, notes.to(note) - at);
                    at = notes.to(note++);
                }
            }
        } finally {
            notes.clear();
            memory.durableEnd(durableEnd);
            memory.rollingEnd(wrapped & 1, end);
            memory.dropped(dropped);
        }
    }

    /** Appends events up to the first other record in one go, or that one record. */
    private long appendRun(Memory batch, long from, long limit) throws RecordingException {
        long at = from;
        while (at < limit) {
            long header = batch.getLong(at);
            if (((int) header & 15) != FxtLayout.EVENT) {
                break;
            }
            boolean _ = open.event(batch, at, header, end + at - from);
            at += size(header);
        }
        if (at == from) {
            return appendOne(batch, at);
        }
        copyDown(batch, from, at - from);
        return at;
    }

    /** Appends records of a batch, which may have been written there: what came before them has gone to the durable part, or not. */
    private void copyDown(Memory batch, long from, long bytes) {
        if (batchAt + from != end) {
            Memory.copy(batch, from, half, end, bytes);
        }
        end += bytes;
    }

    private static long size(long header) {
        return ((header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS) * FxtLayout.WORD_BYTES;
    }

    private long appendOne(Memory batch, long at) throws RecordingException {
        long header = batch.getLong(at);
        long bytes = size(header);
        RecordKinds.Kind kind = RecordKinds.of(header);
        if (kind != RecordKinds.Kind.MAGIC) {
            if (mode == BufferMode.ONESHOT) {
                roll(batch, at, header, bytes);
            } else {
                sort(kind, batch, at, header, bytes);
            }
        }
        return at + bytes;
    }

    private void sort(RecordKinds.Kind kind, Memory batch, long at, long header, long bytes) throws RecordingException {
        int words = (int) (bytes / FxtLayout.WORD_BYTES);
        switch (kind) {
            case DURABLE -> keep(batch, at, bytes);
            case PREFERABLY_DURABLE -> {
                if (hasPlentyOfRoom()) {
                    keep(batch, at, bytes);
                } else {
                    roll(batch, at, header, bytes);
                }
            }
            case THREAD -> {
                int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
                open.thread(index, batch.getLong(at + 8), batch.getLong(at + 16));
                if (!threads.isFirst(batch, at, index)) {
                    roll(batch, at, header, bytes);
                } else if (durableEnd + bytes <= durable.byteSize()) {
                    keep(batch, at, bytes);
                } else {
                    threads.carry(batch, at, index);
                    roll(batch, at, header, bytes);
                }
            }
            case THREAD_OBJECT, THREAD_BLOB -> {
                if (hasPlentyOfRoom() && wrapped == 0) {
                    // While nothing can have been overwritten, a later description may stand there as well.
                    keep(batch, at, bytes);
                } else {
                    describe(kind, batch, at, words);
                    roll(batch, at, header, bytes);
                }
            }
            default -> roll(batch, at, header, bytes);
        }
    }

    private void describe(RecordKinds.Kind kind, Memory batch, long at, int words) {
        long first = batch.getLong(at + 8);
        if (kind == RecordKinds.Kind.THREAD_OBJECT) {
            threads.object(batch, at, words, first);
        } else {
            threads.blob(batch, at, words, first >>> 32);
        }
    }

    /** Names and places of the program must find room later, when threads have taken theirs. */
    private boolean hasPlentyOfRoom() {
        return durableEnd < durable.byteSize() / 2;
    }

    private void keep(Memory batch, long at, long bytes) throws RecordingException {
        if (durableEnd + bytes > durable.byteSize()) {
            throw full(
                    EndReason.DURABLE_FULL,
                    "the durable part of the trace buffer is full: it has " + durable.byteSize()
                            + " bytes for names and places");
        }
        Memory.copy(batch, at, durable, durableEnd, bytes);
        durableEnd += bytes;
    }

    @Override
    public boolean noteEnd(EndReason code) {
        failed = true;
        memory.endReason(code);
        return true;
    }

    private RecordingException full(EndReason code, String why) {
        failed = true;
        memory.endReason(code);
        reason = why + "; " + path + " keeps what it holds";
        return new RecordingException(path, reason, null);
    }

    private void roll(Memory batch, long at, long header, long bytes) throws RecordingException {
        if (dropping || end + bytes > half.byteSize()) {
            if (mode == BufferMode.ONESHOT) {
                dropped++;
                throw full(EndReason.BUFFER_FULL, "the trace buffer is full: it has " + half.byteSize() + " bytes");
            }
            turnOver(false);
        }
        boolean kept = !dropping && end + bytes <= half.byteSize();
        boolean isEvent = (header & 15) == FxtLayout.EVENT;
        if (kept) {
            if (isEvent) {
                boolean _ = open.event(batch, at, header, end);
            }
            copyDown(batch, at, bytes);
        } else {
            if (isEvent) {
                if (!dropping) {
                    open.settle(half);
                }
                open.dropped(batch, at, header);
            }
            dropped++;
        }
    }

    // --- halves

    /** Goes on in the other half, if it may be written. */
    private void turnOver(boolean mayWait) throws RecordingException {
        open.settle(half);
        if (mode == BufferMode.STREAMING) {
            if (pending != NOTHING_PENDING && !(mayWait && awaitSaved())) {
                dropping = true;
                return;
            }
            saverIsLate = false;
        }
        // A write of more than a half turns over in its middle.
        memory.durableEnd(durableEnd);
        memory.rollingEnd(wrapped & 1, end);
        if (mode == BufferMode.STREAMING) {
            pending = wrapped;
            saver.save(wrapped, durableEnd);
        }
        int next = (wrapped + 1) & 1;
        wrapped++;
        memory.begin(wrapped);
        half = memory.rolling(next);
        end = 0;
        open.forgetIdle();
        begin();
    }

    /** Waits once for a saver; one that has been found late is not waited for until it has answered. */
    private boolean awaitSaved() {
        saver.urgent();
        long deadline = System.nanoTime() + (saverIsLate ? 0 : MOST_WAIT_NANOS);
        while (pending != NOTHING_PENDING && !closed) {
            if (System.nanoTime() - deadline >= 0) {
                saverIsLate = true;
                return false;
            }
            LockSupport.parkNanos(200_000);
        }
        return true;
    }

    /** The half of that count has been saved, and may be written again. Any thread. */
    public void saved(int count) {
        if (pending == count) {
            pending = NOTHING_PENDING;
        }
    }

    /** Waits until no half is on its way to be saved. */
    boolean awaitIdle(long limitNanos) {
        long deadline = System.nanoTime() + limitNanos;
        while (pending != NOTHING_PENDING) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(500_000);
        }
        return true;
    }

    /** The first records of a half. */
    private void begin() throws RecordingException {
        long most = half.byteSize() / 2;
        if (mode == BufferMode.CIRCULAR || dropping) {
            threads.prologue((words, from, count) -> appendWords(words, from, count, most));
        }
        if (mode == BufferMode.CIRCULAR) {
            new OpenBlobs(most).writeAll();
        } else if (dropping && open.repairWords() * FxtLayout.WORD_BYTES <= half.byteSize() - end) {
            open.repair((words, from, count) -> appendWords(words, from, count, half.byteSize()));
        }
        dropping = false;
    }

    private void appendWords(long[] words, int from, int count, long most) throws RecordingException {
        if (end + (long) count * FxtLayout.WORD_BYTES > most) {
            throw full(EndReason.TOO_MANY_THREADS, "the trace buffer is too small for the threads of the program");
        }
        Memory.copy(words, from, half, end, count);
        end += (long) count * FxtLayout.WORD_BYTES;
    }

    /** What is open at the beginning of a half, in as many blobs as it takes. */
    private final class OpenBlobs {
        private final long most;
        private final long[] payload = new long[MOST_BLOB_BYTES / FxtLayout.WORD_BYTES];
        private int length = 1;

        OpenBlobs(long most) {
            this.most = most;
            payload[0] = ExtensionLayout.VERSION;
        }

        void writeAll() throws RecordingException {
            open.begins(this::add);
            // One is there in any case: it tells a saver that nothing before is needed.
            write();
        }

        private void add(long[] words, int from, int count) throws RecordingException {
            if (length + count > payload.length) {
                write();
            }
            System.arraycopy(words, from, payload, length, count);
            length += count;
        }

        private void write() throws RecordingException {
            long[] head = OPEN_NAME.head(length);
            appendWords(head, 0, head.length, most);
            appendWords(payload, 0, length, most);
            length = 1;
        }
    }

    /** Takes nothing more; what it holds stays. */
    @Override
    public void close(long limitNanos) {
        closed = true;
    }
}
