package dev.zonecast.fxt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
    private static final double[] PARTS = {0, 0.001, 0.1, 0.25, 0.5, 0.9, 0.99, 0.999, 1};

    private static long[] values(int count) {
        Random random = new Random(count);
        return random.doubles(count).mapToLong(x -> (long) Math.exp(x * 25)).toArray();
    }

    private static Distribution of(long[] values) {
        Distribution distribution = new Distribution();
        Arrays.stream(values).forEach(distribution::add);
        return distribution;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 255, 256})
    void shouldKnowPercentilesExactlyOfFewValues(int count) {
        long[] values = values(count);
        Distribution distribution = of(values);
        Arrays.sort(values);

        for (double part : PARTS) {
            int rank = Math.max(1, (int) Math.ceil(part * count));
            assertEquals(values[rank - 1], distribution.percentile(part), "percentile " + part);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {257, 1000, 200_000})
    void shouldKnowPercentilesWithinABinOfManyValues(int count) {
        long[] values = values(count);
        Distribution distribution = of(values);
        Arrays.sort(values);

        for (double part : PARTS) {
            long expected = values[Math.max(1, (int) Math.ceil(part * count)) - 1];
            assertEquals(
                    (double) expected,
                    (double) distribution.percentile(part),
                    expected / 200.0 + 1,
                    "percentile " + part);
        }
        double largest = Arrays.stream(values, count - count / 100 - (count % 100 == 0 ? 0 : 1), count)
                .average()
                .orElseThrow();
        assertEquals(largest, distribution.meanOfLargest(0.01), largest / 200);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 5000})
    void shouldKnowTheRestExactly(int count) {
        long[] values = values(count);
        Distribution distribution = of(values);

        assertEquals(count, distribution.count());
        assertEquals(Arrays.stream(values).sum(), distribution.sum());
        assertEquals(Arrays.stream(values).min().orElseThrow(), distribution.min());
        assertEquals(Arrays.stream(values).max().orElseThrow(), distribution.max());
        double mean = distribution.mean();
        double squares =
                Arrays.stream(values).mapToDouble(v -> (v - mean) * (v - mean)).sum();
        assertEquals(
                count < 2 ? 0 : Math.sqrt(squares / (count - 1)),
                distribution.standardDeviation(),
                Math.sqrt(squares) * 1e-6 + 1e-6);
    }

    @Test
    void shouldKnowASmallDeviationAroundALargeMean() {
        Distribution distribution = new Distribution();
        long large = 1L << 50;
        for (int i = 0; i < 1000; i++) {
            distribution.add(large + i % 2);
        }

        assertEquals(Math.sqrt(250.0 / 999), distribution.standardDeviation(), 1e-3);
        assertEquals(250, distribution.squaredDeviations(large + 0.5), 1);
        assertEquals(500, distribution.squaredDeviations((double) large), 2);
    }

    @Test
    void shouldStayAtTheGreatestSumWhenItOverflows() {
        Distribution distribution = new Distribution();
        distribution.add(Long.MAX_VALUE);
        distribution.add(Long.MAX_VALUE);

        assertEquals(Long.MAX_VALUE, distribution.sum());
        assertEquals(Long.MAX_VALUE, distribution.mean(), 1e6);
    }

    @Test
    void shouldLoseNoDigitOfLargeDeviations() {
        Distribution distribution = new Distribution();
        distribution.add(0);
        for (int i = 0; i < 3; i++) {
            distribution.add(1L << 61);
        }

        assertEquals(3.0 * (1L << 59), distribution.mean());
        assertEquals(0x1p60, distribution.standardDeviation());
        assertEquals(0x1p122 / 4 * 3, distribution.squaredDeviations(3.0 * (1L << 59)));
    }

    @Test
    void shouldStayAtTheGreatestSumOfSquares() {
        Distribution distribution = new Distribution();
        distribution.add(0);
        for (int i = 0; i < 10; i++) {
            distribution.add(Long.MAX_VALUE);
        }

        assertTrue(distribution.standardDeviation() >= 0 && Double.isFinite(distribution.standardDeviation()));
    }

    @Test
    void shouldBeZeroWhenEmpty() {
        Distribution empty = new Distribution();

        assertEquals(0, empty.percentile(0.5));
        assertEquals(0, empty.max());
        assertEquals(0, empty.mean());
        assertEquals(0, empty.meanOfLargest(0.5));
        assertEquals(0, empty.standardDeviation());
    }
}
