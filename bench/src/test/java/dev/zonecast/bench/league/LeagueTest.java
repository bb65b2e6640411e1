package dev.zonecast.bench.league;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeagueTest {
    private static final int FEW_BURSTS = 3;

    /** A short run of all peers, each in a process. */
    @Test
    void shouldHaveFiguresOfEveryPeer() throws Exception {
        LeagueTable table = League.measure(1, FEW_BURSTS, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));

        assertEquals(Peer.values().length, table.rows().size());
        for (LeagueTable.Row row : table.rows()) {
            assertNotNull(row.figures(), row.peer() + ": " + row.problem());
            assertTrue(row.figures().nanos() > 0 && row.figures().tailNanos() > 0, row.toString());
            assertEquals(3000 * FEW_BURSTS, row.figures().zones());
        }
        Figures ours = figures(table, Peer.ZONECAST);
        assertEquals(0, ours.lost());
        assertEquals(0, ours.heapBytes());
        assertTrue(ours.fileBytes() > 16, ours.toString());
        assertEquals(0, figures(table, Peer.JFR_EVENT).lost());
        assertEquals(0, figures(table, Peer.MICROMETER).lost());
    }

    private static Figures figures(LeagueTable table, Peer peer) {
        return table.rows().stream()
                .filter(row -> row.peer() == peer)
                .findFirst()
                .orElseThrow()
                .figures();
    }

    @Test
    void shouldCompareWithTwoReadingsOfTheClock() {
        LeagueTable table = new LeagueTable();
        for (double factor : new double[] {3, 1, 2}) {
            table.add(Peer.NANO_TIME, new Figures(40 * factor, 90, 0, -1, -1, 1000));
            table.add(Peer.ZONECAST, new Figures(20 * factor, 95, 0, 33.25, 0, 1000));
            table.add(Peer.OPEN_TELEMETRY, new Figures(400 * factor, 5000, 300, -1, 10, 1000));
        }
        table.fail(Peer.REMOTERY, "no <library> for this system");

        String markdown = table.markdown();

        assertTrue(markdown.contains("| Zonecast zone | 40.0 | 0.50 | 95 | 0 | 33.3 | 0 |"), markdown);
        assertTrue(
                markdown.contains("| OpenTelemetry span | 800.0 | 10.00 | 5000 | 300 | no file | 1.00 % |"), markdown);
        assertTrue(markdown.contains("| Remotery sample | left out: no <library> for this system |"), markdown);
        assertTrue(table.csv().contains("\nzonecast,40.000,0.500,95,0,33.25,0,3000,\n"), table.csv());
        String svg = LeaguePicture.of(table, "a & b");
        assertTrue(svg.contains("40 (0.5 x)") && svg.contains("a &amp; b"), svg);
    }

    @Test
    void shouldReadTheFiguresOfAProcessAmongItsOtherLines() {
        Figures figures = new Figures(1.5, 2.5, 3, -1, -1, 7);

        assertEquals(figures, Figures.of("INFO: a line\n" + figures.line() + "\n"));
        assertNull(Figures.of("Exception in thread \"main\"\n"));
    }

    @Test
    void shouldShowTheFormWhenTheNumberOfRoundsIsWrong() throws Exception {
        assertEquals(2, League.run(List.of("many"), Path.of("nowhere"), "none"));
        assertEquals(2, League.run(List.of("0"), Path.of("nowhere"), "none"));
        assertEquals(2, League.run(List.of("1", "2"), Path.of("nowhere"), "none"));
    }
}
