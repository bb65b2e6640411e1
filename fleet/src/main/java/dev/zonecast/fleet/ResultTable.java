package dev.zonecast.fleet;

import dev.zonecast.cli.export.ExportJson;
import java.io.PrintWriter;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/**
 * Rows with names of columns, for people and for programs. A column whose name ends in {@code _ns} has nanoseconds. People get them with
 * a unit.
 *
 * @param names of the columns
 * @param rows of values: numbers, texts, truth values, null
 * @param more rows that are left out
 */
record ResultTable(List<String> names, List<List<Object>> rows, long more) {
    private static final String[] UNITS = {"ns", "us", "ms", "s"};
    private static final int MAX_TEXT = 60;

    /**
     * The rows of a query.
     *
     * @param limit 0: none
     */
    static ResultTable of(ResultSet result, int limit) throws SQLException {
        ResultSetMetaData columns = result.getMetaData();
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnLabel(i));
        }
        List<List<Object>> rows = new ArrayList<>();
        long more = 0;
        while (result.next()) {
            if (limit > 0 && rows.size() == limit) {
                more++;
                continue;
            }
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= names.size(); i++) {
                Object value = result.getObject(i);
                row.add(value instanceof Array array ? Arrays.toString((Object[]) array.getArray()) : value);
            }
            rows.add(row);
        }
        return new ResultTable(names, rows, more);
    }

    /** An object with the array {@code rows}, each an object. */
    private void printJson(PrintWriter out) {
        try (JsonGenerator json = ExportJson.generator(out)) {
            json.writeStartObject();
            writeTo(json);
            json.writeEndObject();
        }
        out.println();
    }

    /** Two properties: {@code rows} and {@code more}. */
    void writeTo(JsonGenerator json) {
        json.writeName("rows").writeStartArray();
        for (List<Object> row : rows) {
            json.writeStartObject();
            for (int i = 0; i < names.size(); i++) {
                json.writeName(names.get(i));
                write(json, row.get(i));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberProperty("more", more);
    }

    /** The first rows. */
    ResultTable first(int limit) {
        return limit == 0 || rows.size() <= limit
                ? this
                : new ResultTable(names, rows.subList(0, limit), more + rows.size() - limit);
    }

    /** As text or as JSON. */
    void print(PrintWriter out, boolean isJson) {
        if (isJson) {
            printJson(out);
        } else {
            print(out);
        }
    }

    private static void write(JsonGenerator json, Object value) {
        switch (value) {
            case null -> json.writeNull();
            case Double number when !Double.isFinite(number) -> json.writeNull();
            case Double number -> json.writeNumber(number);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Boolean flag -> json.writeBoolean(flag);
            case Number number -> json.writeNumber(new java.math.BigDecimal(number.toString()));
            default -> json.writeString(value.toString());
        }
    }

    /** Columns of text: texts flush left, numbers flush right. */
    private void print(PrintWriter out) {
        List<List<String>> cells = new ArrayList<>();
        int[] widths = names.stream().mapToInt(String::length).toArray();
        boolean[] right = new boolean[widths.length];
        for (List<Object> row : rows) {
            List<String> line = new ArrayList<>();
            for (int i = 0; i < widths.length; i++) {
                String cell = cell(names.get(i), row.get(i));
                widths[i] = Math.max(widths[i], cell.length());
                right[i] |= row.get(i) instanceof Number;
                line.add(cell);
            }
            cells.add(line);
        }
        cells.addFirst(names);
        for (List<String> line : cells) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - line.get(i).length());
                text.append(right[i] ? padding + line.get(i) : line.get(i) + padding)
                        .append("  ");
            }
            out.println(text.toString().stripTrailing());
        }
        if (more > 0) {
            out.println("... and " + more + " more (--limit 0 shows all)");
        }
    }

    private static String cell(String name, Object value) {
        String text = switch (value) {
            case null -> "-";
            case Double number when Double.isNaN(number) -> "-";
            case Number number when name.endsWith("_ns") -> duration(number.doubleValue());
            case Double number when name.startsWith("change") -> String.format(Locale.ROOT, "%+.1f %%", number * 100);
            case Double number -> String.format(Locale.ROOT, "%.4g", number);
            default -> value.toString();
        };
        // The texts of a recording must not move the cursor.
        String printable =
                text.replaceAll("[\\p{Cntrl}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}]", "\uFFFD");
        return printable.length() <= MAX_TEXT ? printable : printable.substring(0, MAX_TEXT - 1) + "\u2026";
    }

    private static String duration(double nanos) {
        double value = nanos;
        int unit = 0;
        for (; Math.abs(value) >= 1000 && unit < UNITS.length - 1; unit++) {
            value /= 1000;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.3f %s", value, UNITS[unit]);
    }
}
