package dev.zonecast.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * Writes control and bidirectional characters as {@code \\uXXXX}, so that a name in a recording cannot move the cursor, colour the
 * screen or reverse a line of the terminal. The escape is valid inside of JSON strings, the only place of JSON where such
 * characters can stand. Line feeds, tabs and carriage returns pass: {@link TextTable} replaces those of names.
 */
final class PrintableWriter extends FilterWriter {
    PrintableWriter(Writer out) {
        super(out);
    }

    /** Unicode's controls (C0, DEL, C1), line and paragraph separators, and the marks of UAX 9 that change the direction. */
    static boolean isHarmful(char c) {
        boolean control = Character.isISOControl(c) && c != '\n' && c != '\t' && c != '\r';
        return control || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || isMark(c);
    }

    private static boolean isMark(char c) {
        return c == 0x061C || c == 0x200E || c == 0x200F;
    }

    /** A text of one line: the escapes of this class, and spaces for line feeds, tabs and carriage returns. */
    static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isHarmful(c)) {
                line.append(escape(c));
            } else {
                line.append(Character.isISOControl(c) ? ' ' : c);
            }
        }
        return line.toString();
    }

    private static String escape(int c) {
        return String.format("\\u%04x", c);
    }

    @Override
    public void write(int c) throws IOException {
        if (isHarmful((char) c)) {
            out.write(escape(c));
        } else {
            out.write(c);
        }
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        write(new String(text, from, length), 0, length);
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        int done = from;
        for (int i = from; i < from + length; i++) {
            if (isHarmful(text.charAt(i))) {
                out.write(text, done, i - done);
                write(text.charAt(i));
                done = i + 1;
            }
        }
        out.write(text, done, from + length - done);
    }
}
