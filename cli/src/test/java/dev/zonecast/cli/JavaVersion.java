package dev.zonecast.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
        for (Path home : homes()) {
            if (isJava21(home)) {
                all.add(new JavaVersion("Java 21", java(home), List.of(), false));
                break;
            }
        }
        return all;
    }

    private static Path java(Path home) {
        return home.resolve("bin").resolve("java");
    }

    /** As the launcher looks for them. */
    private static List<Path> homes() throws IOException {
        List<Path> homes = new ArrayList<>();
        String named = System.getenv("JAVA21_HOME");
        if (named != null) {
            homes.add(Path.of(named));
        }
        Path installed = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(installed)) {
            try (Stream<Path> folders = Files.list(installed)) {
                homes.addAll(folders.sorted().toList());
            }
        }
        return homes;
    }

    private static boolean isJava21(Path home) throws IOException {
        Path release = home.resolve("release");
        return Files.isExecutable(java(home))
                && Files.isRegularFile(release)
                && Files.readString(release).contains("JAVA_VERSION=\"21");
    }

    @Override
    public String toString() {
        return name;
    }
}
