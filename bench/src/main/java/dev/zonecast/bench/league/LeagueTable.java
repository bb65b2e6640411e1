package dev.zonecast.bench.league;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Medians of all rounds, one row a peer. */
final class LeagueTable {
    /** A row. Without figures there is the reason why. */
    record Row(Peer peer, Figures figures, String problem) {}

    private final Map<Peer, List<Figures>> measured = new EnumMap<>(Peer.class);
    private final Map<Peer, String> problems = new EnumMap<>(Peer.class);

    void add(Peer peer, Figures figures) {
        measured.computeIfAbsent(peer, each -> new ArrayList<>()).add(figures);
    }

    void fail(Peer peer, String reason) {
        problems.put(peer, reason);
    }

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Peer peer : Peer.values()) {
            List<Figures> rounds = measured.get(peer);
            rows.add(new Row(peer, rounds == null ? null : middle(rounds), problems.getOrDefault(peer, "")));
        }
        return rows;
    }

    /** Losses and zones are those of all rounds together. */
    private static Figures middle(List<Figures> rounds) {
        long lost = rounds.stream().mapToLong(Figures::lost).sum();
        return new Figures(
                median(rounds, Figures::nanos),
                median(rounds, Figures::tailNanos),
                median(rounds, Figures::heapBytes),
                median(rounds, Figures::fileBytes),
                rounds.getFirst().lost() < 0 ? Contestant.UNKNOWN : lost,
                rounds.stream().mapToLong(Figures::zones).sum());
    }

    private static double median(List<Figures> rounds, ToDoubleFunction<Figures> part) {
        return LeagueRun.median(rounds.stream().mapToDouble(part).toArray());
    }

    /** Times two readings of {@link System#nanoTime}: comparable between machines. NaN without them. */
    double ratio(Figures figures) {
        List<Figures> reads = measured.get(Peer.NANO_TIME);
        return reads == null ? Double.NaN : figures.nanos() / median(reads, Figures::nanos);
    }

    /** The table in Markdown. */
    String markdown() {
        StringBuilder text = new StringBuilder("""
                | what | ns a zone | times two nanoTime | p99.99 of one call, ns | bytes on the heap | bytes in the file | lost |
                |---|---:|---:|---:|---:|---:|---:|
                """);
        for (Row row : rows()) {
            Figures figures = row.figures();
            if (figures == null) {
                text.append("| ")
                        .append(row.peer().title)
                        .append(" | left out: ")
                        .append(row.problem())
                        .append(" ||||||\n");
                continue;
            }
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.2f | %.0f | %.0f | %s | %s |%n",
                    row.peer().title,
                    figures.nanos(),
                    ratio(figures),
                    figures.tailNanos(),
                    figures.heapBytes(),
                    figures.fileBytes() < 0 ? "no file" : String.format(Locale.ROOT, "%.1f", figures.fileBytes()),
                    lost(row.peer(), figures)));
        }
        text.append('\n');
        for (Peer peer : Peer.values()) {
            text.append("- ").append(peer.title).append(": ").append(peer.how).append('\n');
        }
        return text.toString();
    }

    static String lost(Peer peer, Figures figures) {
        if (peer == Peer.NANO_TIME || peer == Peer.COUNTER) {
            return "records nothing";
        }
        return figures.lost() < 0
                ? "not counted"
                : figures.lost() == 0
                        ? "0"
                        : String.format(Locale.ROOT, "%.2f %%", 100.0 * figures.lost() / figures.zones());
    }

    /** The figures for programs. Empty cells do not exist. */
    String csv() {
        StringBuilder text =
                new StringBuilder("peer,nanos,ratio,p9999_nanos,heap_bytes,file_bytes,lost,zones,problem\n");
        for (Row row : rows()) {
            Figures figures = row.figures();
            text.append(row.peer().name().toLowerCase(Locale.ROOT));
            text.append(
                    figures == null
                            ? ",,,,,,,,\"" + row.problem().replace('"', '\'') + "\""
                            : String.format(
                                    Locale.ROOT,
                                    ",%.3f,%.3f,%.0f,%.0f,%s,%s,%d,",
                                    figures.nanos(),
                                    ratio(figures),
                                    figures.tailNanos(),
                                    figures.heapBytes(),
                                    figures.fileBytes() < 0
                                            ? ""
                                            : String.format(Locale.ROOT, "%.2f", figures.fileBytes()),
                                    figures.lost() < 0 ? "" : figures.lost(),
                                    figures.zones()));
            text.append('\n');
        }
        return text.toString();
    }
}
