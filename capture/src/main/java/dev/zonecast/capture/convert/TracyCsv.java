package dev.zonecast.capture.convert;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the output of Tracy's {@code tracy-csvexport} with a row for each event: {@code -u} zones, {@code -u -p} also values of plots,
 * {@code -g} zones of the GPU, {@code -m} messages. It quotes nothing: a name with commas ends where numbers follow.
 */
public final class TracyCsv {
    private static final String MESSAGES = "MessageName,total_ns";
    private static final String STATISTICS = "name,src_file,src_line,total_ns,";

    /** A kind of row, with the thread that it has if it names none. */
    private record Form(ImportedEvent.Kind kind, String category, String thread, Pattern row) {
        private static Form of(ImportedEvent.Kind kind, String category, String thread, String row) {
            return new Form(kind, category, thread, Pattern.compile(row, Pattern.DOTALL));
        }
    }

    private static final Form PLOT = Form.of(
            ImportedEvent.Kind.COUNTER, "plot", "0", "(?<plot>[^\n]*),,,(?<nanos>\\d+),,,(?<value>-?[0-9.e+-]+)");

    private static final Form ZONE = Form.of(ImportedEvent.Kind.COMPLETE, "zone", "", """
            (?<name>.*?),(?<file>[^,]*),(?<line>\\d+),(?<nanos>\\d+),(?<length>\\d+),(?<thread>\\d+),(?<text>.*)""");

    private static final Form GPU_ZONE = Form.of(
            ImportedEvent.Kind.COMPLETE, "gpu", "GPU", "(?<name>.*),(?<file>[^,]*),(?<nanos>\\d+),(?<length>\\d+)");

    private static final Form MESSAGE =
            Form.of(ImportedEvent.Kind.INSTANT, "message", "messages", "(?<name>.*),(?<nanos>\\d+)");

    private static final Map<String, List<Form>> FORMS = Map.of(
            "name,src_file,src_line,ns_since_start,exec_time_ns,thread,value",
            List.of(PLOT, ZONE),
            "name,src_file,Time from start of program,GPU execution time",
            List.of(GPU_ZONE),
            MESSAGES,
            List.of(MESSAGE));

    private static final int MAX_ROW_CHARS = 64 << 10;

    private final ImportedTrace trace;
    private final BufferedReader in;
    private long line = 1;

    private TracyCsv(ImportedTrace trace, BufferedReader in) {
        this.trace = trace;
        this.in = in;
    }

    /** True if a file that begins like this is one of those tables. */
    public static boolean isTable(String beginning) {
        return beginning.startsWith("name,src_file,") || beginning.startsWith(MESSAGES);
    }

    /**
     * Reads a table.
     *
     * @throws ImportException if it is another one, with the line
     */
    public static void read(InputStream in, ImportedTrace trace) throws IOException {
        new TracyCsv(trace, new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))).table();
    }

    private void table() throws IOException {
        String heading = in.readLine();
        if (heading == null) {
            throw new ImportException("an empty file", null);
        }
        if (heading.startsWith(STATISTICS)) {
            throw new ImportException(
                    "sums over all zones of a place, which are no trace: tracy-csvexport -u tells of each zone", null);
        }
        List<Form> forms = FORMS.get(heading);
        if (forms == null) {
            throw new ImportException("line 1 is not a heading of tracy-csvexport", null);
        }
        trace.tracks.nameProcess("1", "Tracy");
        String following = next();
        while (following != null) {
            StringBuilder row = new StringBuilder(following);
            following = next();
            // A zone's text may have several lines without a mark for its end.
            while (forms.size() > 1 && following != null && !isRow(forms, following)) {
                if (row.length() < MAX_ROW_CHARS) {
                    row.append('\n').append(following);
                }
                following = next();
            }
            if (forms.stream().noneMatch(form -> add(form, row))) {
                unknown(row);
            }
        }
    }

    private static boolean isRow(List<Form> forms, String line) {
        return forms.stream().anyMatch(form -> form.row.matcher(line).matches());
    }

    private String next() throws IOException {
        line++;
        return in.readLine();
    }

    private void unknown(StringBuilder row) throws ImportException {
        if (trace.eventCount() == 0) {
            throw new ImportException("line " + (line - 1) + " does not match the heading: " + row, null);
        }
        trace.skip();
    }

    /** False if the row is of another form. */
    private boolean add(Form form, CharSequence row) {
        Matcher fields = form.row.matcher(row);
        if (!fields.matches()) {
            return false;
        }
        ArgumentBuffer arguments = trace.arguments;
        arguments.clear();
        try {
            String file = field(fields, "file", null);
            if (file != null) {
                arguments.add("loc", file + ":" + field(fields, "line", "0"));
            }
            String text = field(fields, "text", "");
            if (!text.isEmpty()) {
                arguments.add("text", text);
            }
            String plot = field(fields, "plot", null);
            if (plot != null) {
                arguments.add(plot, Double.parseDouble(fields.group("value")));
            }
            trace.add(
                    form.kind,
                    trace.tracks.track("1", field(fields, "thread", form.thread)),
                    Long.parseLong(fields.group("nanos")),
                    Long.parseLong(field(fields, "length", "0")),
                    field(fields, "name", form.category),
                    form.category);
        } catch (NumberFormatException e) {
            trace.skip();
        }
        return true;
    }

    private static String field(Matcher fields, String name, String absent) {
        return fields.namedGroups().containsKey(name) ? fields.group(name) : absent;
    }
}
