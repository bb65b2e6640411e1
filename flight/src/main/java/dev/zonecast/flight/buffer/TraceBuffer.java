package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.RecordingException;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.InlineName;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.fxt.write.RecordOutput;
import dev.zonecast.fxt.write.ZoneNotes;
import dev.zonecast.memory.Memory;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
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

    private static final int MOST_BLOB_WORDS = 4000;
    private static final InlineName OPEN_NAME = new InlineName(ExtensionLayout.OPEN);

    private final Path path;
    private final Memory whole;
    private final BufferMode mode;
    private final Saver saver;
    private final long mostWaitNanos;
    private final BufferLayout.Sizes sizes;
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
        this(path, whole, mode, saver, MOST_WAIT_NANOS);
    }

    /** @param mostWaitNanos for the saver of the other half, before records are dropped */
    TraceBuffer(Path path, Memory whole, BufferMode mode, Saver saver, long mostWaitNanos) {
        this.path = path;
        this.whole = whole;
        this.mode = mode;
        this.saver = saver;
        this.mostWaitNanos = mostWaitNanos;
        sizes = BufferLayout.sizes(mode, whole.byteSize());
        durable = whole.slice(BufferLayout.HEADER_BYTES, sizes.durable());
        half = rolling(0);
        BufferLayout.begin(whole, mode, whole.byteSize());
        // Last: who sees it sees the rest.
        whole.setLongRelease(BufferLayout.MAGIC_OFFSET, BufferLayout.MAGIC);
    }

    /** The part for what is never overwritten. */
    Memory durable() {
        return durable;
    }

    /** A rolling part: 0 or 1. */
    Memory rolling(int part) {
        return whole.slice(sizes.rollingAt(part), sizes.rolling());
    }

    /** Published end of a rolling part. */
    long rollingEnd(int part) {
        return whole.getLongAcquire(BufferLayout.rollingEnd(part));
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

    /** A half has to be readable without the one before. */
    @Override
    public long losses() {
        return dropped + wrapped;
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

    /** Why recording ended by itself; {@link EndReason#ENDED} if it did not. Any thread. */
    EndReason endReason() {
        return EndReason.of(whole.getLongAcquire(BufferLayout.REASON_OFFSET));
    }

    /**
     * The program still runs although the recording has ended by itself.
     *
     * @param nanos in the time of the recording
     */
    public void seen(long nanos) {
        whole.setLongRelease(BufferLayout.SEEN_OFFSET, nanos);
    }

    /** How much is used of what ends the recording when it is full, 0 to 1. */
    public double usedUp() {
        return mode == BufferMode.ONESHOT ? filled() : 0;
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
            publishEnds();
            whole.setLongRelease(BufferLayout.DROPPED_OFFSET, dropped);
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
            boolean ignored = open.event(batch, at, header, end + at - from);
            at += RecordSize.bytes(header);
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

    private long appendOne(Memory batch, long at) throws RecordingException {
        long header = batch.getLong(at);
        long bytes = RecordSize.bytes(header);
        RecordKinds.Kind kind = RecordKinds.of(header);
        if (mode != BufferMode.ONESHOT && isDurable(kind, batch, at, header, bytes)) {
            keep(batch, at, bytes);
        } else if (kind != RecordKinds.Kind.MAGIC) {
            roll(batch, at, header, bytes);
        }
        return at + bytes;
    }

    /** True if a record belongs into the durable part. Of another one, what later halves need is remembered. */
    private boolean isDurable(RecordKinds.Kind kind, Memory batch, long at, long header, long bytes) {
        // Leaves room for names and places that come after the threads.
        boolean hasPlentyOfRoom = durableEnd < durable.byteSize() / 2;
        return switch (kind) {
            case DURABLE -> true;
            case PREFERABLY_DURABLE -> hasPlentyOfRoom;
            case THREAD -> {
                open.thread(batch, at, header);
                yield threads.isDurable(batch, at, header, durableEnd + bytes <= durable.byteSize());
            }
            case THREAD_OBJECT, THREAD_BLOB -> {
                // While nothing is overwritten, a later description can be there too.
                boolean isKept = hasPlentyOfRoom && wrapped == 0;
                if (!isKept) {
                    threads.describe(kind, batch, at, header);
                }
                yield isKept;
            }
            case ROLLING, MAGIC -> false;
        };
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
        whole.setLongRelease(BufferLayout.REASON_OFFSET, code.code());
        return true;
    }

    private RecordingException full(EndReason code, String why) {
        boolean ignored = noteEnd(code);
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
                boolean ignored = open.event(batch, at, header, end);
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
        publishEnds();
        if (mode == BufferMode.STREAMING) {
            pending = wrapped;
            saver.save(wrapped, durableEnd);
        }
        wrapped++;
        int next = wrapped & 1;
        // First: a reader that sees the new count must not take the old records for new ones.
        giveUp(whole, next);
        whole.setIntRelease(BufferLayout.WRAPPED_OFFSET, wrapped);
        whole.setLongRelease(BufferLayout.rollingEnd(next), 0);
        // A release store does not keep later stores behind it: without the fence, AArch64 may show records first.
        VarHandle.storeStoreFence();
        half = rolling(next);
        end = 0;
        open.forgetIdle();
        begin();
    }

    /** A half is about to be written again. Until the wrapped count has changed, a reader still finds its end. */
    static void giveUp(Memory whole, int part) {
        int at = BufferLayout.rollingEnd(part);
        whole.setLongRelease(at, whole.getLong(at) | BufferLayout.GIVEN_UP);
    }

    private void publishEnds() {
        whole.setLongRelease(BufferLayout.DURABLE_END_OFFSET, durableEnd);
        whole.setLongRelease(BufferLayout.rollingEnd(wrapped & 1), end);
    }

    /** Waits once for a saver; one that has been found late is not waited for until it has answered. */
    private boolean awaitSaved() {
        saver.urgent();
        boolean isSaved = awaitIdle(saverIsLate ? 0 : mostWaitNanos);
        saverIsLate = !isSaved;
        return isSaved;
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
            LockSupport.parkNanos(200_000);
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
            LongBuffer payload = LongBuffer.allocate(MOST_BLOB_WORDS).put(ExtensionLayout.VERSION);
            open.begins((words, from, count) -> {
                if (payload.remaining() < count) {
                    writeOpen(payload, most);
                }
                payload.put(words, from, count);
            });
            // Always written: it marks that earlier records are not needed.
            writeOpen(payload, most);
        } else if (dropping && open.repairWords() * FxtLayout.WORD_BYTES <= half.byteSize() - end) {
            open.repair((words, from, count) -> appendWords(words, from, count, half.byteSize()));
        }
        dropping = false;
    }

    /** Writes the open durations as a blob at the beginning of a half. */
    private void writeOpen(LongBuffer payload, long most) throws RecordingException {
        long[] head = OPEN_NAME.head(payload.position());
        appendWords(head, 0, head.length, most);
        appendWords(payload.array(), 0, payload.position(), most);
        LongBuffer ignored = payload.position(1);
    }

    private void appendWords(long[] words, int from, int count, long most) throws RecordingException {
        if (end + (long) count * FxtLayout.WORD_BYTES > most) {
            throw full(EndReason.TOO_MANY_THREADS, "the trace buffer is too small for the threads of the program");
        }
        Memory.copy(words, from, half, end, count);
        end += (long) count * FxtLayout.WORD_BYTES;
    }

    /** Takes nothing more; what it holds stays. */
    @Override
    public void close(long limitNanos) {
        closed = true;
    }
}
