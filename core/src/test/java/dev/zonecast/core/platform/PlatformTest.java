package dev.zonecast.core.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.platform.Platform.Os;
import dev.zonecast.core.platform.Platform.Processor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {
    /** They only show the words, and the text of Tracy's handshake has more processors. */
    private static final Set<String> WITHOUT_A_CHOICE =
            Set.of("Platform.java", "HostFacts.java", "ProgramFacts.java", "ProgramInfo.java");

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, LINUX, X86_64",
        "Linux, aarch64, LINUX, AARCH64",
        "Linux, riscv64, LINUX, OTHER",
        "Windows 11, amd64, WINDOWS, X86_64",
        "Windows Server 2025, aarch64, WINDOWS, AARCH64",
        "Mac OS X, x86_64, MACOS, X86_64",
        "Mac OS X, aarch64, MACOS, AARCH64",
        "FreeBSD, amd64, OTHER, X86_64",
        "Linux, i386, LINUX, OTHER"
    })
    void shouldKnowThePlatformOfTheJdksWords(String name, String arch, Os os, Processor processor) {
        assertEquals(new Platform(os, processor), Platform.of(name, arch));
    }

    @Test
    void shouldBeTheOnlyChoiceByTheJdksWords() throws IOException {
        Set<String> choosing = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("..").toAbsolutePath().normalize())) {
            for (Path file : files.filter(each -> each.toString().matches(".*[/\\\\]src[/\\\\]main[/\\\\].*\\.java"))
                    .filter(each -> !each.toString().matches(".*[/\\\\](?:bench|demo|examples)[/\\\\].*"))
                    .toList()) {
                String source = Files.readString(file);
                if (source.contains("\"os.name\"") || source.contains("\"os.arch\"")) {
                    choosing.add(file.getFileName().toString());
                }
            }
        }

        assertTrue(choosing.contains("Platform.java"), choosing.toString());
        choosing.removeAll(WITHOUT_A_CHOICE);
        assertEquals(Set.of(), choosing);
    }
}
