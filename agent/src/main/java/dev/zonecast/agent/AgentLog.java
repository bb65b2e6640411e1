package dev.zonecast.agent;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * The agent's own lines, on standard error: before the program's main a logger would start java.util.logging, and the program could not
 * choose its log manager any more. Thread-safe.
 */
public final class AgentLog {
    /** How long the end of the program waits for the last line. */
    private static final Duration LAST_LIMIT = Duration.ofSeconds(3);

    private AgentLog() {}

    public static void say(String line) {
        System.err.println("zonecast: agent: " + line);
    }

    /** A line while the program ends. A standard error that is a full pipe takes no line, and must not keep the program from its end. */
    static void sayLast(Supplier<String> line) {
        try {
            boolean ignored = Thread.ofPlatform()
                    .daemon()
                    .name("zonecast-agent-last-line")
                    .start(() -> say(line.get()))
                    .join(LAST_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (OutOfMemoryError e) {
            // No thread can be made: the program ends without the line.
        }
    }
}
