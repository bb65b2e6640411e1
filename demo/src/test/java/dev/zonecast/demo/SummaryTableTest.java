package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.ZoneSummary;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTableTest {
    @Test
    void shouldSortByTotalWithinCpuAndGpuAndAlignWhenPrinted() {
        List<ZoneSummary> summaries = List.of(
                new ZoneSummary(
                        "main pass", ZoneSummary.Kind.GPU, "renderer", 120, 2_400_000, 20_000, 19_999, 30_000, 45_678),
                new ZoneSummary("cull", ZoneSummary.Kind.CPU, "", 120, 12_000_000, 100_000, 99_000, 150_000, 151_000),
                new ZoneSummary(
                        "simulate",
                        ZoneSummary.Kind.CPU,
                        "",
                        120,
                        1_200_000_000,
                        10_000_000,
                        9_900_000,
                        11_000_000,
                        12_345_678),
                new ZoneSummary("mark", ZoneSummary.Kind.CPU, "", 7, 700, 100, 99, 150, 151));

        String text = new SummaryTable(summaries).text();

        assertEquals("""
            CPU zones            count      total        mean        p50         p99         max
            simulate               120    1.200 s   10.000 ms   9.900 ms   11.000 ms   12.346 ms
            cull                   120  12.000 ms  100.000 us  99.000 us  150.000 us  151.000 us
            mark                     7     700 ns      100 ns      99 ns      150 ns      151 ns

            GPU zones, renderer  count      total        mean        p50         p99         max
            main pass              120   2.400 ms   20.000 us  19.999 us   30.000 us   45.678 us
            """, text.replace(System.lineSeparator(), "\n"));
    }

    @Test
    void shouldSaySoWhenNothingWasRecorded() {
        assertEquals(String.format("no zone was recorded%n"), new SummaryTable(List.of()).text());
    }
}
