package dev.zonecast.core.fxt;

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
                !givenName.isEmpty() ? givenName : name(System.getProperty("sun.java.command", "")),
                ProcessHandle.current().pid(),
                System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
    }

    /** @param command as in the property sun.java.command: {@code package.Main}, {@code module/package.Main}, {@code path/to.jar} */
    static String name(String command) {
        String first = command.strip().split("\\s", 2)[0];
        String last = first.substring(first.lastIndexOf('/') + 1);
        if (last.endsWith(".jar")) {
            return last.substring(last.lastIndexOf('\\') + 1);
        }
        return last.isEmpty() ? "java" : last.substring(last.lastIndexOf('.') + 1);
    }
}
