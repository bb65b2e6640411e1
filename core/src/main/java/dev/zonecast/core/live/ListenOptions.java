package dev.zonecast.core.live;

import java.nio.file.Path;
import java.util.List;

/**
 * Where to wait for viewers, and as whom.
 *
 * @param bindAddress empty is 127.0.0.1; any other address lets the network see the program
 * @param port 0 takes {@value #FIRST_PORT} or the next free one up to {@value #LAST_PORT}
 * @param programName as viewers show it; empty takes the name of the main class
 * @param announced version of the protocol as which the program is announced in the network, 0 if it is not
 * @param sourceRoots folders whose files viewers may have the text of, as a rule none
 */
public record ListenOptions(String bindAddress, int port, String programName, int announced, List<Path> sourceRoots) {
    /** Without announcement and source text. */
    public ListenOptions(String bindAddress, int port, String programName) {
        this(bindAddress, port, programName, 0, List.of());
    }

    /** Version of the protocol that the newest viewers speak. */
    public static final int NEWEST_PROTOCOL = 82;

    /** Where viewers look first. */
    public static final int FIRST_PORT = 8086;

    /** Last port that is tried. */
    public static final int LAST_PORT = 8105;
}
