package dev.zonecast.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.Distribution;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Percentiles of merged sketches are within 0.5 % of the values. */
class SketchTest {
    private static final double ERROR = 0.005;

    @Test
    void shouldGiveEachValueTheMiddleOfItsBin() throws SQLException {
        try (Connection connection = Dataset.duckDb();
                Statement statement = connection.createStatement()) {
            statement.execute(Views.of(Engine.DUCKDB, "", List.of()).getLast());
            for (long value = 1; value > 0; value = value * 5 / 4 + 1) {
                Distribution one = new Distribution();
                one.add(value);
                SessionFigures.Sketch sketch = SessionFigures.Sketch.of(one);
                assertEquals(1, sketch.bins().length);
                try (ResultSet row = statement.executeQuery("SELECT bin_nanos(" + sketch.bins()[0] + ")")) {
                    assertTrue(row.next());
                    assertEquals((double) value, row.getDouble(1), value * ERROR);
                }
                if (value > Long.MAX_VALUE / 5) {
                    break;
                }
            }
        }
    }

    @Test
    void shouldMergeToThePercentilesOfAllValues() {
        SplittableRandom random = new SplittableRandom(5);
        long[] all = new long[20_000];
        long[] merged = new long[Distribution.MAX_BINS];
        for (int session = 0; session < 100; session++) {
            Distribution some = new Distribution();
            // Few values are kept one by one, many go into bins at once.
            int from = session * 200;
            for (int i = from; i < from + 200; i++) {
                all[i] = (long) Math.exp(random.nextDouble() * 20);
                some.add(all[i]);
                if (session % 2 == 0) {
                    some.add(all[i]);
                }
            }
            int weight = session % 2 == 0 ? 1 : 2;
            some.bins((bin, count) -> merged[bin] += count * weight);
        }
        Arrays.sort(all);
        for (double part : new double[] {0.01, 0.5, 0.9, 0.99, 0.999}) {
            long rank = (long) Math.ceil(part * all.length * 2);
            long seen = 0;
            int bin = -1;
            while (seen < rank) {
                seen += merged[++bin];
            }
            long exact = all[(int) ((rank + 1) / 2) - 1];
            assertEquals((double) exact, middle(bin), exact * ERROR + 0.5);
        }
    }

    private static double middle(int bin) {
        return bin < 256 ? bin : (128 + (bin - 256) % 128 + 0.5) * Math.pow(2, (bin - 256) / 128 + 1);
    }
}
