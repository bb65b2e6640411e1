package dev.zonecast.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build fails where a test of jcstress does. All of them run, briefly, in a JVM of their own. */
class StressMainTest {
    private static final long LIMIT_SECONDS = 180;

    @TempDir
    private Path folder;

    private record Run(int exit, String output) {
        String lastLine() {
            return output.lines().toList().getLast();
        }
    }

    @Test
    void shouldFindNoForbiddenOutcomeInAnyTest() throws Exception {
        Run run = run(List.of(classes(StressMain.class), classes(StressMainTest.class)), "--short");

        System.out.println(run.lastLine());
        assertEquals(0, run.exit, run.output);
        assertTrue(
                run.lastLine().matches("jcstress: [1-9]\\d* tests, [1-9]\\d* samples, \\d+ s, 0 failures"), run.output);
    }

    @Test
    void shouldFailWhenAnOutcomeIsForbidden() throws Exception {
        Run run = run(
                List.of(classes(StressMainTest.class), classes(StressMain.class)),
                "-t",
                "AlwaysForbiddenStress",
                "-m",
                "sanity",
                "-sc",
                "false");

        assertEquals(1, run.exit, run.output);
        assertTrue(run.output.contains("jcstress: FAILED " + AlwaysForbiddenStress.class.getName()), run.output);
        assertTrue(run.lastLine().endsWith(" 1 failures"), run.output);
    }

    @Test
    void shouldFailWhenATestOrAllHaveNoResult() {
        assertEquals(List.of("no test ran"), StressMain.failures(List.of(), new TreeSet<>()));
        assertEquals(
                List.of("a.LostStress: no result", "no test ran"),
                StressMain.failures(List.of(), new TreeSet<>(List.of("a.LostStress"))));
    }

    /** The folders come first: jcstress reads the first list of tests on the path. */
    private Run run(List<String> first, String... arguments) throws Exception {
        List<String> path = new ArrayList<>(first);
        path.add(System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--class-path",
                String.join(File.pathSeparator, path),
                StressMain.class.getName()));
        command.addAll(List.of(arguments));
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

    private static String classes(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }
}
