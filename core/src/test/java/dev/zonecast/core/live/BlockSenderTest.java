package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.tracy.Block;
import dev.zonecast.tracy.BlockSender;
import dev.zonecast.tracy.Protocol;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockSenderTest {
    private static final class Peer implements BlockSender.Peer {
        final List<String> said = new CopyOnWriteArrayList<>();
        volatile long patienceNanos = TimeUnit.SECONDS.toNanos(30);
        volatile boolean over;

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public long waitLeftNanos(long sinceNanos) {
            return patienceNanos - (System.nanoTime() - sinceNanos);
        }

        @Override
        public void writingFailed(String reason) {
            said.add(reason);
            over = true;
        }

        @Override
        public void failed(String reason, Throwable failure) {
            said.add(reason + ": " + failure);
            over = true;
        }

        @Override
        public void stalled(long waitedNanos) {
            said.add("stalled");
            over = true;
        }
    }

    /** Takes nothing until it is told to. */
    private static final class StuckChannel implements WritableByteChannel {
        final CountDownLatch go = new CountDownLatch(1);

        /** Null: it is a broken pipe. */
        Error error;

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (error != null) {
                throw error;
            }
            throw new IOException("Broken pipe");
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    private final Peer peer = new Peer();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDecodeTheSameWhetherBlocksAreCompressedOrNot(boolean compressed) throws Exception {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        BlockSender sender =
                new BlockSender(Channels.newChannel(sent), ByteBuffer.wrap(new byte[] {1, 2, 3}), compressed, peer);
        Thread thread = Thread.ofPlatform().daemon().start(sender);
        SessionEncoder encoder = new SessionEncoder(Protocol.V82, sender, sender.first());

        encoder.threadContext(1);
        for (int i = 0; i < 100_000; i++) {
            encoder.zoneBegin(i * 1000L, 1 + i % 7);
            encoder.zoneEnd(i * 1000L + i % 900);
        }
        encoder.flush();
        sender.awaitWritten();
        sender.stop();
        thread.join();

        ByteBuffer in = ByteBuffer.wrap(sent.toByteArray());
        assertEquals(sent.size(), sender.writtenBytes());
        assertEquals(compressed, sent.size() < 1_400_000);
        LiveTrace trace = new LiveTrace();
        TraceDecoder decoder = new TraceDecoder(82, trace, (type, pointer) -> {});
        Lz4History lz4 = new Lz4History();
        in.position(3);
        while (in.hasRemaining()) {
            int size = Integer.reverseBytes(in.getInt());
            decoder.frame(lz4.decode(in.array(), in.position(), in.position() + size));
            in.position(in.position() + size);
        }
        assertEquals(100_000, trace.zoneCount());
        assertEquals(99_999_000 + 99_999 % 900, trace.zones.getLast().endNanos);
        assertEquals(List.of(), peer.said);
    }

    @Test
    void shouldGiveUpOnceAndDropEventsWhenTheViewerTakesNothing() throws Exception {
        peer.patienceNanos = TimeUnit.MILLISECONDS.toNanos(50);
        StuckChannel channel = new StuckChannel();
        BlockSender sender = new BlockSender(channel, ByteBuffer.wrap(new byte[1]), false, peer);
        Thread thread = Thread.ofPlatform().daemon().start(sender);
        SessionEncoder encoder = new SessionEncoder(Protocol.V82, sender, sender.first());

        for (int i = 0; i < 10_000_000; i++) {
            encoder.zoneEnd(i);
        }

        assertEquals(List.of("stalled"), peer.said);
        channel.go.countDown();
        sender.stop();
        thread.join();
    }

    @Test
    void shouldGiveTheSameBlockBackWhenTheSessionIsOver() {
        BlockSender sender = new BlockSender(new StuckChannel(), ByteBuffer.allocate(0), false, peer);
        Block block = sender.first();
        block.end += 10;
        peer.over = true;

        assertSame(block, sender.exchange(block));
        assertEquals(0, block.lengthBytes());
        assertTrue(sender.isIdle());
    }

    @Test
    void shouldSayThatTheConnectionIsLostWhenWritingFails() throws Exception {
        StuckChannel channel = new StuckChannel();
        channel.go.countDown();
        BlockSender sender = new BlockSender(channel, ByteBuffer.wrap(new byte[1]), false, peer);

        sender.run();

        assertEquals(List.of("connection lost (Broken pipe)"), peer.said);
    }

    @Test
    void shouldEndTheSessionWhenSendingFailsByAnError() {
        StuckChannel channel = new StuckChannel();
        channel.error = new NoClassDefFoundError("net/jpountz/lz4/LZ4Factory");
        channel.go.countDown();
        BlockSender sender = new BlockSender(channel, ByteBuffer.wrap(new byte[1]), false, peer);

        sender.run();

        assertEquals(
                List.of("disconnected: sending failed: java.lang.NoClassDefFoundError: net/jpountz/lz4/LZ4Factory"),
                peer.said);
    }
}
