package dev.zonecast.bench;

import dev.zonecast.tracy.EventBlock;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Welcome;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * The least that a viewer does: says the greeting, reads frames and unpacks them. It looks at no event and asks nothing, so that the
 * time is the program's, not the viewer's.
 */
public final class FrameReader implements Closeable {
    private final Socket socket;
    private final DataInputStream in;
    private final Thread thread;
    private volatile long unpackedBytes;

    private FrameReader(Socket socket, DataInputStream in) {
        this.socket = socket;
        this.in = in;
        this.thread = Thread.ofPlatform().daemon().name("viewer").unstarted(this::read);
    }

    /** Connects to a program on this machine, which has to begin the session during the call. */
    public static FrameReader connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.getOutputStream().write(Welcome.greeting(Protocol.V82));
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
        int status = in.read();
        if (status != Welcome.STATUS_WELCOME) {
            throw new IOException("the program answers with status " + status);
        }
        Welcome.read(in, Protocol.V82);
        FrameReader reader = new FrameReader(socket, in);
        reader.thread.start();
        return reader;
    }

    private void read() {
        LZ4SafeDecompressor unpacker = LZ4Factory.fastestInstance().safeDecompressor();
        byte[] packed = new byte[2 * EventBlock.MAX_BYTES];
        byte[] events = new byte[EventBlock.MAX_BYTES];
        long bytes = 0;
        try {
            while (true) {
                int length = Integer.reverseBytes(in.readInt());
                in.readFully(packed, 0, length);
                bytes += unpacker.decompress(packed, 0, length, events, 0);
                unpackedBytes = bytes;
            }
        } catch (EOFException | SocketException e) {
            // One of the two sides has closed.
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Bytes of events so far. */
    public long unpackedBytes() {
        return unpackedBytes;
    }

    @Override
    public void close() throws IOException {
        try {
            socket.close();
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
