package dev.zonecast.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong arguments are answered by the mistake and the right form, before anything is measured. */
class BenchMainTest {
    @ParameterizedTest
    @CsvSource({
        "soak x, soak must be a number above 0: x",
        "recovery 0, recovery must be a number above 0: 0",
        "jvm 1 2, jvm has one argument",
        "--rounds many, --rounds must be a number above 0: many",
        "--only [, --only [: Unclosed character class",
        "--nosuch, nosuch is not a recognized option"
    })
    void shouldShowTheFormWhenTheArgumentsAreWrong(String arguments, String mistake) throws Exception {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                        + File.pathSeparator
                        + System.getProperty("jdk.module.path", ""),
                BenchMain.class.getName()));
        line.addAll(List.of(arguments.split(" ")));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(2, process.waitFor(), printed);
        List<String> lines =
                printed.lines().filter(text -> !text.startsWith("Picked up")).toList();
        assertEquals("bench: " + mistake, lines.getFirst());
        assertTrue(lines.get(1).startsWith("Usage: zonecast bench "), printed);
    }
}
