package dev.zonecast.bench.league;

import java.util.List;
import java.util.Locale;

/** The table as bars, in SVG: text, so that it needs no fonts where it is made. */
final class LeaguePicture {
    private static final int WIDTH = 960;
    private static final int ROW = 30;
    private static final int TOP = 74;
    private static final int BARS_AT = 230;
    private static final int LONGEST_BAR = 360;
    private static final int COLUMNS_AT = 668;
    private static final int COLUMN = 82;

    private LeaguePicture() {}

    static String of(LeagueTable table, String machine) {
        List<LeagueTable.Row> rows =
                table.rows().stream().filter(row -> row.figures() != null).toList();
        double longest =
                rows.stream().mapToDouble(row -> row.figures().nanos()).max().orElse(1);
        StringBuilder svg = new StringBuilder();
        int height = TOP + rows.size() * ROW + 44;
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                        + "font-family=\"sans-serif\" font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
                WIDTH,
                height,
                WIDTH,
                height));
        text(
                svg,
                20,
                28,
                "start",
                "#111111",
                "<tspan font-size=\"17\" font-weight=\"bold\">Nanoseconds a zone</tspan>");
        List<String> heads = List.of("p99.99", "bytes", "bytes", "lost");
        List<String> units = List.of("ns, one call", "on the heap", "in the file", "zones");
        for (int i = 0; i < heads.size(); i++) {
            text(svg, COLUMNS_AT + i * COLUMN, 40, "middle", "#555555", heads.get(i));
            text(svg, COLUMNS_AT + i * COLUMN, 56, "middle", "#555555", units.get(i));
        }
        for (int i = 0; i < rows.size(); i++) {
            row(svg, table, rows.get(i), TOP + i * ROW, longest);
        }
        text(svg, 20, height - 16, "start", "#555555", escaped(machine));
        return svg.append("</svg>\n").toString();
    }

    private static void row(StringBuilder svg, LeagueTable table, LeagueTable.Row row, int y, double longest) {
        Figures figures = row.figures();
        String colour = switch (row.peer()) {
            case ZONECAST -> "#d9480f";
            case NANO_TIME, COUNTER -> "#adb5bd";
            default -> "#4c6ef5";
        };
        double length = Math.max(2, LONGEST_BAR * figures.nanos() / longest);
        text(svg, BARS_AT - 10, y + 15, "end", "#111111", escaped(row.peer().title));
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"20\" fill=\"%s\"/>%n",
                BARS_AT,
                y,
                length,
                colour));
        String label = String.format(Locale.ROOT, "%.0f (%.1f x)", figures.nanos(), table.ratio(figures));
        boolean inside = length > LONGEST_BAR * 0.8;
        text(
                svg,
                (int) (BARS_AT + length + (inside ? -6 : 6)),
                y + 15,
                inside ? "end" : "start",
                inside ? "#ffffff" : "#111111",
                label);
        List<String> cells = List.of(
                String.format(Locale.ROOT, "%.0f", figures.tailNanos()),
                String.format(Locale.ROOT, "%.0f", figures.heapBytes()),
                figures.fileBytes() < 0 ? "-" : String.format(Locale.ROOT, "%.1f", figures.fileBytes()),
                figures.lost() < 0 ? "-" : LeagueTable.lost(row.peer(), figures));
        for (int i = 0; i < cells.size(); i++) {
            text(svg, COLUMNS_AT + i * COLUMN, y + 15, "middle", "#111111", cells.get(i));
        }
    }

    private static void text(StringBuilder svg, int x, int y, String anchor, String colour, String content) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n",
                x,
                y,
                anchor,
                colour,
                content));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
