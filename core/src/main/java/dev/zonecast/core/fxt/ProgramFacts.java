package dev.zonecast.core.fxt;

import dev.zonecast.core.collect.ProgramName;

/**
 * The program that is recorded.
 *
 * @param name main class or jar, without its arguments: those are nobody's business
 * @param pid process id
 * @param java version of Java and who made it
 * @param system operating system and processor architecture
 */
record ProgramFacts(String name, long pid, String java, String system) {
    /**
     * This process.
     *
     * @param givenName empty: as found
     */
    static ProgramFacts current(String givenName) {
        return new ProgramFacts(
                ProgramName.of(givenName),
                ProcessHandle.current().pid(),
                System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
    }
}
