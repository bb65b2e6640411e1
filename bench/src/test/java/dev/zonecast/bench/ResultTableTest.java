package dev.zonecast.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTableTest {
    private static final Reading SUBJECT = new Reading(ZoneBenchmark.class, "tokenForm", "");
    private static final Reading BASELINE = new Reading(ZoneBenchmark.class, "twoClockReads", "");

    private static Score score(double nanos, double bytes) {
        return new Score(nanos, nanos, bytes);
    }

    private static ResultTable table(Goal goal, List<Score> subject, List<Score> baseline) {
        ResultTable table = new ResultTable();
        table.add(
                new Question("question", true, List.of(SUBJECT), List.of(BASELINE), "baseline", goal),
                subject,
                baseline);
        return table;
    }

    @Test
    void shouldCompareWithinARoundWhenTheMachineGrowsSlower() {
        ResultTable table = table(
                Goal.times(1.1),
                List.of(score(21, 0), score(42, 0), score(84, 0)),
                List.of(score(20, 0), score(40, 0), score(80, 0)));

        assertEquals(0, table.missed());
        assertTrue(table.toString().contains("| 1.050 x  | 1.050 x to 1.050 x | 1.050 x "), table::toString);
    }

    @Test
    void shouldShowWhatTheFastestBurstsComeTo() {
        ResultTable table = table(
                Goal.nanosMore(20),
                List.of(new Score(67, 38, 0), new Score(66, 39, 0)),
                List.of(new Score(25, 25, 0), new Score(26, 24, 0)));

        assertEquals(1, table.missed());
        assertTrue(table.toString().contains("| 14.00 ns "), table::toString);
    }

    @Test
    void shouldTellASharedCoreByTheMedianOfALoop() {
        assertEquals(2.0, SharedCore.slowdown(new long[] {10, 20, 30}));
        assertTrue(SharedCore.text(1.1).endsWith("is 1.10 of its least"), SharedCore.text(1.1));
        assertTrue(SharedCore.text(2).contains("Other programs use this core"), SharedCore.text(2));
        assertTrue(SharedCore.slowdown() >= 1);
    }

    @Test
    void shouldJudgeByTheMedianWhenOneRoundIsOff() {
        List<Score> baseline = List.of(score(10, 0), score(10, 0), score(10, 0));

        assertEquals(
                0,
                table(Goal.times(1.1), List.of(score(99, 0), score(10, 0), score(10, 0)), baseline)
                        .missed());
        assertEquals(
                1,
                table(Goal.times(1.1), List.of(score(99, 0), score(12, 0), score(10, 0)), baseline)
                        .missed());
    }

    @Test
    void shouldMissATargetWhenTheFigureIsJustBeyond() {
        List<Score> ten = List.of(score(10, 1));

        assertEquals(1, table(Goal.nanos(2), List.of(score(2.01, 0)), ten).missed());
        assertEquals(0, table(Goal.nanos(2), List.of(score(2, 0)), ten).missed());
        assertEquals(1, table(Goal.nanosMore(150), List.of(score(161, 0)), ten).missed());
        assertEquals(0, table(Goal.nanosMore(150), List.of(score(160, 0)), ten).missed());
        assertEquals(1, table(Goal.perSecond(10e6), List.of(score(101, 0)), ten).missed());
        assertEquals(0, table(Goal.perSecond(10e6), List.of(score(100, 0)), ten).missed());
        assertEquals(1, table(Goal.noAllocation(), List.of(score(10, 1.2)), ten).missed());
        assertEquals(0, table(Goal.noAllocation(), List.of(score(10, 1)), ten).missed());
        assertEquals(0, table(Goal.information(), List.of(score(1e9, 0)), ten).missed());
    }
}
