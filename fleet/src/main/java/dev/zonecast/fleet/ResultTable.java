package dev.zonecast.fleet;

import dev.zonecast.cli.TextTable;
import dev.zonecast.cli.Units;
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
    /**
     * The rows of a query.
     *
     * @param limit 0 or less: none
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
        return limit <= 0 || rows.size() <= limit
                ? this
                : new ResultTable(names, rows.subList(0, limit), more + rows.size() - limit);
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
    void print(PrintWriter out) {
        TextTable table = new TextTable(names.toArray(String[]::new));
        for (int i = 0; i < names.size(); i++) {
            int column = i;
            table.align(i, rows.stream().noneMatch(row -> row.get(column) instanceof Number));
        }
        for (List<Object> row : rows) {
            String[] cells = new String[names.size()];
            Arrays.setAll(cells, i -> cell(names.get(i), row.get(i)));
            table.row(cells);
        }
        table.print(out);
        if (more > 0) {
            out.println("... and " + more + " more (--limit 0 shows all)");
        }
    }

    private static String cell(String name, Object value) {
        return switch (value) {
            case null -> "-";
            case Double number when Double.isNaN(number) -> "-";
            case Number number when name.endsWith("_ns") -> Units.duration(number.doubleValue());
            case Double number when name.startsWith("change") -> Units.percent(number);
            case Double number -> String.format(Locale.ROOT, "%.4g", number);
            default -> value.toString();
        };
    }
}
