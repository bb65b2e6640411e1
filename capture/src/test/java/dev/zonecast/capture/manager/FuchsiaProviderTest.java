package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.trace.TraceListener;
import dev.zonecast.capture.trace.TraceReader;
import dev.zonecast.capture.trace.TraceSummary;
import dev.zonecast.capture.trace.Zone;
import dev.zonecast.core.BufferMode;
import dev.zonecast.core.buffer.RuntimeFolder;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that is written from Fuchsia's documentation alone, word by word, with nothing of ours; and bad ones. */
class FuchsiaProviderTest {
    private static final int TOTAL = 4096;
    private static final int DURABLE = 256;
    private static final int ROLLING = 1856;

    @TempDir
    private Path folder;

    private Manager manager;

    @BeforeEach
    void startManager() throws IOException {
        manager = new Manager(RuntimeFolder.open(folder.resolve("r")));
        Thread.ofPlatform().daemon().start(() -> {
            try {
                manager.run();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    @AfterEach
    void stopManager() throws IOException {
        manager.close();
    }

    /** The provider's end of everything. */
    private final class Provider implements AutoCloseable {
        final SocketChannel channel = SocketChannel.open(
                UnixDomainSocketAddress.of(folder.resolve("r").resolve("manager.sock")));
        MappedByteBuffer buffer;
        int end;
        int wrapped;

        Provider(String name) throws IOException {
            ByteBuffer hello = littleEndian(18 + name.length());
            hello.put("ZCPROV1\n".getBytes(StandardCharsets.US_ASCII))
                    .putLong(4242)
                    .putShort((short) name.length());
            channel.write(hello.put(name.getBytes(StandardCharsets.US_ASCII)).flip());
        }

        ByteBuffer read(int count) throws IOException {
            ByteBuffer b = littleEndian(count);
            while (b.hasRemaining()) {
                if (channel.read(b) < 0) {
                    throw new EOFException();
                }
            }
            return b.flip();
        }

        void send(int request, int data16, int data32, long data64) throws IOException {
            channel.write(littleEndian(16)
                    .putShort((short) request)
                    .putShort((short) data16)
                    .putInt(data32)
                    .putLong(data64)
                    .flip());
        }

        /** The next packet that is not about the clock. */
        ByteBuffer packet() throws IOException {
            while (true) {
                ByteBuffer packet = read(16);
                if ((packet.getShort(0) & 0xFFFF) == 0x8003) {
                    send(0x8003, 0, packet.getInt(4), System.nanoTime());
                } else {
                    return packet;
                }
            }
        }

        void start() throws IOException {
            ByteBuffer packet = packet();
            assertEquals(0x8001, packet.getShort(0) & 0xFFFF);
            assertEquals(TOTAL, packet.getLong(8));
            byte[] path = new byte[packet.getInt(4)];
            read(path.length).get(path);
            try (FileChannel file = FileChannel.open(
                    Path.of(new String(path, StandardCharsets.UTF_8)),
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE)) {
                buffer = file.map(FileChannel.MapMode.READ_WRITE, 0, TOTAL);
            }
            buffer.order(ByteOrder.LITTLE_ENDIAN);
            buffer.put(10, (byte) packet.getShort(2));
            buffer.putLong(16, TOTAL).putLong(24, DURABLE).putLong(32, ROLLING);
            buffer.putLong(0, 0x627566ee68656164L);
            // Ticks per second; string 1 "cat", string 2 "zone"; thread 1.
            int at = 128;
            at = words(at, 0x21, 1_000_000_000);
            at = words(at, 0x22 | 1L << 16 | 3L << 32, 0x746163);
            at = words(at, 0x22 | 2L << 16 | 4L << 32, 0x656e6f7a);
            at = words(at, 0x33 | 1L << 16, 4242, 7);
            buffer.putLong(40, at - 128L);
            send(1, 0, 1, 0);
        }

        int words(int at, long... words) {
            int next = at;
            for (long word : words) {
                buffer.putLong(next, word);
                next += 8;
            }
            return next;
        }

        /** A complete event; false if the half is full. */
        boolean zone(long begin) {
            if (end + 24 > ROLLING) {
                return false;
            }
            int at = 128 + DURABLE + (wrapped & 1) * ROLLING + end;
            words(at, 0x34 | 4L << 16 | 1L << 24 | 1L << 32 | 2L << 48, begin, begin + 10);
            end += 24;
            buffer.putLong(48 + 8 * (wrapped & 1), end);
            return true;
        }

        void save() throws IOException {
            send(2, 0, wrapped, buffer.getLong(40));
            ByteBuffer answer = packet();
            assertEquals(0x100, answer.getShort(0));
            assertEquals(wrapped, answer.getInt(4));
            assertEquals(buffer.getLong(40), answer.getLong(8));
            wrapped++;
            buffer.putInt(12, wrapped);
            end = 0;
            buffer.putLong(48 + 8 * (wrapped & 1), 0);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private List<Long> stopAndRead() throws Exception {
        Path archive = manager.stop();
        List<Long> begins = new ArrayList<>();
        TraceSummary summary = TraceReader.read(archive, new TraceListener() {
            @Override
            public void zone(Zone zone) {
                begins.add(zone.beginNanos());
            }
        });
        assertEquals(0, summary.unknownReferences());
        return begins;
    }

    private void record() throws IOException {
        manager.record(BufferMode.STREAMING, TOTAL, folder.resolve("all.fxt"));
    }

    @Test
    void shouldSaveEveryRecordOfAProviderThatKeepsToTheDocumentation() throws Exception {
        record();
        try (Provider provider = new Provider("fuchsia")) {
            provider.start();
            for (int i = 0; i < 1000; i++) {
                if (!provider.zone(100L * i)) {
                    provider.save();
                    assertTrue(provider.zone(100L * i));
                }
            }
            provider.send(3, 0, 0, 0);
            List<Long> begins = stopAndRead();

            assertEquals(1000, begins.size());
            assertEquals(99_900, begins.getLast());
        }
    }

    @Test
    void shouldEndTheSessionOfAProviderThatBreaksTheProtocolAndKeepWhatItSavedBefore() throws Exception {
        record();
        for (int wrong = 0; wrong < 4; wrong++) {
            try (Provider provider = new Provider("bad " + wrong)) {
                provider.start();
                assertTrue(provider.zone(wrong));
                provider.save();
                assertTrue(provider.zone(1_000_000));
                switch (wrong) {
                    // An unused field, a count that is not the next one, an end that falls, and one that is no multiple
                    // of 8.
                    case 0 -> provider.send(2, 1, provider.wrapped, provider.buffer.getLong(40));
                    case 1 -> provider.send(2, 0, provider.wrapped + 1, provider.buffer.getLong(40));
                    case 2 -> provider.send(2, 0, provider.wrapped, 8);
                    default -> provider.send(2, 0, provider.wrapped, provider.buffer.getLong(40) + 4);
                }
                assertThrows(IOException.class, provider::packet);
            }
        }

        assertEquals(List.of(0L, 1L, 2L, 3L), stopAndRead());
    }

    @Test
    void shouldTakeWhatIsWholeWhenABufferHoldsGarbage() throws Exception {
        Random random = new Random(8);
        record();
        List<Provider> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Provider provider = new Provider("garbage " + i);
            all.add(provider);
            provider.start();
            assertTrue(provider.zone(i));
            // Behind the first record, and in the header's ends.
            for (int at = 128 + DURABLE + 24; at < TOTAL; at += 8) {
                provider.buffer.putLong(at, random.nextLong());
            }
            provider.buffer.putLong(40, i % 2 == 0 ? random.nextLong() : provider.buffer.getLong(40));
            provider.buffer.putLong(48, random.nextLong());
            provider.send(3, 0, 0, 0);
        }
        List<Long> begins = stopAndRead();

        for (long i = 0; i < 20; i++) {
            assertTrue(begins.contains(i), "" + begins);
        }
        for (Provider provider : all) {
            provider.close();
        }
    }

    @Test
    void shouldTakeWhatAProviderHasWrittenThatNeverSaysItStopped() throws Exception {
        record();
        try (Provider provider = new Provider("hangs")) {
            provider.start();
            assertTrue(provider.zone(77));

            assertEquals(List.of(77L), stopAndRead());
        }
    }
}
