package dev.zonecast.lua;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a {@code main} of the tests in a JVM of its own: for flags, and for what fills tables that live as long as the process. */
final class ChildJvm {
    private static final long LIMIT_SECONDS = 300;

    private ChildJvm() {}

    /** What it printed, if it ended well. */
    static String run(Class<?> main, String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-Dzonecast.listen=false");
        command.addAll(List.of(flags));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        // A folder of its own: a script may write files.
        Path folder = Files.createTempDirectory("child");
        Path output = folder.resolve("printed.txt");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            String printed = Files.readString(output, StandardCharsets.UTF_8);
            if (!ended || process.exitValue() != 0) {
                throw new AssertionError((ended ? "exit " + process.exitValue() : "not ended") + "\n" + printed);
            }
            return printed;
        } finally {
            deleteAll(folder);
        }
    }

    private static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
