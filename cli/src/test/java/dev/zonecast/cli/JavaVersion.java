package dev.zonecast.cli;

import dev.zonecast.fxt.fixtures.Java21;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM for programs that a test starts.
 *
 * @param name for the name of the test
 * @param java the command
 * @param flags of each program
 * @param hasCounter its programs can read the processor's counter
 */
record JavaVersion(String name, Path java, List<String> flags, boolean hasCounter) {
    /** This JVM, this JVM with what Java 21 uses in place of {@code java.lang.foreign}, and a Java 21 where there is one. */
    static List<JavaVersion> all() throws IOException {
        Path own = Path.of(System.getProperty("java.home"));
        List<JavaVersion> all = new ArrayList<>();
        all.add(new JavaVersion("this Java", java(own), List.of("--enable-native-access=ALL-UNNAMED"), true));
        all.add(new JavaVersion(
                "this Java as Java 21",
                java(own),
                List.of("-Ddev.zonecast.memory.asJava21=true", "--sun-misc-unsafe-memory-access=allow"),
                false));
        Java21.home().ifPresent(home -> all.add(new JavaVersion("Java 21", java(home), List.of(), false)));
        return all;
    }

    private static Path java(Path home) {
        return home.resolve("bin").resolve("java");
    }

    @Override
    public String toString() {
        return name;
    }
}
