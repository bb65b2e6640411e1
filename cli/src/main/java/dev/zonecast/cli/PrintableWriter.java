package dev.zonecast.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Writes control and bidirectional characters as {@code \\uXXXX}, so that a name in a recording cannot move the cursor, colour the
 * screen or reverse a line of the terminal. The escape is valid inside of JSON strings, the only place of JSON where such
 * characters can stand. Line feeds, tabs and carriage returns pass: {@link TextTable} replaces those of names.
 */
final class PrintableWriter extends FilterWriter {
    private static final Pattern WHITE_SPACE = Pattern.compile("[\n\t\r]");

    /** Unicode's controls (C0, DEL, C1), line and paragraph separators, and the marks of UAX 9 that change the direction. */
    private static final Pattern HARMFUL =
            Pattern.compile("[\\p{Cc}&&[^\n\t\r]]|[\\u2028-\\u202E\\u2066-\\u2069\\u061C\\u200E\\u200F]");

    PrintableWriter(Writer out) {
        super(out);
    }

    /** A text of one line: the escapes of this class, and spaces for line feeds, tabs and carriage returns. */
    static String oneLine(String text) {
        return WHITE_SPACE.matcher(escaped(text)).replaceAll(" ");
    }

    private static String escaped(String text) {
        return HARMFUL.matcher(text)
                .replaceAll(found -> String.format(
                        Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
    }

    @Override
    public void write(int c) throws IOException {
        out.write(escaped(Character.toString((char) c)));
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        write(new String(text, from, length), 0, length);
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        out.write(escaped(text.substring(from, from + length)));
    }
}
