package dev.zonecast.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Columns of text; the first is flush left, the others right, but for those that are said to be left. */
final class TextTable {
    private static final int MAX_TEXT = 48;
    private static final int MAX_LAST_TEXT = 120;

    private final List<String[]> rows = new ArrayList<>();
    private final boolean[] left;

    TextTable(String... headings) {
        rows.add(headings);
        left = new boolean[headings.length];
        left[0] = true;
    }

    TextTable left(int column) {
        left[column] = true;
        return this;
    }

    void row(String... cells) {
        rows.add(cells);
    }

    void print(PrintWriter out) {
        int[] widths = new int[left.length];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                row[i] = shortened(row[i], i == widths.length - 1 ? MAX_LAST_TEXT : MAX_TEXT);
                widths[i] = Math.max(widths[i], width(row[i]));
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - width(row[i]));
                line.append(i == 0 ? "" : "  ").append(left[i] ? row[i] + padding : padding + row[i]);
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String shortened(String text, int most) {
        String line = PrintableWriter.oneLine(text);
        if (width(line) <= most) {
            return line;
        }
        return line.substring(0, line.offsetByCodePoints(0, most - 1)) + "\u2026";
    }
}
