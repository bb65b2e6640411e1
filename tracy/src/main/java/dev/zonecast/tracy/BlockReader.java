package dev.zonecast.tracy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Reads compressed blocks and hands them out decompressed: a thread of its own fills a few buffers ahead of the decoder. When all are
 * full it stops reading, and the client waits.
 */
public final class BlockReader {
    /** How a stream ended. */
    public enum End {
        /** The client closed the connection between two blocks. */
        CLOSED,
        /** It closed, or the connection broke, in the middle of a block. */
        CUT,
        /** The bytes break the protocol. */
        DAMAGED,
        /** The reader itself failed: {@link #defect}. */
        FAILED
    }

    private static final int BUFFERS = 6;
    private static final int MAX_PACKED_BYTES = EventBlock.MAX_BYTES + EventBlock.MAX_BYTES / 255 + 16;

    private final InputStream in;
    private final BlockingQueue<EventBlock> free = new ArrayBlockingQueue<>(BUFFERS);
    private final BlockingQueue<EventBlock> full;
    private final byte[] packed = new byte[MAX_PACKED_BYTES + LinkedBlocks.SLACK_BYTES];
    private final byte[] head = new byte[Integer.BYTES];
    private byte[] last = new byte[LinkedBlocks.HISTORY_BYTES];
    private int lastEnd = LinkedBlocks.HISTORY_BYTES;
    private long streamBytes;
    private long received;

    private volatile long receivedBytes;
    private volatile End end;
    private volatile IOException failure;
    private volatile Throwable defect;

    public BlockReader(InputStream in) {
        this(in, new ArrayBlockingQueue<>(BUFFERS + 1));
    }

    /** @param full holds the blocks that wait for the decoder */
    BlockReader(InputStream in, BlockingQueue<EventBlock> full) {
        this.in = in;
        this.full = full;
        for (int i = 0; i < BUFFERS; i++) {
            free.add(EventBlock.pooled());
        }
    }

    /** Starts the thread; it ends with the stream, or when the stream is closed under it. */
    public Thread start() {
        return Thread.ofPlatform().daemon().name("zonecast-record-reader").start(this::run);
    }

    /** Compressed bytes that have come. */
    public long receivedBytes() {
        return receivedBytes;
    }

    /** How the stream ended; null while it is open or blocks wait. */
    public End end() {
        // The end first: blocks come until it is set.
        End known = end;
        return full.isEmpty() ? known : null;
    }

    /** What went wrong at the end, or null. */
    public IOException failure() {
        return failure;
    }

    /** What ended the reader's thread and is no failure of the connection, or null. */
    public Throwable defect() {
        return defect;
    }

    /** The next block; null when none comes in that time. */
    public EventBlock take(long limitNanos) throws InterruptedException {
        EventBlock block = full.poll();
        return block != null || end != null ? block : full.poll(limitNanos, TimeUnit.NANOSECONDS);
    }

    /** Gives a block back that {@link #take} gave. */
    public void release(EventBlock block) {
        if (block.pooled) {
            free.add(block);
        }
    }

    // An error that ended the thread alone would leave the decoder waiting for ever.
    @SuppressWarnings("CatchingUnchecked")
    private void run() {
        try {
            while (readHead()) {
                EventBlock block = free.take();
                readBlock(block);
                full.put(block);
            }
            end = End.CLOSED;
        } catch (TracyException e) {
            failure = e;
            end = End.DAMAGED;
        } catch (IOException e) {
            failure = e;
            end = End.CUT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end = End.CUT;
        } catch (RuntimeException | Error e) {
            defect = e;
            end = End.FAILED;
        }
    }

    /** False at the end of the stream. */
    private boolean readHead() throws IOException {
        int count = in.readNBytes(head, 0, head.length);
        if (count != 0 && count < head.length) {
            throw new EOFException("the stream ends in the length of a block");
        }
        return count != 0;
    }

    private void readBlock(EventBlock block) throws IOException {
        int length = Wire.getInt(head, 0);
        if (length < 1 || length > MAX_PACKED_BYTES) {
            throw new TracyException("a compressed block of " + Integer.toUnsignedString(length)
                    + " bytes: this is not Tracy's protocol, or it is broken");
        }
        if (in.readNBytes(packed, 0, length) < length) {
            throw new EOFException("the stream ends in a block");
        }
        // The same buffer may be filled twice in a row.
        int start = LinkedBlocks.HISTORY_BYTES;
        System.arraycopy(last, lastEnd - start, block.bytes, 0, start);
        int limit = start + EventBlock.MAX_BYTES;
        int endAt = LinkedBlocks.decompress(packed, length, block.bytes, start, limit);
        if (endAt == start) {
            throw new TracyException("a block without content");
        }
        block.next = start;
        block.seen = start;
        block.end = endAt;
        block.streamOffset = streamBytes - start;
        streamBytes += endAt - start;
        last = block.bytes;
        lastEnd = endAt;
        received += Integer.BYTES + length;
        receivedBytes = received;
    }
}
