package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.memory.MemoryScope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetainedHalvesTest {
    @TempDir
    Path folder;

    /** The recovery of a killed manager found no half whose number was in other digits. */
    @Test
    void shouldNumberFilesInDigitsOfAsciiInEachLanguage() throws Exception {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try (MemoryScope scope = MemoryScope.confined()) {
            RetainedHalves halves = new RetainedHalves(folder, "chunk-", Long.MAX_VALUE);
            long ignored = halves.add(scope.allocate(64, 8));
        } finally {
            Locale.setDefault(before);
        }

        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    List.of("chunk-0000000000.zc"),
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }
}
