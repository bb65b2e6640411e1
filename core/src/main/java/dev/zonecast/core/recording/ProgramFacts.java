package dev.zonecast.core.recording;

import dev.zonecast.core.clock.Clock;

/**
 * The program that is recorded.
 *
 * @param name main class or jar, without its arguments: those are nobody's business
 * @param pid process id
 * @param clock name of the clock that its times are of
 * @param clockReason why that one, or empty
 * @param java version of Java and who made it; empty if it is no Java program
 * @param system operating system and processor architecture
 */
public record ProgramFacts(String name, long pid, String clock, String clockReason, String java, String system) {
    /**
     * This process.
     *
     * @param givenName empty: as found
     */
    static ProgramFacts current(String givenName) {
        return new ProgramFacts(
                ProgramName.of(givenName),
                ProcessHandle.current().pid(),
                Clock.name(),
                Clock.reason(),
                System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
    }
}
