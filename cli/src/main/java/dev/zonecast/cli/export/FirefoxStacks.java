package dev.zonecast.cli.export;

import dev.zonecast.cli.export.FirefoxTables.CategoryPlace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import tools.jackson.core.JsonGenerator;

/**
 * Functions, frames and stacks of a Firefox profile, each once. Methods have no category of their own, so that they have that of the
 * label below them; those below all labels have {@link FirefoxTables#JAVA}.
 */
final class FirefoxStacks {
    /** In place of a stack: no frame at all. */
    static final int NONE = -1;

    private static final int UNKNOWN = -1;

    /** @param source {@link #UNKNOWN} if the file is not known */
    private record Function(int name, int source, int line) {}

    /** @param category null: that of the frame below */
    private record Frame(int function, int line, CategoryPlace category) {}

    private static final CategoryPlace JAVA = new CategoryPlace(FirefoxTables.JAVA, 0);

    private final ToIntFunction<String> strings;
    private final Map<String, Integer> sources = new LinkedHashMap<>();
    private final Map<Function, Integer> functions = new LinkedHashMap<>();
    private final Map<Frame, Integer> frames = new LinkedHashMap<>();
    /** Numbers by the stack below, in the upper half of the key, and the frame on top. */
    private final Map<Long, Integer> stacks = new LinkedHashMap<>();

    /** @param strings index of a string */
    FirefoxStacks(ToIntFunction<String> strings) {
        this.strings = strings;
    }

    private int function(String name, String file, int line) {
        int source = file.isEmpty() ? UNKNOWN : sources.computeIfAbsent(file, f -> sources.size());
        Function function = new Function(strings.applyAsInt(name), source, line);
        return functions.computeIfAbsent(function, f -> functions.size());
    }

    private int frame(int function, int line, CategoryPlace category) {
        return frames.computeIfAbsent(new Frame(function, line, category), f -> frames.size());
    }

    /** The frame of something that is no method: a zone, a state. */
    int label(String name, String file, int line, CategoryPlace category) {
        return frame(function(name, file, line), line, category);
    }

    /** The stack with a method on top of another one. Calls on several lines are one function. */
    int method(int below, String name, String file, int line) {
        return on(below, frame(function(name, file, 0), line, below == NONE ? JAVA : null));
    }

    /** The stack with a frame on top of another one. */
    int on(int below, int frame) {
        return stacks.computeIfAbsent((long) below << Integer.SIZE | frame, key -> stacks.size());
    }

    /** Writes the number of a stack; null for {@link #NONE}. */
    static void number(JsonGenerator json, int stack) {
        if (stack == NONE) {
            json.writeNull();
        } else {
            json.writeNumber(stack);
        }
    }

    void write(JsonGenerator json) {
        json.writeName("stackTable").writeStartObject();
        List<Long> keys = new ArrayList<>(stacks.keySet());
        JsonColumns columns = new JsonColumns(json, keys.size());
        columns.numbers("frame", i -> (int) (long) keys.get(i));
        columns.numbers("prefixOffset", i -> keys.get(i) < 0 ? 0 : i - (keys.get(i) >> Integer.SIZE));
        columns.end();
        frames(json);
        functions(json);
        List<String> files = new ArrayList<>(sources.keySet());
        json.writeName("sources").writeStartObject();
        columns = new JsonColumns(json, files.size());
        columns.nulls("id");
        columns.numbers("filename", i -> strings.applyAsInt(files.get(i)));
        columns.numbers("startLine", i -> 1);
        columns.numbers("startColumn", i -> 1);
        columns.nulls("sourceMapURL");
        columns.nulls("content");
        columns.end();
        empty(json, "resourceTable", "name", "host", "type");
        empty(json, "nativeSymbols", "libIndex", "address", "name", "functionSize");
        empty(json, "sourceLocationTable", "source", "line", "column");
    }

    private void frames(JsonGenerator json) {
        List<Frame> all = new ArrayList<>(frames.keySet());
        json.writeName("frameTable").writeStartObject();
        JsonColumns columns = new JsonColumns(json, all.size());
        columns.numbers("address", i -> -1);
        columns.numbers("lib", i -> -1);
        columns.numbers("inlineDepth", i -> 0);
        columns.orNull(
                "category",
                i -> all.get(i).category != null,
                i -> all.get(i).category.category());
        columns.orNull(
                "subcategory",
                i -> all.get(i).category != null,
                i -> all.get(i).category.subcategory());
        columns.numbers("func", i -> all.get(i).function);
        columns.nulls("nativeSymbol");
        columns.nulls("innerWindowID");
        columns.orNull("line", i -> all.get(i).line > 0, i -> all.get(i).line);
        columns.nulls("column");
        columns.nulls("originalLocation");
        columns.end();
    }

    private void functions(JsonGenerator json) {
        List<Function> all = new ArrayList<>(functions.keySet());
        json.writeName("funcTable").writeStartObject();
        JsonColumns columns = new JsonColumns(json, all.size());
        columns.numbers("name", i -> all.get(i).name);
        columns.booleans("isJS");
        columns.booleans("relevantForJS");
        columns.numbers("resource", i -> -1);
        columns.orNull("source", i -> all.get(i).source != UNKNOWN, i -> all.get(i).source);
        columns.orNull("lineNumber", i -> all.get(i).line > 0, i -> all.get(i).line);
        columns.nulls("columnNumber");
        columns.nulls("originalLocation");
        columns.end();
    }

    private static void empty(JsonGenerator json, String table, String... names) {
        json.writeName(table).writeStartObject();
        JsonColumns columns = new JsonColumns(json, 0);
        for (String name : names) {
            columns.nulls(name);
        }
        columns.end();
    }
}
