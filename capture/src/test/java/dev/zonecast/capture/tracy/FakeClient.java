package dev.zonecast.capture.tracy;

import dev.zonecast.core.tracy.EventType;
import dev.zonecast.core.tracy.Protocol;
import dev.zonecast.core.tracy.QueryType;
import dev.zonecast.core.tracy.Wire;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A client over a real socket: sends what it is told, and answers what is asked as the protocol wants it. */
final class FakeClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final ServerSocket server;
    private final Protocol protocol;
    private final byte[] welcome;
    final Map<Long, String> strings = new HashMap<>();
    final Map<Long, long[]> locations = new HashMap<>();
    final Map<Long, String> threads = new HashMap<>();
    /** Function and file of what an address is in. */
    final Map<Long, List<String[]>> frames = new HashMap<>();

    /** Types of the queries that came. */
    final List<QueryType> asked = Collections.synchronizedList(new ArrayList<>());

    /** False for one that answers nothing. */
    boolean answers = true;

    /** Hangs up after the events, without a word. */
    boolean vanishes;

    private final List<byte[]> blocks = new ArrayList<>();
    private Thread thread;
    private volatile Throwable failure;
    private volatile boolean sawEnd;

    FakeClient(Protocol protocol, byte[] welcome) throws IOException {
        this.protocol = protocol;
        this.welcome = welcome;
        server = new ServerSocket(0, 4, InetAddress.getLoopbackAddress());
        server.setSoTimeout(PATIENCE_MILLIS);
    }

    String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    /** Adds a block to what is sent. */
    void send(WireScript script) {
        blocks.add(WireScript.block(script.take()));
    }

    void sendRaw(byte[] bytes) {
        blocks.add(bytes);
    }

    /** Takes connections from now on. */
    FakeClient start() {
        thread = Thread.ofPlatform().daemon().name("fake-client").start(() -> {
            try {
                while (!serve(server.accept())) {
                    // Somebody of another version.
                }
            } catch (IOException | RuntimeException e) {
                failure = e;
            }
        });
        return this;
    }

    /** Waits for the end of the session; true if the other side ended it in good order. */
    boolean awaitEnd() throws InterruptedException {
        thread.join(PATIENCE_MILLIS);
        if (failure != null) {
            throw new AssertionError("the fake client failed", failure);
        }
        return sawEnd;
    }

    private boolean serve(Socket socket) throws IOException {
        try (socket) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            byte[] greeting = in.readNBytes(12);
            if (Wire.getInt(greeting, 8) != protocol.version()) {
                out.write(2);
                return false;
            }
            out.write(welcome);
            for (byte[] block : blocks) {
                out.write(block);
            }
            if (!vanishes) {
                answer(in, out);
            }
        } catch (EOFException | SocketException e) {
            // The other side has hung up.
            sawEnd |= false;
        }
        return true;
    }

    private void answer(DataInputStream in, OutputStream out) throws IOException {
        byte[] packet = new byte[Questions.PACKET_BYTES];
        while (true) {
            in.readFully(packet);
            QueryType type = QueryType.of(packet[0]);
            asked.add(type);
            if (type == QueryType.TERMINATE) {
                sawEnd = true;
                return;
            }
            if (answers) {
                WireScript answer = new WireScript(protocol);
                answer(answer, type, Wire.getLong(packet, 1));
                out.write(WireScript.block(answer.take()));
            }
        }
    }

    private void answer(WireScript answer, QueryType type, long pointer) {
        switch (type) {
            case STRING -> answer.named(EventType.STRING_DATA, pointer, strings.get(pointer));
            case PLOT_NAME -> answer.named(EventType.PLOT_NAME, pointer, strings.get(pointer));
            case FRAME_NAME -> answer.named(EventType.FRAME_NAME, pointer, strings.get(pointer));
            case FIBER_NAME -> answer.named(EventType.FIBER_NAME, pointer, strings.get(pointer));
            case THREAD_STRING ->
                answer.named(EventType.THREAD_NAME, pointer, threads.getOrDefault(pointer, "thread " + pointer));
            case SOURCE_LOCATION -> {
                long[] l = locations.get(pointer);
                answer.location(l[0], l[1], l[2], (int) l[3], (int) l[4]);
            }
            case CALLSTACK_FRAME -> {
                List<String[]> calls = frames.get(pointer);
                answer.text("image.so")
                        .event(
                                EventType.CALLSTACK_FRAME_SIZE,
                                WireScript.u64(1, pointer),
                                WireScript.u8(9, calls.size()));
                for (String[] call : calls) {
                    answer.text(call[0]).secondText(call[1]).event(EventType.CALLSTACK_FRAME, WireScript.u32(1, 33));
                }
            }
            default -> answer.event(EventType.ACK_SERVER_QUERY_NOOP);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
