package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.tracy.QueryType;
import dev.zonecast.tracy.Welcome;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A viewer over a real socket, as the protocol's specification describes a server: decodes on a thread of its own, asks what it does
 * not know within its credits and only after a frame, and ends the session when the program has said its last and every question is
 * answered.
 */
final class TracyViewer implements AutoCloseable {
    static final int QUERY_CREDITS = 8188;
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final int version;
    private final LiveTrace trace = new LiveTrace();
    private final Lz4History lz4 = new Lz4History();
    private final TraceDecoder decoder;
    private final BlockingQueue<byte[]> unsent = new LinkedBlockingQueue<>();
    private int status = -1;
    private Thread thread;
    private volatile Throwable failure;
    private volatile boolean sawEnd;
    private volatile boolean sentEnd;
    private volatile boolean mute;

    private TracyViewer(Socket socket, int version) throws IOException {
        this.socket = socket;
        this.version = version;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
        this.decoder = new TraceDecoder(version, trace, this::queue);
    }

    /** Connects and greets; nothing is read yet. */
    static TracyViewer greet(int port, int version) throws IOException {
        Socket socket = connect(port);
        socket.getOutputStream().write(greeting(version));
        return new TracyViewer(socket, version);
    }

    /** Connects, and takes the session that it must get. */
    static TracyViewer join(int port, int version) throws IOException {
        return taken(greet(port, version));
    }

    /** As {@link #join}, when a viewer or recording listens. */
    static TracyViewer joinWhenItListens(int port, int version) throws IOException {
        return taken(greetWhenItListens(port, version));
    }

    /** As {@link #joinWhenItListens}, when the viewer before this one has been noticed to be gone. */
    static TracyViewer joinWhenItIsFree(int port, int version) throws IOException {
        long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (true) {
            TracyViewer viewer = greetWhenItListens(port, version);
            if (viewer.readStatus() != Welcome.STATUS_NOT_AVAILABLE) {
                assertEquals(Welcome.STATUS_WELCOME, viewer.status);
                viewer.start();
                return viewer;
            }
            viewer.close();
            assertTrue(System.nanoTime() < deadline, "another viewer has it");
        }
    }

    private static TracyViewer taken(TracyViewer viewer) throws IOException {
        assertEquals(Welcome.STATUS_WELCOME, viewer.readStatus());
        viewer.start();
        return viewer;
    }

