package dev.zonecast.tracy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/** A connection to a client that has said welcome, in a version that both know. */
public final class TracyConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;
    /** A working client answers quickly. A client that hangs must not block us. */
    private static final int HANDSHAKE_MILLIS = 5_000;

    private static final int RECEIVE_BUFFER_BYTES = 4 << 20;

    private final Socket socket;
    private final Welcome welcome;

    private TracyConnection(Socket socket, Welcome welcome) {
        this.socket = socket;
        this.welcome = welcome;
    }

    /**
     * Connects. The client does not say its version: one is tried after the other, the newest first, until one is welcome.
     *
     * @throws ConnectException if the port is closed; with a cause and its own message if the host cannot be reached
     * @throws TracyException if a listener refuses us, with the reason
     */
    public static TracyConnection connect(InetSocketAddress address) throws IOException {
        for (Protocol protocol : Protocol.ALL) {
            TracyConnection connection = connect(address, protocol, new Socket());
            if (connection != null) {
                return connection;
            }
        }
        throw new TracyException(address.getHostString() + ":" + address.getPort()
                + ": a Tracy client of a version that is not known here; known are " + Protocol.supported());
    }

    /** Null if the client speaks another version. */
    static TracyConnection connect(InetSocketAddress address, Protocol protocol, Socket socket) throws IOException {
        boolean isWelcome = false;
        try {
            socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
            reach(address, socket);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(HANDSHAKE_MILLIS);
            Welcome welcome = greet(socket, protocol);
            socket.setSoTimeout(0);
            isWelcome = welcome != null;
            return isWelcome ? new TracyConnection(socket, welcome) : null;
        } catch (ConnectException e) {
            throw e;
        } catch (EOFException | SocketException | SocketTimeoutException e) {
            String what = e instanceof SocketTimeoutException ? "does not answer" : "closed the connection";
            throw new TracyException(
                    address.getHostString() + ":" + address.getPort() + ": the listener " + what
                            + ": it is no Tracy client, or it is busy with another viewer",
                    e);
        } finally {
            if (!isWelcome) {
                socket.close();
            }
        }
    }

    @SuppressWarnings("AddressSelection") // One address, the user's.
    private static void reach(InetSocketAddress address, Socket socket) throws IOException {
        try {
            socket.connect(address, CONNECT_MILLIS);
        } catch (ConnectException e) {
            throw e;
        } catch (SocketException | SocketTimeoutException e) {
            String reason = address.getHostString() + ":" + address.getPort() + " cannot be reached: " + e.getMessage();
            boolean mayCome = e instanceof NoRouteToHostException
                    || e instanceof SocketTimeoutException
                    || String.valueOf(e.getMessage()).contains("unreachable");
            throw mayCome ? (ConnectException) new ConnectException(reason).initCause(e) : new IOException(reason, e);
        }
    }

    private static Welcome greet(Socket socket, Protocol protocol) throws IOException {
        socket.getOutputStream().write(Welcome.greeting(protocol));
        InputStream in = socket.getInputStream();
        int status = in.read();
        return switch (status) {
            case Welcome.STATUS_WELCOME -> Welcome.read(in, protocol);
            case Welcome.STATUS_PROTOCOL_MISMATCH -> null;
            case Welcome.STATUS_NOT_AVAILABLE ->
                throw new TracyException(
                        "the program accepts no viewer now: another one is connected, or its only session has ended"
                                + " (clients without TRACY_ON_DEMAND have one)");
            case -1 -> throw new EOFException("no answer");
            default ->
                throw new TracyException(
                        "the listener at " + socket.getInetAddress().getHostAddress() + ":" + socket.getPort()
                                + " is no Tracy client: it answered " + status + " in place of a status");
        };
    }

    /** The client's first message. */
    public Welcome welcome() {
        return welcome;
    }

    public InputStream in() throws IOException {
        return socket.getInputStream();
    }

    public OutputStream out() throws IOException {
        return socket.getOutputStream();
    }

    public int sendBufferBytes() throws IOException {
        return socket.getSendBufferSize();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
