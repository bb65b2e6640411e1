package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import java.util.function.LongSupplier;

/** A provider that is written from Fuchsia's documentation alone, word by word, with nothing of ours. */
final class FuchsiaProvider implements AutoCloseable {
    static final int TOTAL = 4096;
    static final int DURABLE = 256;
    static final int ROLLING = 1856;
    static final int ZONE_BYTES = 24;
    static final int ZONES_PER_HALF = ROLLING / ZONE_BYTES;

    final SocketChannel channel;
    MappedByteBuffer buffer;
    Path file;
    int mode;
    int end;
    int wrapped;

    private final long pid;
    private final LongSupplier clock;
    private final long ticksPerSecond;

    FuchsiaProvider(Path socket, String name) throws IOException {
        this(socket, name, 4242, System::nanoTime, 1_000_000_000);
    }

    /** @param clock of its records, in ticks */
    FuchsiaProvider(Path socket, String name, long pid, LongSupplier clock, long ticksPerSecond) throws IOException {
        this.pid = pid;
        this.clock = clock;
        this.ticksPerSecond = ticksPerSecond;
        channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        ByteBuffer hello = littleEndian(18 + name.length());
        hello.put("ZCPROV1\n".getBytes(StandardCharsets.US_ASCII)).putLong(pid).putShort((short) name.length());
        channel.write(hello.put(name.getBytes(StandardCharsets.US_ASCII)).flip());
    }

    static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private ByteBuffer read(int count) throws IOException {
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
            if (request(packet) == 0x8003) {
                send(0x8003, 0, packet.getInt(4), clock.getAsLong());
            } else {
                return packet;
            }
        }
    }

    static int request(ByteBuffer packet) {
        return packet.getShort(0) & 0xFFFF;
    }

    /** Answers questions about the clock until something else comes. */
    void answerClock(int times) throws IOException {
        for (int i = 0; i < times; i++) {
            ByteBuffer packet = read(16);
            assertEquals(0x8003, request(packet));
            send(0x8003, 0, packet.getInt(4), clock.getAsLong());
        }
    }

    void start() throws IOException {
        ByteBuffer packet = packet();
        assertEquals(0x8001, request(packet));
        assertEquals(TOTAL, packet.getLong(8));
        byte[] path = new byte[packet.getInt(4)];
        read(path.length).get(path);
        mode = packet.getShort(2);
        file = Path.of(new String(path, StandardCharsets.UTF_8));
        try (FileChannel opened = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            buffer = opened.map(FileChannel.MapMode.READ_WRITE, 0, TOTAL);
        }
        buffer.order(ByteOrder.LITTLE_ENDIAN);
        buffer.put(10, (byte) mode);
        buffer.putLong(16, TOTAL).putLong(24, DURABLE).putLong(32, ROLLING);
        buffer.putLong(0, 0x627566ee68656164L);
        end = 0;
        wrapped = 0;
        // Ticks per second; string 1 "cat", string 2 "zone"; thread 1.
        int at = 128;
        at = words(at, 0x21, ticksPerSecond);
        at = words(at, 0x22 | 1L << 16 | 3L << 32, 0x746163);
        at = words(at, 0x22 | 2L << 16 | 4L << 32, 0x656e6f7a);
        at = words(at, 0x33 | 1L << 16, pid, 7);
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

    /** A record of the half; false if the half is full. */
    boolean record(long... words) {
        if (end + 8 * words.length > ROLLING) {
            return false;
        }
        words(128 + DURABLE + (wrapped & 1) * ROLLING + end, words);
        end += 8 * words.length;
        buffer.putLong(48 + 8 * (wrapped & 1), end);
        return true;
    }

    /** A complete event of ten ticks; false if the half is full. */
    boolean zone(long begin) {
        return zone(begin, begin + 10);
    }

    /** A complete event; false if the half is full. */
    boolean zone(long begin, long until) {
        return record(0x34 | 4L << 16 | 1L << 24 | 1L << 32 | 2L << 48, begin, until);
    }

    /** A duration begins; false if the half is full. */
    boolean begin(long at) {
        return record(0x24 | 2L << 16 | 1L << 24 | 1L << 32 | 2L << 48, at);
    }

    /** A duration ends; false if the half is full. */
    boolean end(long at) {
        return record(0x24 | 3L << 16 | 1L << 24 | 1L << 32 | 2L << 48, at);
    }

    /** As many zones as a half takes, one a tick from there on; then the half is saved. */
    void fill(long from) throws IOException {
        for (long at = from; end + ZONE_BYTES <= ROLLING; at++) {
            assertEquals(true, zone(at, at));
        }
        save();
    }

    void save() throws IOException {
        askToSave();
        ByteBuffer answer = packet();
        assertEquals(0x100, request(answer));
        assertEquals(wrapped, answer.getInt(4));
        assertEquals(buffer.getLong(40), answer.getLong(8));
        turnOver();
    }

    void askToSave() throws IOException {
        send(2, 0, wrapped, buffer.getLong(40));
    }

    void turnOver() {
        end = 0;
        buffer.putLong(48 + 8 * ((wrapped + 1) & 1), 0);
        wrapped++;
        buffer.putInt(12, wrapped);
    }

    void stopped() throws IOException {
        send(3, 0, 0, 0);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
