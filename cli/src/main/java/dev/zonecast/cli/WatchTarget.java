package dev.zonecast.cli;

import dev.zonecast.tracy.TracyConnection;
import dev.zonecast.tracy.TracyException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A program to watch.
 *
 * @param pid its process id, or 0
 * @param address where it listens, or null if the process id is known
 */
record WatchTarget(long pid, ClientAddress address) {
    /** For picocli. */
    static final class Converter implements ITypeConverter<WatchTarget> {
        @Override
        public WatchTarget convert(String value) {
            if (value.isEmpty() || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return new WatchTarget(0, ClientAddress.parse(value));
            }
            try {
                long pid = Long.parseLong(value);
                if (pid > 0) {
                    return new WatchTarget(pid, null);
                }
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + value + "' is no process id: " + e.getMessage());
            }
            throw new TypeConversionException("'" + value + "' is no process id");
        }
    }

    /** Connects. See {@link ClientAddress#connect}. */
    TracyConnection connect(boolean wait, Consumer<String> say) throws IOException, InterruptedException {
        return address != null ? address.connect(wait, say) : connectToProcess();
    }

    private TracyConnection connectToProcess() throws IOException {
        TracyException refusal = null;
        for (InetSocketAddress port : ProcessPorts.of(pid)) {
            try {
                return TracyConnection.connect(port);
            } catch (TracyException e) {
                // Ports of the client's come first; another port's server is none.
                refusal = refusal == null && ProcessPorts.isUsual(port) ? e : refusal;
            } catch (ConnectException e) {
                // Closed since it was listed.
            }
        }
        if (refusal != null) {
            throw refusal;
        }
        throw new IOException("process " + pid + " has no Tracy client that listens: zonecast attach " + pid
                + " puts one into a Java program");
    }
}
