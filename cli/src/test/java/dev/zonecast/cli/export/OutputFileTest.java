package dev.zonecast.cli.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
    @TempDir
    Path folder;

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void shouldNameItsTargetWhenTheFileBesideItIsGone() throws IOException {
        Path target = folder.resolve("page.html");
        try (OutputFile file = new OutputFile(target)) {
            Files.delete(files().getFirst());

            FileSystemException e = assertThrows(FileSystemException.class, file::complete);

            assertEquals(target + ": the folder changed while the file was written", e.getMessage());
        }
        assertEquals(List.of(), files());
    }

    @Test
    void shouldNameItsTargetWhenThatHasBecomeAFolder() throws IOException {
        Path target = folder.resolve("page.html");
        try (OutputFile file = new OutputFile(target)) {
            Files.createDirectories(target.resolve("inside"));

            FileSystemException e = assertThrows(FileSystemException.class, file::complete);

            assertEquals(target.toString(), e.getFile());
        }
        assertEquals(List.of(target), files());
    }
}
