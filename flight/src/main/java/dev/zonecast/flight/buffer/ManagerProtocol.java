package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.write.FxtWriter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * What a program and the manager say to each other over a Unix domain socket. The packets of Fuchsia's FIFO protocol, version 1, as
 * {@code trace-provider/provider.h} has them, and what there the system does before: registration, and the request to start.
 *
 * <pre>
 * provider, first: 8 bytes {@link #PROVIDER}, i64 process id, u16 count of bytes and the name in UTF-8 (at most 255)
 * packet:          0 request u16 | 2 data16 u16 | 4 data32 u32 | 8 data64 u64; what is not used is 0
 * START            data16 mode, data32 bytes of the path, data64 bytes of the buffer; then the path of the buffer's file
 * STOP             no data
 * CLOCK            data32 number of the question; the answer has the same, and in data64 the time by the clock of its records
 * FOLDER           data32 and data64 make the name of the program's own folder beside the socket, where its rings are: data32-data64
 * CATEGORIES       data32 bytes of a text, at most 8192; then the text: names of categories, apart by commas
 * KNOWN            data32 bytes of a text, at most 8192; then the text: lines with the names of categories that the program has registered
 * DROPPED          data64 events that the program dropped since its start, before they reached a buffer
 * </pre>
 *
 * Little-endian.
 */
public final class ManagerProtocol {
    /** "ZCPROV1" and a line feed. */
    public static final long PROVIDER = 0x0A31_564F_5250_435AL;
    /** "ZCCTRL1" and a line feed: then a line of text, which is answered in lines. */
    public static final long CONTROL = 0x0A31_4C52_5443_435AL;

    /** The socket, in the runtime folder. */
    public static final String SOCKET = "manager.sock";

    public static final int VERSION = 1;

    public static final int STARTED = 0x1;
    public static final int SAVE_BUFFER = 0x2;
    public static final int STOPPED = 0x3;
    public static final int ALERT = 0x4;
    public static final int BUFFER_SAVED = 0x100;

    // Of ours, beside Fuchsia's.
    public static final int START = 0x8001;
    public static final int STOP = 0x8002;
    public static final int CLOCK = 0x8003;
    public static final int CATEGORIES = 0x8004;
    public static final int FOLDER = 0x8005;
    public static final int KNOWN = 0x8006;
    public static final int DROPPED = 0x8007;

    public static final int PACKET_BYTES = 16;
    public static final int ALERT_NAME_BYTES = 14;
    public static final int MOST_NAME_BYTES = 255;
    public static final int MOST_PATH_BYTES = 4096;
    public static final int MOST_CATEGORIES_BYTES = 8192;

    /** A packet. */
    public record Packet(int request, int data16, long data32, long data64) {
        /** The packet's 16 bytes. */
        public ByteBuffer bytes() {
            return ByteBuffer.allocate(PACKET_BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putShort((short) request)
                    .putShort((short) data16)
                    .putInt((int) data32)
                    .putLong(data64)
                    .flip();
        }
    }

    private ManagerProtocol() {}

    /** What a provider sends first. */
    public static ByteBuffer registration(long pid, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        int count = FxtWriter.prefix(bytes, MOST_NAME_BYTES);
        return ByteBuffer.allocate(18 + count)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(PROVIDER)
                .putLong(pid)
                .putShort((short) count)
                .put(bytes, 0, count)
                .flip();
    }

    /** An alert: its name is what fits into the packet. */
    public static Packet alert(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer text = ByteBuffer.allocate(ALERT_NAME_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(bytes, 0, FxtWriter.prefix(bytes, ALERT_NAME_BYTES))
                .rewind();
        return new Packet(ALERT, text.getShort() & 0xFFFF, text.getInt() & 0xFFFF_FFFFL, text.getLong());
    }

    /** Reads a packet; {@link EOFException} at the end. */
    public static Packet read(ReadableByteChannel channel) throws IOException {
        ByteBuffer b = readFully(channel, PACKET_BYTES);
        return new Packet(b.getShort() & 0xFFFF, b.getShort() & 0xFFFF, b.getInt() & 0xFFFF_FFFFL, b.getLong());
    }

    /**
     * The text behind a packet that has its length.
     *
     * @throws BufferDamagedException if it is too long
     */
    public static String text(Packet packet, int mostBytes, ReadableByteChannel from) throws IOException {
        if (packet.data32 > mostBytes) {
            throw new BufferDamagedException("a packet with a text that is too long: " + packet);
        }
        return StandardCharsets.UTF_8
                .decode(readFully(from, (int) packet.data32))
                .toString();
    }

    /** Reads as many bytes; {@link EOFException} if there are not so many. */
    public static ByteBuffer readFully(ReadableByteChannel channel, int count) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        while (b.hasRemaining()) {
            if (channel.read(b) < 0) {
                throw new EOFException("the other end has closed the connection");
            }
        }
        return b.flip();
    }

    /** Writes all of it. */
    public static void write(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
