package dev.zonecast.jvm;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a {@code main} of the tests in a JVM of its own, on the class path, with flags. */
final class ChildJvm {
    private static final long LIMIT_SECONDS = 300;

    private ChildJvm() {}

    /** All that this process has, modules as well. */
    private static String classPath() {
        String file = ChildJvm.class.getName().replace('.', '/') + ".class";
        String url = ChildJvm.class.getClassLoader().getResource(file).toString();
        Path tests = Path.of(URI.create(url.substring(0, url.length() - file.length())));
        return Stream.of(
                        tests.toString(),
                        System.getProperty("jdk.module.path", ""),
                        System.getProperty("surefire.test.class.path", ""),
                        System.getProperty("java.class.path", ""))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** What it printed, its log too, if it ended well. */
    static String run(Class<?> main, List<String> flags, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Dzonecast.listen=false"));
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath());
        command.add(main.getName());
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("child", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String printed = Files.readString(output);
            if (!ended || process.exitValue() != 0) {
                throw new AssertionError((ended ? "exit " + process.exitValue() : "not ended") + "\n" + printed);
            }
            return printed;
        } finally {
            process.destroyForcibly().waitFor();
            Files.delete(output);
        }
    }
}
