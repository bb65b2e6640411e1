package dev.zonecast.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build fails where a test of jcstress does. All of them run, briefly, in a JVM of their own. */
class StressMainTest {
    private static final long LIMIT_SECONDS = 900;
    private static final String LIST = "META-INF/TestList";

    @TempDir
    private Path folder;

    /** One run of all: jcstress looks at the machine and the JVM for ten seconds before each. */
    @Test
    void shouldFailForTheOneForbiddenOutcomeAndNoOther() throws Exception {
        // jcstress reads the first list of tests on the path.
        Path lists = folder.resolve(LIST);
        Files.createDirectories(lists.getParent());
        for (Class<?> each : List.of(StressMain.class, StressMainTest.class)) {
            Files.writeString(
                    lists,
                    Files.readString(classes(each).resolve(LIST)),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }

        Run run = run("--short");

        String lastLine = run.output.lines().toList().getLast();
        System.out.println(lastLine);
        assertEquals(1, run.exit, run.output);
        List<String> failures = run.output
                .lines()
                .filter(line -> line.startsWith("jcstress: FAILED "))
                .toList();
        assertEquals(1, failures.size(), run.output);
        assertTrue(
                failures.getFirst().startsWith("jcstress: FAILED " + AlwaysForbiddenStress.class.getName()),
                run.output);
        assertTrue(
                lastLine.matches("jcstress: ([1-9]\\d+|[2-9]) tests, [1-9]\\d* samples, \\d+ s, 1 failures"),
                run.output);
    }

    @Test
    void shouldFailWhenATestOrAllHaveNoResult() {
        assertEquals(List.of("no test ran"), StressMain.failures(List.of(), new TreeSet<>()));
        assertEquals(
                List.of("a.LostStress: no result", "no test ran"),
                StressMain.failures(List.of(), new TreeSet<>(List.of("a.LostStress"))));
    }

    private record Run(int exit, String output) {}

    private Run run(String argument) throws Exception {
        List<String> path = List.of(
                folder.toString(),
                classes(StressMain.class).toString(),
                classes(StressMainTest.class).toString(),
                System.getProperty("java.class.path"));
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--class-path",
                String.join(File.pathSeparator, path),
                StressMain.class.getName(),
                argument);
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertTrue(ended, "not ended after " + LIMIT_SECONDS + " s: " + output);
            return new Run(process.exitValue(), Files.readString(output));
        } finally {
            // jcstress forks.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Path classes(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
