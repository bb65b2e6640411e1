package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuntimeFolderTest {
    @TempDir
    Path temporary;

    @Test
    void shouldPreferFoldersInMemoryWhereTheSystemHasThem() throws IOException {
        Path session = Files.createDirectory(temporary.resolve("session"));
        Path shared = Files.createDirectory(temporary.resolve("shm"));

        assertEquals(
                List.of(session.resolve("zonecast"), shared.resolve("zonecast-eva"), temporary.resolve("zonecast-eva")),
                RuntimeFolder.candidates(session.toString(), shared, temporary, "eva"));
    }

    /** As on Windows and macOS. */
    @Test
    void shouldTakeTheTemporaryFolderWhereThereIsNoOther() {
        Path none = temporary.resolve("none");

        assertEquals(
                List.of(temporary.resolve("zonecast-DOMAIN_eva")),
                RuntimeFolder.candidates(null, none, temporary, "DOMAIN\\eva"));
        assertEquals(
                List.of(temporary.resolve("zonecast-eva")),
                RuntimeFolder.candidates(none.toString(), none, temporary, "eva"));
        assertEquals(
                List.of(temporary.resolve("zonecast-eva")),
                RuntimeFolder.candidates("run/user", none, temporary, "eva"));
    }
}
