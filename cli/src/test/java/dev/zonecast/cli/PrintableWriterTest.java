package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PrintableWriterTest {
    private static final Pattern HARMFUL =
            Pattern.compile("[\\p{Cc}&&[^\n\t\r]]|[\\u2028-\\u202E\\u2066-\\u2069\\u061C\\u200E\\u200F]");

    @Test
    void shouldEscapeTheCharactersThatHarmATerminalAndNoOthers() throws IOException {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            String text = "a" + (char) c + "b" + (char) c;
            StringWriter out = new StringWriter();
            try (PrintableWriter writer = new PrintableWriter(out)) {
                writer.write(text);
            }

            String shown = HARMFUL.matcher(Character.toString(c)).matches()
                    ? String.format(Locale.ROOT, "a\\u%04xb\\u%04x", c, c)
                    : text;
            assertEquals(shown, out.toString());
        }
    }
}
