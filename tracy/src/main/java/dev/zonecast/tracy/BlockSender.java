package dev.zonecast.tracy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/**
 * Writes blocks to the viewer on a thread of its own, so that the collector's thread never waits for the network while there is a
 * free block. Blocks are made as they are needed, {@value #MAX_BLOCKS} at most, and used again.
 *
 * <p>Over the loopback a block goes out as LZ4 literals: copying through the kernel is several times faster than compressing. To
 * another machine it is compressed.
 *
 * <p>{@link #exchange}, {@link #hasRoom} and {@link #awaitWritten} belong to the collector's thread; {@link #stop} may be called by any.
 */
public final class BlockSender implements BlockOutput, Runnable {
    /** Blocks of a session: 4 MiB in flight at most. */
    public static final int MAX_BLOCKS = 16;

    private static final Block STOP = Block.marker();

    private static final long WAIT_SLICE_NANOS = 10_000_000;

    /** Results of the sender about the connection. Any thread. */
    public interface Peer {
        boolean isOver();

        /** Writing failed, or was interrupted. */
        void writingFailed(String reason);

        /** Sending failed by a defect of ours, a class is missing, or there is no memory. */
        void failed(String reason, Throwable failure);

        /** Remaining wait for a viewer that has read nothing since then; 0 or less: none. */
        long waitLeftNanos(long sinceNanos);

        /** That time is over. */
        void stalled(long waitedNanos);
    }

    private final WritableByteChannel channel;
    private final ByteBuffer greeting;
    private final boolean compressed;
    private final Peer peer;
    private final ArrayBlockingQueue<Block> free = new ArrayBlockingQueue<>(MAX_BLOCKS);
    private final ArrayBlockingQueue<Block> full = new ArrayBlockingQueue<>(MAX_BLOCKS + 1);

    // The sender's own thread.
    private long bytesSoFar;

    // The collector's thread.
    private int made;
    private long handedOver;
    private volatile long written;
    private volatile long writtenBytes;

    /**
     * A sender.
     *
     * @param greeting written first
     */
    public BlockSender(WritableByteChannel channel, ByteBuffer greeting, boolean compressed, Peer peer) {
        this.channel = channel;
        this.greeting = greeting;
        this.compressed = compressed;
        this.peer = peer;
    }

    /** An empty block. */
    public Block first() {
        made++;
        return new Block();
    }

    @Override
    public Block exchange(Block block) {
        if (peer.isOver()) {
            block.end = Block.START;
            return block;
        }
        handedOver++;
        full.add(block);
        Block next = free.poll();
        if (next == null && made < MAX_BLOCKS) {
            made++;
            next = new Block();
        }
        if (next == null) {
            next = awaitFree();
        }
        // Without a free block the session is over, and later events in this block are dropped.
        return next == null ? new Block() : next;
    }

    private Block awaitFree() {
        long start = System.nanoTime();
        boolean interrupted = false;
        try {
            while (!peer.isOver()) {
                long left = peer.waitLeftNanos(start);
                if (left <= 0) {
                    peer.stalled(System.nanoTime() - start);
                    return null;
                }
                try {
                    Block next = free.poll(Math.min(left, WAIT_SLICE_NANOS), TimeUnit.NANOSECONDS);
                    if (next != null) {
                        return next;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return null;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** True if {@link #exchange} has an empty block at once. */
    public boolean hasRoom() {
        return made < MAX_BLOCKS || !free.isEmpty();
    }

    /** True when all that was handed over is with the kernel. */
    public boolean isIdle() {
        return written == handedOver;
    }

    /** Waits until {@link #isIdle}, the end of the session, or the time limit of a viewer that reads nothing. */
    public void awaitWritten() {
        long start = System.nanoTime();
        long seen = written;
        while (!isIdle() && !peer.isOver()) {
            if (written != seen) {
                seen = written;
                start = System.nanoTime();
            }
            if (peer.waitLeftNanos(start) <= 0) {
                peer.stalled(System.nanoTime() - start);
                return;
            }
            LockSupport.parkNanos(100_000);
        }
    }

    /** Bytes written so far, frames' heads included. */
    public long writtenBytes() {
        return writtenBytes;
    }

    /** Ends the thread after the block that it writes now. */
    public void stop() {
        full.clear();
        full.offer(STOP);
    }

    @Override
    public void run() {
        try {
            write(greeting);
            Function<Block, ByteBuffer> frames = compressed ? new CompressedFrames() : Block::asLiteralFrame;
            long blocks = 0;
            for (Block block = full.take(); block != STOP; block = full.take()) {
                write(frames.apply(block));
                block.end = Block.START;
                free.add(block);
                written = ++blocks;
            }
        } catch (IOException e) {
            peer.writingFailed("connection lost (" + (e.getMessage() == null ? e.toString() : e.getMessage()) + ")");
        } catch (InterruptedException e) {
            peer.writingFailed("its sender was interrupted");
        } catch (RuntimeException | Error e) {
            // The collector must not wait until the stall limit.
            peer.failed("disconnected: sending failed", e);
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        long count = bytes.remaining();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        bytesSoFar += count;
        writtenBytes = bytesSoFar;
    }

    /** The compressed size, then an LZ4 block. Each block is compressed on its own: the viewer accepts that, and needs no history that both sides would have to keep. */
    private static final class CompressedFrames implements Function<Block, ByteBuffer> {
        private final LZ4Compressor compressor = LZ4Factory.safeInstance().fastCompressor();
        private final byte[] frame = new byte[4 + compressor.maxCompressedLength(Block.CAPACITY)];
        private final ByteBuffer view = ByteBuffer.wrap(frame);

        @Override
        public ByteBuffer apply(Block block) {
            int size = compressor.compress(block.bytes, Block.START, block.lengthBytes(), frame, 4, frame.length - 4);
            Wire.putInt(frame, 0, size);
            return view.clear().limit(4 + size);
        }
    }
}
