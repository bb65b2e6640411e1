package dev.zonecast.capture.convert;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what Tracy's {@code tracy-csvexport} writes, as far as it tells single things: {@code -u} each zone, {@code -u -p} values of
 * plots too, {@code -g} zones of the GPU, {@code -m} messages. It quotes nothing: a name with a comma is told by the numbers that
 * follow.
 */
public final class TracyCsv {
    private static final String ZONES = "name,src_file,src_line,ns_since_start,exec_time_ns,thread,value";
    private static final String GPU = "name,src_file,Time from start of program,GPU execution time";
    private static final String MESSAGES = "MessageName,total_ns";
    private static final String STATISTICS = "name,src_file,src_line,total_ns,";

    private static final Pattern ZONE =
            Pattern.compile("(.*?),([^,]*),(\\d+),(\\d+),(\\d+),(\\d+),(.*)", Pattern.DOTALL);
    private static final Pattern PLOT = Pattern.compile("(.*),,,(\\d+),,,(-?[0-9.e+-]+)");
    private static final Pattern GPU_ZONE = Pattern.compile("(.*),([^,]*),(\\d+),(\\d+)");
    private static final Pattern MESSAGE = Pattern.compile("(.*),(\\d+)");

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
        trace.tracks.nameProcess("1", "Tracy");
        String following = next();
        while (following != null) {
            StringBuilder row = new StringBuilder(following);
            following = next();
            // A zone's text may have several lines, and nothing says where it ends.
            while (heading.equals(ZONES) && following != null && !isZoneOrPlot(following)) {
                if (row.length() < MAX_ROW_CHARS) {
                    row.append('\n').append(following);
                }
                following = next();
            }
            if (!add(heading, row.toString())) {
                unknown(row);
            }
        }
    }

    private boolean add(String heading, String row) throws ImportException {
        return switch (heading) {
            case ZONES -> plot(row) || zone(row);
            case GPU -> gpuZone(row);
            case MESSAGES -> message(row);
            default -> throw new ImportException("line 1 is no heading of tracy-csvexport's", null);
        };
    }

    private static boolean isZoneOrPlot(String row) {
        return ZONE.matcher(row).matches() || PLOT.matcher(row).matches();
    }

    private String next() throws IOException {
        line++;
        return in.readLine();
    }

    private void unknown(StringBuilder row) throws ImportException {
        if (trace.eventCount() == 0) {
            throw new ImportException("line " + (line - 1) + " is not what the heading says: " + row, null);
        }
        trace.skip();
    }

    private boolean zone(String row) {
        Matcher fields = ZONE.matcher(row);
        if (!fields.matches()) {
            return false;
        }
        trace.arguments.clear();
        trace.arguments.add("loc", fields.group(2) + ":" + fields.group(3));
        if (!fields.group(7).isEmpty()) {
            trace.arguments.add("text", fields.group(7));
        }
        add(ImportedEvents.COMPLETE, fields.group(6), fields.group(4), fields.group(5), fields.group(1), "zone");
        return true;
    }

    private boolean plot(String row) {
        Matcher fields = PLOT.matcher(row);
        if (!fields.matches()) {
            return false;
        }
        trace.arguments.clear();
        try {
            trace.arguments.add(fields.group(1), Double.parseDouble(fields.group(3)));
        } catch (NumberFormatException e) {
            return false;
        }
        add(ImportedEvents.COUNTER, "0", fields.group(2), "0", "plot", "plot");
        return true;
    }

    private boolean gpuZone(String row) {
        Matcher fields = GPU_ZONE.matcher(row);
        if (!fields.matches()) {
            return false;
        }
        trace.arguments.clear();
        trace.arguments.add("loc", fields.group(2) + ":0");
        add(ImportedEvents.COMPLETE, "GPU", fields.group(3), fields.group(4), fields.group(1), "gpu");
        return true;
    }

    private boolean message(String row) {
        Matcher fields = MESSAGE.matcher(row);
        if (!fields.matches()) {
            return false;
        }
        trace.arguments.clear();
        add(ImportedEvents.INSTANT, "messages", fields.group(2), "0", fields.group(1), "message");
        return true;
    }

    private void add(byte kind, String thread, String nanos, String length, String name, String category) {
        try {
            ImportTracks.Track track = trace.tracks.track("1", thread);
            trace.events.add(
                    kind,
                    track.index(),
                    Long.parseLong(nanos),
                    Long.parseLong(length),
                    trace.out.name(name),
                    trace.out.name(category),
                    trace.arguments);
        } catch (NumberFormatException e) {
            trace.skip();
        }
    }
}
