package dev.zonecast.core.tracy;

/**
 * Where to wait for viewers, and as whom.
 *
 * @param bindAddress empty is 127.0.0.1; any other address lets the network see the program
 * @param port 0 takes {@value #FIRST_PORT} or the next free one up to {@value #LAST_PORT}
 * @param programName as viewers show it; empty takes the name of the main class
 */
public record ListenOptions(String bindAddress, int port, String programName) {
    /** Where viewers look first. */
    public static final int FIRST_PORT = 8086;

    /** Last port that is tried. */
    public static final int LAST_PORT = 8105;
}
