package dev.zonecast.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port for a program that a test starts later. The system gives none of this range to others. */
public final class FreePort {
    private static final int LEAST = 22_000;
    private static final int PORTS = 8_000;

    private FreePort() {}

    /** Test runs at the same time begin at different ports. */
    public static int find() throws IOException {
        long begin = ProcessHandle.current().pid();
        for (int i = 0; i < PORTS; i++) {
            int port = LEAST + (int) ((begin + i) % PORTS);
            try (ServerSocket server = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return server.getLocalPort();
            } catch (BindException e) {
                // Another program has it.
            }
        }
        throw new IOException("no free port from " + LEAST + " on");
    }
}
