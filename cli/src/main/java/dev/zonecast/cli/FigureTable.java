package dev.zonecast.cli;

import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.compare.Metric;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import tools.jackson.core.JsonGenerator;

/** A table of figures, declared once: its columns for people, its properties for programs. */
final class FigureTable<T> {
    private record Column<T>(String heading, boolean left, Function<? super T, String> text) {}

    private final String name;
    private final List<T> rows;
    private final List<Column<T>> columns = new ArrayList<>();
    private final List<BiConsumer<JsonGenerator, ? super T>> properties = new ArrayList<>();

    /** @param name of the array of the rows, for programs */
    FigureTable(String name, Collection<? extends T> rows) {
        this.name = name;
        this.rows = List.copyOf(rows);
    }

    /** A column for people: text, flush left. */
    FigureTable<T> left(String heading, Function<? super T, String> text) {
        columns.add(new Column<>(heading, true, text));
        return this;
    }

    /** A column for people: figures, flush right. */
    FigureTable<T> right(String heading, Function<? super T, String> text) {
        columns.add(new Column<>(heading, false, text));
        return this;
    }

    /** Properties for programs. */
    FigureTable<T> json(BiConsumer<JsonGenerator, ? super T> writer) {
        properties.add(writer);
        return this;
    }

    FigureTable<T> text(String heading, String name, Function<? super T, String> value) {
        return left(heading, value).json((json, row) -> json.writeStringProperty(name, value.apply(row)));
    }

    FigureTable<T> number(String name, ToLongFunction<? super T> value) {
        return json((json, row) -> json.writeNumberProperty(name, value.applyAsLong(row)));
    }

    private FigureTable<T> number(
            String heading, String name, ToLongFunction<? super T> value, LongFunction<String> text) {
        return right(heading, row -> text.apply(value.applyAsLong(row))).number(name, value);
    }

    FigureTable<T> count(String heading, String name, ToLongFunction<? super T> value) {
        return number(heading, name, value, Units::count);
    }

    /** A count that is blank for people where it is 0. */
    FigureTable<T> countIfAny(String heading, String name, ToLongFunction<? super T> value) {
        return number(heading, name, value, count -> count == 0 ? "" : Units.count(count));
    }

    FigureTable<T> bytes(String heading, String name, ToLongFunction<? super T> value) {
        return number(heading, name, value, Units::bytes);
    }

    FigureTable<T> duration(String heading, String name, ToLongFunction<? super T> value) {
        return number(heading, name, value, Units::duration);
    }

    /** A number that JSON has as null if it is not finite. */
    FigureTable<T> decimal(
            String heading, String name, ToDoubleFunction<? super T> value, Function<? super T, String> text) {
        return right(heading, text).json((json, row) -> JsonParts.number(json, name, value.applyAsDouble(row)));
    }

    /** Columns of a distribution of durations, under their names. Those of no distribution (null) are blank. */
    FigureTable<T> spread(Function<? super T, Distribution> values, String... names) {
        for (String name : names) {
            right(name, row -> {
                Distribution of = values.apply(row);
                return of == null ? "" : Units.duration(figure(name, of));
            });
        }
        return this;
    }

    private static double figure(String name, Distribution of) {
        return name.equals("std")
                ? of.standardDeviation()
                : Metric.valueOf(name.toUpperCase(Locale.ROOT)).of(of);
    }

    /** An object with all figures of a distribution. */
    FigureTable<T> distribution(String name, Function<? super T, Distribution> values) {
        return json((json, row) -> JsonParts.object(json, name, () -> {
            json.writeNumberProperty("sum", values.apply(row).sum());
            JsonParts.spread(json, values.apply(row));
        }));
    }

    /** Prints the first rows below a blank line; a limit of 0 is none. Prints nothing if there is no row. */
    void print(int limit, PrintWriter out) {
        if (!rows.isEmpty()) {
            out.println();
            printBelow(limit, out);
        }
    }

    /** As {@link #print}, below the line that was printed last; without rows the headings alone. */
    void printBelow(int limit, PrintWriter out) {
        TextTable table =
                new TextTable(columns.stream().map(column -> column.heading).toArray(String[]::new));
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).left) {
                table.left(i);
            }
        }
        int shown = limit <= 0 ? rows.size() : Math.min(limit, rows.size());
        for (T row : rows.subList(0, shown)) {
            table.row(columns.stream().map(column -> column.text.apply(row)).toArray(String[]::new));
        }
        table.print(out);
        if (shown < rows.size()) {
            out.println("... and " + (rows.size() - shown) + " more (--limit 0 shows all)");
        }
    }

    /** Writes a property that is an array with an object for each row. */
    void write(JsonGenerator json) {
        JsonParts.objects(json, name, rows, row -> properties.forEach(property -> property.accept(json, row)));
    }
}
