package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.BufferMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingSpecTest {
    private static final String EXAMPLE = """
            # a game and its server
            mode = circular
            size = 64M
            size server* = 8M
            categories game = Physics, Render*

            alert on fire = stop
            alert lag* = none
            output = /tmp/all.fxt
            """;

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("both.spec"), text);
    }

    private static IOException refused(Path file) {
        return assertThrows(IOException.class, () -> RecordingSpec.read(file));
    }

    @Test
    void shouldHaveTheFirstLineThatFitsAndElseTheOneWithoutAName() throws IOException {
        Recording recording = RecordingSpec.read(file(EXAMPLE)).recording();

        assertEquals(BufferMode.CIRCULAR, recording.mode());
        assertEquals(64 << 20, recording.bufferBytes("game"));
        assertEquals(8 << 20, recording.bufferBytes("server-2"));
        assertEquals(Set.of("Physics", "Render*"), recording.categories("game"));
        assertEquals(Set.of(), recording.categories("server-2"));
        assertEquals(AlertAction.STOP, recording.action("on fire"));
        assertEquals(AlertAction.NONE, recording.action("lag of 3 s"));
        assertEquals(AlertAction.SNAPSHOT, recording.action("anything"));
        assertFalse(recording.mayComeLater());
    }

    @Test
    void shouldReadItsOwnLines() throws IOException {
        RecordingSpec spec = RecordingSpec.read(file(EXAMPLE));
        List<String> lines = spec.recording().lines();

        assertEquals(lines, RecordingSpec.of(null, lines).lines());
        assertEquals(7, lines.size());
    }

    @Test
    void shouldReplaceALineByAnOption() throws IOException {
        RecordingSpec spec = RecordingSpec.read(file(EXAMPLE));
        spec.set("size", "1M");

        assertEquals(1 << 20, spec.recording().bufferBytes("game"));
        assertEquals(8 << 20, spec.recording().bufferBytes("server"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sise = 8M                  | unknown key \"sise\" (the nearest is \"size\")",
                "quality = 8                | unknown key \"quality\"; the keys are mode, size, memory",
                "mode streaming             | \"mode streaming\" is not a line KEY = VALUE",
                "mode = round               | mode takes oneshot, circular or streaming, not \"round\"",
                "mode game = circular       | mode takes no name: \"game\"",
                "size = many                | size takes a size from 4K to 64G, not \"many\"",
                "size game = 100            | size takes a size from 4K to 64G, not \"100\"",
                "size = 4097                | size takes a size from 4K to 64G, not \"4097\"",
                "memory = -1                | memory takes a size",
                "categories = ,             | categories takes names",
                "alert x = explode          | alert takes snapshot, stop or none, not \"explode\"",
                "alert physics exploded = stop | the first 14 bytes of an alert's name",
                "later = perhaps            | later takes true or false",
                "output = relative.fxt      | output takes an absolute path",
                "= 3                        | unknown key \"\"",
            })
    void shouldNameTheLineAndWhatIsWrongWithIt(String line, String reason) throws IOException {
        Path file = file("# one\n\n" + line + "\n");

        String message = refused(file).getMessage();

        assertTrue(message.startsWith(file + ":3: "), message);
        assertTrue(message.contains(reason), message);
    }

    @Test
    void shouldRefuseALineThatIsThereTwice() throws IOException {
        assertTrue(refused(file("size a = 1M\nsize  a=2M\n")).getMessage().endsWith(":2: \"size a\" is given twice"));
    }

    @Test
    void shouldRefuseWhatIsNoTextOrTooLong() throws IOException {
        Path file = folder.resolve("bytes");
        Files.write(file, new byte[] {'m', (byte) 0xFF, (byte) 0xFE});
        assertEquals(file + ": not a text in UTF-8", refused(file).getMessage());
        assertTrue(refused(file("# " + "x".repeat(RecordingSpec.MOST_BYTES)))
                .getMessage()
                .contains("longer than"));
    }

    @Test
    void shouldRefuseLinesThatDoNotGoTogether() {
        assertThrows(IllegalArgumentException.class, () -> Recording.of("mode = circular"));
        assertThrows(
                IllegalArgumentException.class,
                () -> Recording.of("mode = oneshot", "memory = 64M", "output = /tmp/a.fxt"));
    }

    /** Each damaged text is read, or refused with the number of a line. */
    @Test
    void shouldReadOrRefuseAnyText() throws IOException {
        Random random = new Random(16);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(EXAMPLE);
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 0x10000));
                    default -> text.insert(at, text.substring(at, at + random.nextInt(text.length() - at)));
                }
            }
            try {
                Recording recording =
                        RecordingSpec.of("x:", text.toString().lines().toList()).recording();
                assertTrue(recording.bufferBytes("server") >= 4096);
                read++;
            } catch (IllegalArgumentException e) {
                assertTrue(
                        e.getMessage().matches("(?s)x:\\d+: .+|a recording needs an output|a memory limit .+"),
                        e.getMessage());
            }
        }
        assertTrue(read > 100, "too few are read to matter: " + read);
    }
}
