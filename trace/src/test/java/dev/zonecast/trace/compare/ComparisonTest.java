package dev.zonecast.trace.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.TraceFile;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.compare.Difference.Verdict;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.ScriptedTrace;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
    private static final int MAIN = 10;

    @TempDir
    Path folder;

    @Test
    void shouldAdjustProbabilitiesAsTheProcedureSays() {
        // Worked by hand: sorted 0.001, 0.01, 0.02, 0.5 times 4 / rank, then the least from the right.
        double[] adjusted = Comparison.adjusted(new double[] {0.5, 0.01, Double.NaN, 0.001, 0.02});

        assertArrayEquals(new double[] {0.5, 0.02, Double.NaN, 0.004, 0.02 * 4 / 3}, adjusted, 1e-12);
    }

    @Test
    void shouldKeepTheMeanWhenBlocksAreMerged() {
        BlockMeans blocks = new BlockMeans();
        for (int i = 0; i < 64 * 1000; i++) {
            blocks.add(i);
        }

        double[] means = blocks.means();

        assertTrue(means.length >= 31 && means.length < 64, means.length + " blocks");
        int blockSize = Integer.highestOneBit(64 * 1000 / means.length);
        for (int i = 0; i < means.length; i++) {
            assertEquals(i * (double) blockSize + (blockSize - 1) / 2.0, means[i], 1e-6);
        }
    }

    /** Most calls take 1000 ns on both sides: the others alone make the difference. */
    @Test
    void shouldTakeTheDirectionOfTheRanksWhenMediansAreEqual() throws IOException {
        SampleCollector less = read("less.fxt", 900);
        SampleCollector more = read("more.fxt", 1100);

        assertEquals(Verdict.SLOWER, verdict(less, more));
        assertEquals(Verdict.FASTER, verdict(more, less));
        assertEquals(Verdict.SAME, verdict(less, less));
    }

    /** A zone of 21 calls of 1000 ns and 19 others. */
    private SampleCollector read(String name, long others) throws IOException {
        ScriptedTrace trace = new ScriptedTrace().thread(MAIN, "main");
        for (int i = 0; i < 40; i++) {
            long begin = i * ScriptedTrace.MILLI;
            trace.zone(MAIN, "draw", begin, begin + (i % 2 == 0 || i == 1 ? 1000 : others));
        }
        Path file = trace.write(folder.resolve(name));
        FirstReading first = new FirstReading(ZoneFilter.ALL, 0);
        try (InputStream in = TraceFile.open(file)) {
            TraceReader.readFrames(in, first);
        }
        SampleCollector collector = new SampleCollector(ZoneFilter.ALL, false, first);
        TraceReader.read(file, collector);
        return collector;
    }

    private static Verdict verdict(SampleCollector a, SampleCollector b) {
        List<Difference> differences = Comparison.of(a, b, 0.05);
        assertEquals(1, differences.size());
        return differences.getFirst().verdict();
    }

    /**
     * Values that wander, as those of a running program do. Taken one by one nearly every pair of equal programs would differ; the
     * blocks have to keep false alarms rare.
     */
    @Test
    void shouldSeldomSeeADifferenceWhereValuesOnlyWander() {
        int alarms = 0;
        int alarmsOneByOne = 0;
        for (int seed = 0; seed < 200; seed++) {
            double[][] sides = {wandering(2L * seed), wandering(2L * seed + 1)};
            double[][] means = new double[2][];
            for (int side = 0; side < 2; side++) {
                BlockMeans blocks = new BlockMeans();
                for (double value : sides[side]) {
                    blocks.add((long) value);
                }
                means[side] = blocks.means();
            }
            MannWhitneyUTest test = MannWhitneyUTest.withDefaults();
            alarms += test.test(means[0], means[1]).getPValue() < 0.05 ? 1 : 0;
            alarmsOneByOne += test.test(sides[0], sides[1]).getPValue() < 0.05 ? 1 : 0;
        }

        assertTrue(alarms <= 30, alarms + " of 200 by blocks");
        assertTrue(alarmsOneByOne > 2 * alarms, alarmsOneByOne + " of 200 one by one");
    }

    /** A skewed noise around a level that is forgotten within some 50 calls. */
    private static double[] wandering(long seed) {
        Random random = new Random(seed);
        double[] values = new double[20_000];
        double level = 0;
        for (int i = 0; i < values.length; i++) {
            level = level * 0.98 + random.nextGaussian();
            values[i] = 10_000 + 500 * level + 3000 * -Math.log(1 - random.nextDouble());
        }
        return values;
    }
}
