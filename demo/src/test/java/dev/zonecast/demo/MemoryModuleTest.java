package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Off-heap memory and native calls have one place. */
class MemoryModuleTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** An arena that the program's own code gets is an {@code Arena}; the bench measures what Zonecast does not use. */
    private static final Set<String> OTHERS = Set.of("TracedArena.java", "ProcessClock.java");

    @Test
    void shouldBeTheOnlyOneThatUsesTheForeignFunctionsAndMemory() throws IOException {
        List<Path> modules;
        try (var folders = Files.list(ROOT)) {
            modules = folders.map(folder -> folder.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList();
        }
        Set<String> users = new TreeSet<>();
        for (Path module : modules) {
            try (var files = Files.walk(module)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    String name = file.getFileName().toString();
                    if (Files.readString(file).contains("java.lang.foreign") && !OTHERS.contains(name)) {
                        users.add(ROOT.relativize(file).getName(0).toString());
                    }
                }
            }
        }
        assertEquals(Set.of("memory"), users);
    }
}
