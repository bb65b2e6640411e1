package dev.zonecast.agent;

/**
 * The agent's own lines, on standard error: before the program's main a logger would start java.util.logging, and the program could not
 * choose its log manager any more. Thread-safe.
 */
public final class AgentLog {
    private AgentLog() {}

    public static void say(String line) {
        System.err.println("zonecast: agent: " + line);
    }
}
