package dev.zonecast.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns of text; the first is flush left, the others right, but for those that are said to be left. */
public final class TextTable {
    private static final int MAX_TEXT = 48;
    private static final int MAX_LAST_TEXT = 120;
    private static final int LEAST_FIRST = 12;
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();
    private final boolean[] left;

    public TextTable(String... headings) {
        rows.add(headings);
        left = new boolean[headings.length];
        left[0] = true;
    }

    TextTable left(int column) {
        return align(column, true);
    }

    /** Sets a column flush left or right. */
    public TextTable align(int column, boolean isLeft) {
        left[column] = isLeft;
        return this;
    }

    public void row(String... cells) {
        rows.add(cells);
    }

    public void print(PrintWriter out) {
        print(out, Integer.MAX_VALUE);
    }

    /** Prints lines of at most that width: the first column gives way, then the ends of lines are cut. */
    void print(PrintWriter out, int lineWidth) {
        int[] widths = new int[left.length];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                row[i] = TextWidth.cut(
                        PrintableWriter.oneLine(row[i]), i == widths.length - 1 ? MAX_LAST_TEXT : MAX_TEXT);
                widths[i] = Math.max(widths[i], TextWidth.of(row[i]));
            }
        }
        int all = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1);
        if (all > lineWidth) {
            widths[0] = Math.max(LEAST_FIRST, widths[0] - (all - lineWidth));
        }
        for (String[] row : rows) {
            row[0] = TextWidth.cut(row[0], widths[0]);
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - TextWidth.of(row[i]));
                line.append(i == 0 ? "" : GAP).append(left[i] ? row[i] + padding : padding + row[i]);
            }
            out.println(TextWidth.cut(line.toString().stripTrailing(), lineWidth));
        }
    }
}
