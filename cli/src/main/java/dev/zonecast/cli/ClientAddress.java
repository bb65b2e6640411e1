package dev.zonecast.cli;

import dev.zonecast.tracy.TracyConnection;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.function.Consumer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code host:port}, {@code host}, {@code :port} or {@code [::1]:port}; what is left out is this machine and Tracy's port. */
record ClientAddress(String host, int port) {
    static final String DEFAULT = "127.0.0.1:8086";

    private static final String DEFAULT_HOST = "127.0.0.1";
    private static final int DEFAULT_PORT = 8086;
    private static final int MAX_PORT = 65_535;
    private static final long RETRY_MILLIS = 50;

    static ClientAddress parse(String text) {
        int bracket = text.lastIndexOf(']');
        int colon = text.lastIndexOf(':');
        // Two colons without brackets are an address of IPv6 without a port.
        boolean hasPort = colon > bracket && (bracket >= 0 || text.indexOf(':') == colon);
        String host = hasPort ? text.substring(0, colon) : text;
        int port = DEFAULT_PORT;
        if (hasPort) {
            try {
                port = Integer.parseInt(text.substring(colon + 1));
            } catch (NumberFormatException e) {
                port = -1;
            }
        }
        if (port < 1 || port > MAX_PORT) {
            throw new TypeConversionException("'" + text + "' has no port from 1 to " + MAX_PORT);
        }
        if (!hasPort && text.matches("\\d+")) {
            // The system would take it for an address of IPv4.
            throw new TypeConversionException(
                    "'" + text + "' is no HOST:PORT: write :" + text + " for a port of this machine");
        }
        String bare = bracket >= 0 && host.startsWith("[") ? host.substring(1, bracket) : host;
        return new ClientAddress(bare.isEmpty() ? DEFAULT_HOST : bare, port);
    }

    InetSocketAddress socketAddress() {
        return new InetSocketAddress(host, port);
    }

    /**
     * Connects to the program there.
     *
     * @param wait until it listens
     * @param say takes a line for the user while it does not
     */
    TracyConnection connect(boolean wait, Consumer<String> say) throws IOException, InterruptedException {
        boolean isSaid = false;
        while (true) {
            String reason;
            try {
                return TracyConnection.connect(socketAddress());
            } catch (ConnectException e) {
                reason = e.getCause() == null ? "no program listens at " + this : e.getMessage();
                if (!wait) {
                    throw new IOException(reason + ": is the program running? --wait waits for it", e);
                }
            } catch (UnknownHostException e) {
                throw new IOException(host + ": no such host", e);
            }
            if (!isSaid) {
                isSaid = true;
                say.accept(reason + " yet; waiting");
            }
            Thread.sleep(RETRY_MILLIS);
        }
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** For picocli. */
    static final class Converter implements ITypeConverter<ClientAddress> {
        @Override
        public ClientAddress convert(String value) {
            return parse(value);
        }
    }
}
