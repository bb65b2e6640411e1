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

    PrintableWriter(Writer out) {
        super(out);
    }

    /** A text of one line: the escapes of this class, and spaces for line feeds, tabs and carriage returns. */
    static String oneLine(String text) {
        return WHITE_SPACE.matcher(escaped(text)).replaceAll(" ");
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        int rest = 0;
        for (int i = 0; i < text.length(); i++) {
            if (isHarmful(text.charAt(i))) {
                escaped.append(text, rest, i).append(String.format(Locale.ROOT, "\\u%04x", (int) text.charAt(i)));
                rest = i + 1;
            }
        }
        return rest == 0 ? text : escaped.append(text, rest, text.length()).toString();
    }

    /** Unicode's controls (C0, DEL, C1), line and paragraph separators, and the marks of UAX 9 that change the direction. */
    private static boolean isHarmful(char c) {
        return switch (c) {
            case '\n', '\t', '\r' -> false;
            case 0x061C, 0x200E, 0x200F -> true;
            default -> Character.isISOControl(c) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        };
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
