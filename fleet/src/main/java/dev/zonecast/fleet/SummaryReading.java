package dev.zonecast.fleet;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.TraceFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Reads a summary that the option {@code zonecast.session} wrote. docs/reference/fleet.md describes the format. For one thread. */
final class SummaryReading {
    private static final String FIRST_LINE = "zonecast-session\t1";
    private static final String LAST_LINE = "end";
    private static final int MAX_ZONES = 100_000;
    private static final int ZONE_FIELDS = 9;

    /** A zone each microsecond for twelve days. */
    private static final long MAX_COUNT = 1L << 40;

    private final SourceFile file;
    private final SessionFacts.Builder facts = new SessionFacts.Builder();
    private final List<SessionFigures.Zones> zones = new ArrayList<>();
    private long id;
    private LocalDate day;
    private long durationNanos;
    private long lost;

    SummaryReading(SourceFile file, Map<String, String> stated) {
        this.file = file;
        stated.forEach(facts::set);
        id = file.id("");
    }

    /**
     * Reads the summary.
     *
     * @throws IOException if it is damaged or cannot be read
     */
    SessionFigures session() throws IOException {
        try (InputStream in = TraceFile.open(file.path());
                BufferedReader lines = new BufferedReader(new InputStreamReader(
                        in,
                        StandardCharsets.UTF_8
                                .newDecoder()
                                .onMalformedInput(CodingErrorAction.REPORT)
                                .onUnmappableCharacter(CodingErrorAction.REPORT)))) {
            String first = lines.readLine();
            if (!FIRST_LINE.equals(first)) {
                throw new FleetException(
                        first != null && first.startsWith("zonecast-session\t")
                                ? "a summary of a newer version"
                                : "not a summary of a session");
            }
            String line = lines.readLine();
            while (line != null && !line.equals(LAST_LINE)) {
                take(line.split("\t", -1));
                line = lines.readLine();
            }
            if (line == null) {
                throw new FleetException("a summary without an end");
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException | DateTimeParseException e) {
            throw new FleetException("a damaged summary: " + e.getMessage(), e);
        }
        // Of a day beyond the range of milliseconds it is the bound of that range.
        boolean isClockOff = day == null || !file.isPlausible(TimeUnit.DAYS.toMillis(day.toEpochDay()));
        return new SessionFigures(
                id,
                "summary",
                facts.build(),
                isClockOff ? file.day(null) : day.toString(),
                null,
                durationNanos,
                lost,
                false,
                isClockOff,
                zones,
                List.of(),
                List.of(),
                List.of());
    }

    /** A line of an unknown word belongs to a later version. */
    private void take(String... fields) throws IOException {
        switch (fields[0]) {
            case "id" -> id = Long.parseUnsignedLong(fields[1], 16);
            case "day" -> day = LocalDate.parse(fields[1]);
            case "duration" -> durationNanos = count(fields[1]);
            case "lost" -> lost = count(fields[1]);
            case "fact" -> facts.set(fields[1], text(fields[2]));
            case "zone" -> {
                if (fields.length != ZONE_FIELDS || zones.size() == MAX_ZONES) {
                    throw new FleetException("a damaged summary: a zone of " + fields.length + " fields");
                }
                zones.add(new SessionFigures.Zones(
                        fields[1], text(fields[2]), null, null, null, count(fields[4]), sketch(fields)));
            }
            default -> {
                // Of a later version.
            }
        }
    }

    private static SessionFigures.Sketch sketch(String... fields) throws FleetException {
        String[] parts = fields[8].split(" ", -1);
        int[] bins = new int[parts.length];
        long[] counts = new long[parts.length];
        long all = 0;
        for (int i = 0; i < parts.length; i++) {
            int colon = parts[i].indexOf(':');
            bins[i] = Integer.parseInt(parts[i], 0, Math.max(0, colon), 10);
            counts[i] = count(parts[i].substring(colon + 1));
            all += counts[i];
            if (bins[i] < 0 || bins[i] >= Distribution.MAX_BINS || (i > 0 && bins[i] <= bins[i - 1])) {
                throw new FleetException("a damaged summary: bin " + bins[i]);
            }
        }
        long count = count(fields[3]);
        if (all != count) {
            throw new FleetException("a damaged summary: bins of " + all + " values for " + count + " zones");
        }
        SessionFigures.Sketch sketch =
                new SessionFigures.Sketch(count, count(fields[5]), count(fields[6]), count(fields[7]), bins, counts);
        if (!isPossible(sketch)) {
            throw new FleetException("a damaged summary: " + count + " zones of " + sketch.minNanos() + " to "
                    + sketch.maxNanos() + " ns that take " + sketch.totalNanos() + " ns");
        }
        return sketch;
    }

    private static boolean isPossible(SessionFigures.Sketch sketch) {
        long count = sketch.count();
        long max = sketch.maxNanos();
        return count <= MAX_COUNT
                && sketch.minNanos() <= max
                && sketch.totalNanos() >= max
                && Math.ceilDiv(sketch.totalNanos(), Math.max(1, count)) <= max;
    }

    private static long count(String text) throws FleetException {
        long count = Long.parseLong(text);
        if (count < 0) {
            throw new FleetException("a damaged summary: a count of " + count);
        }
        return count;
    }

    /** Without the escapes of tab, line feed and backslash. */
    private static String text(String field) {
        StringBuilder text = new StringBuilder(field.length());
        for (int i = 0; i < field.length(); i++) {
            char next = field.charAt(i);
            if (next == '\\' && i + 1 < field.length()) {
                i++;
                next = field.charAt(i) == 't' ? '\t' : field.charAt(i) == 'n' ? '\n' : field.charAt(i);
            }
            text.append(next);
        }
        return text.toString();
    }
}
