package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A class that has another name would be left out without a word. */
class AArch64Test {
    @Test
    void shouldListTestsThatExist() throws IOException {
        Set<String> tests = Stream.concat(files(Path.of("src/test/java")), files(Path.of("../memory/src/test/java")))
                .map(file -> file.getFileName().toString())
                .collect(Collectors.toSet());

        List<String> unknown = Files.readAllLines(Path.of("src/test/aarch64.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .filter(line -> !tests.contains(line.replace("**/", "")))
                .toList();

        assertEquals(List.of(), unknown);
        assertTrue(tests.contains("ClockSourceTest.java"));
    }

    private static Stream<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        }
    }
}