    /** Knocks until a program listens, as real viewers do, and greets; nothing is read yet. */
    static TracyViewer greetWhenItListens(int port, int version) throws IOException {
        long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (true) {
            try {
                return greet(port, version);
            } catch (ConnectException e) {
                assertTrue(System.nanoTime() < deadline, "nobody listens");
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    static byte[] greeting(int version) {
        return ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("TracyPrf".getBytes(StandardCharsets.US_ASCII))
                .putInt(version)
                .array();
    }

    int readStatus() throws IOException {
        status = in.readUnsignedByte();
        if (status == Welcome.STATUS_WELCOME) {
            readWelcome();
        }
        return status;
    }

    private void readWelcome() throws IOException {
        byte[] bytes = new byte[version == 82 || version == 76 ? 1170 : 1178];
        in.readFully(bytes);
        ByteBuffer welcome = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(1.0, welcome.getDouble(0), "nanoseconds per tick");
        trace.originNanos = welcome.getLong(8);
        trace.readyNanos = welcome.getLong(16) - trace.originNanos;
        int shift = bytes.length - 1170;
        trace.flags = welcome.get(64 + shift);
        trace.programName = text(bytes, 82 + shift, 64);
        trace.hostInfo = text(bytes, 146 + shift, 1024);
        assertEquals(1, trace.flags & 1, "viewers may come and go");
        byte[] demand = new byte[16];
        in.readFully(demand);
        ByteBuffer payload = ByteBuffer.wrap(demand).order(ByteOrder.LITTLE_ENDIAN);
        trace.frameOffset = payload.getLong(0);
        trace.connectedNanos = payload.getLong(8) - trace.originNanos;
        assertTrue(trace.readyNanos >= 0 && trace.connectedNanos >= trace.readyNanos);
    }

    private static String text(byte[] bytes, int at, int size) {
        int end = at;
        while (bytes[end] != 0) {
            end++;
        }
        assertTrue(end < at + size, "a text of the welcome has no end");
        return new String(bytes, at, end - at, StandardCharsets.UTF_8);
    }

    void start() {
        thread = Thread.ofPlatform().daemon().name("test-viewer").start(this::run);
    }

    private void run() {
        try {
            while (!sentEnd) {
                int size = Integer.reverseBytes(in.readInt());
                assertTrue(size > 0 && size <= 263_188, "a frame of " + size + " bytes");
                byte[] packed = new byte[size];
                in.readFully(packed);
                byte[] events = lz4.decode(packed, 0, size);
                assertTrue(events.length > 0 && events.length <= 262_144, "a frame of " + events.length + " bytes");
                decoder.frame(events);
                sendQueries();
                if (trace.terminated && decoder.pending() == 0 && trace.openZones() == 0 && !mute) {
                    assertFalse(decoder.hasFilledSlot(), "a slot is left filled");
                    terminate();
                }
            }
        } catch (EOFException e) {
            sawEnd = true;
        } catch (IOException e) {
            sawEnd = true;
        } catch (Throwable e) {
            failure = e;
        }
    }

    private void queue(QueryType type, long pointer) {
        unsent.add(packet(type.number(), pointer));
    }

    static byte[] packet(int type, long pointer) {
        return packet(type, pointer, 0);
    }

    private static byte[] packet(int type, long pointer, int extra) {
        return ByteBuffer.allocate(13)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) type)
                .putLong(pointer)
                .putInt(extra)
                .array();
    }

    /** Asks for the text of a file: section 8.9. */
    void askForSource(int id, String file) throws IOException {
        byte[] name = file.getBytes(StandardCharsets.UTF_8);
        int length = name.length + 1;
        synchronized (trace) {
            decoder.askAnything(QueryType.DATA_TRANSFER, length);
            ByteBuffer padded = ByteBuffer.allocate((length + 11) / 12 * 12)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(name)
                    .rewind();
            while (padded.hasRemaining()) {
                decoder.expectAnswer();
                unsent.add(packet(QueryType.DATA_TRANSFER_PART.number(), padded.getLong(), padded.getInt()));
            }
            decoder.askAnything(QueryType.SOURCE_CODE, id);
        }
        sendQueries();
    }

    private synchronized void sendQueries() throws IOException {
        while (!mute && !unsent.isEmpty() && pending() - unsent.size() < QUERY_CREDITS) {
            out.write(unsent.poll());
        }
    }

    /** Writes raw bytes in place of queries. */
    synchronized void send(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    /** Asks for something, known or not. */
    void ask(QueryType type, long pointer) throws IOException {
        synchronized (trace) {
            decoder.askAnything(type, pointer);
        }
        sendQueries();
    }

    /** Asks for a source location that no event has named. */
    void askForLocation(long pointer) throws IOException {
        synchronized (trace) {
            decoder.askForLocation(pointer);
        }
        sendQueries();
    }

    /** Asks nothing from now on, and does not end the session either. */
    void beMute() {
        mute = true;
    }

    /** Ends the session as the viewer's user would. */
    void terminate() throws IOException {
        sentEnd = true;
        send(packet(0, 0));
        close();
    }

    LiveTrace trace() {
        return trace;
    }

    int pending() {
        synchronized (trace) {
            return decoder.pending();
        }
    }

    boolean sawEnd() {
        return sawEnd;
    }

    /** Waits until something holds; fails with the first error of the wait. */
    LiveTrace await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (!condition.getAsBoolean()) {
            if (failure != null) {
                throw new AssertionError("while waiting for " + what, failure);
            }
            assertTrue(System.nanoTime() < deadline, () -> "waited in vain for " + what);
            LockSupport.parkNanos(1_000_000);
        }
        return trace;
    }

    /** Waits until there is nothing that this viewer still wants to know. */
    LiveTrace awaitAnswers() {
        return await("answers", () -> pending() == 0);
    }

    /** Waits for the end that both sides agree on. */
    LiveTrace awaitEnd() {
        return await("the session's end", () -> sentEnd || sawEnd);
    }

    /** Waits until the program has hung up. */
    void awaitHangUp() {
        if (thread == null) {
            start();
        }
        await("the program to hang up", () -> sawEnd);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
