package dev.zonecast.cli.export;

/**
 * Writes a text as a cell of CSV. A text with a comma, a quote or a line end is quoted by RFC 4180. A text that a spreadsheet would
 * run as a formula, because it begins with {@code = + - @} or with a tab or a carriage return, gets an apostrophe in front.
 */
public final class CsvCell {
    private static final String FORMULA_BEGINS = "=+-@\t\r";

    private CsvCell() {}

    /** Appends the cell, without a comma. */
    public static void append(String text, StringBuilder line) {
        boolean formula = !text.isEmpty() && FORMULA_BEGINS.indexOf(text.charAt(0)) >= 0;
        String cell = formula ? "'" + text : text;
        if (isPlain(cell)) {
            line.append(cell);
        } else {
            line.append('"').append(cell.replace("\"", "\"\"")).append('"');
        }
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                return false;
            }
        }
        return true;
    }
}
