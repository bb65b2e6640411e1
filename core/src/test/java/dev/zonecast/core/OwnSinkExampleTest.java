package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of a sink is compiled against the exported packages alone, and run. */
class OwnSinkExampleTest {
    private static final Path SOURCE =
            Path.of("..", "examples", "own-sink", "src", "main", "java", "example", "HeapWatch.java");

    @TempDir
    Path classes;

    private String run(Path folder) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--module-path=" + System.getProperty("jdk.module.path"),
                        "--add-modules=dev.zonecast.core",
                        "--enable-native-access=dev.zonecast.memory",
                        "-cp",
                        folder.toString(),
                        "example.HeapWatch"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        return out;
    }

    private void compile() throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                        "--module-path=" + System.getProperty("jdk.module.path"),
                        "--add-modules=dev.zonecast.core",
                        "-d",
                        classes.toString(),
                        SOURCE.toString()))
                .inheritIO()
                .start();
        assertEquals(0, process.waitFor());
    }

    @Test
    void shouldGetWhatIsRecordedWhenAttachedInCode() throws Exception {
        compile();
        String out = run(classes);
        assertTrue(out.endsWith("zones 100, highest heap 49.5\n"), out);
        assertTrue(Files.readAllLines(SOURCE).size() < 80);
    }

    @Test
    void shouldBeAttachedWhenTheServiceLoaderFindsIt() throws Exception {
        compile();
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve("dev.zonecast.core.event.EventSink"), "example.HeapWatch\n");
        String out = run(classes);
        assertEquals(
                2,
                out.lines()
                        .filter(line -> line.equals("zones 100, highest heap 49.5"))
                        .count(),
                out);
    }
}
