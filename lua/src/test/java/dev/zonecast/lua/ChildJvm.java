package dev.zonecast.lua;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a {@code main} of the tests in a JVM of its own: for flags, and for what fills tables that live as long as the process. */
final class ChildJvm {
    private static final long LIMIT_SECONDS = 300;

    private ChildJvm() {}

    /** What it printed, if it ended well. */
    static String run(Class<?> main, String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-Dzonecast.listen=false");
        command.addAll(List.of(flags));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        Path output = Files.createTempFile("child", ".txt");
        try {
            Process process = new ProcessBuilder(command)
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
            Files.delete(output);
        }
    }
}
