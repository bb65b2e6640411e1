package dev.zonecast.trace.compare;

import dev.zonecast.trace.compare.Difference.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Two recordings, zone by zone. For each zone the means of consecutive blocks of calls are compared by the rank test of Mann and
 * Whitney, which asks nothing of the shape of a distribution; of the many zones of a program, Benjamini and Hochberg's procedure
 * keeps the expected part of false alarms among those that are reported below {@code alpha}.
 */
public final class Comparison {
    /** With fewer on one side no arrangement of ranks would be unlikely enough. */
    private static final int MIN_BLOCKS = 4;

    /**
     * What the rank test says of two samples.
     *
     * @param probability NaN if there are too few values
     * @param isSlower blocks of the second one rank higher. Medians may be equal where clocks are coarse
     */
    private record Ranks(double probability, boolean isSlower) {
        private static final Ranks TOO_FEW = new Ranks(Double.NaN, false);

        static Ranks of(Sample a, Sample b) {
            double[] before = a.blockMeans();
            double[] after = b.blockMeans();
            if (Math.min(before.length, after.length) < MIN_BLOCKS) {
                return TOO_FEW;
            }
            MannWhitneyUTest.Result result = MannWhitneyUTest.withDefaults().test(before, after);
            double probability = result.getPValue();
            // U counts the pairs of blocks in which that of the first is larger.
            boolean isSlower = result.getStatistic() < before.length * after.length / 2.0;
            // Where all values are the same there is nothing to rank.
            return new Ranks(Double.isNaN(probability) ? 1 : probability, isSlower);
        }
    }

    private Comparison() {}

    /**
     * Compares. If several programs of either recording have frames, frames are compared by the name of their program. Waits come behind
     * all others. Of both, certain ones come first, those with the largest effect on the time of the whole before the others.
     *
     * @param alpha expected part of false alarms among the differences that are reported, 0 to 1
     */
    public static List<Difference> of(SampleCollector a, SampleCollector b, double alpha) {
        boolean byProgram = a.hasFramesOfSeveral() || b.hasFramesOfSeveral();
        Map<Subject, Sample> ofA = a.samples(byProgram);
        Map<Subject, Sample> ofB = b.samples(byProgram);
        Set<Subject> subjects = new LinkedHashSet<>(ofA.keySet());
        subjects.addAll(ofB.keySet());
        List<Subject> all = new ArrayList<>(subjects);
        List<Ranks> ranks = all.stream()
                .map(subject -> Ranks.of(sample(ofA, subject), sample(ofB, subject)))
                .toList();
        double[] adjusted =
                adjusted(ranks.stream().mapToDouble(Ranks::probability).toArray());
        List<Difference> differences = new ArrayList<>();
        for (int i = 0; i < adjusted.length; i++) {
            Sample before = sample(ofA, all.get(i));
            Sample after = sample(ofB, all.get(i));
            Verdict verdict = verdict(before, after, ranks.get(i), adjusted[i], alpha);
            double probability = Double.isNaN(adjusted[i]) ? 1 : adjusted[i];
            differences.add(new Difference(all.get(i), before, after, verdict, probability));
        }
        differences.sort(Comparator.comparing(
                        (Difference difference) -> difference.subject().isWait())
                .thenComparingInt(difference -> isCertain(difference.verdict()) ? 0 : 1)
                .thenComparingDouble(difference -> -Math.abs(difference.effectNanos())));
        return differences;
    }

    private static boolean isCertain(Verdict verdict) {
        return verdict == Verdict.SLOWER || verdict == Verdict.FASTER;
    }

    private static Sample sample(Map<Subject, Sample> samples, Subject subject) {
        Sample sample = samples.get(subject);
        return sample == null ? new Sample() : sample;
    }

    /** @param probability of the ranks, adjusted */
    private static Verdict verdict(Sample a, Sample b, Ranks ranks, double probability, double alpha) {
        if (b.durations().count() == 0) {
            return Verdict.ONLY_IN_A;
        }
        if (a.durations().count() == 0) {
            return Verdict.ONLY_IN_B;
        }
        if (Double.isNaN(probability)) {
            return Verdict.TOO_FEW;
        }
        if (probability >= alpha) {
            return Verdict.SAME;
        }
        return ranks.isSlower ? Verdict.SLOWER : Verdict.FASTER;
    }

    /** Benjamini and Hochberg, 1995: each probability times the number of tests, divided by its rank; NaN stays. */
    static double[] adjusted(double[] probabilities) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < probabilities.length; i++) {
            if (!Double.isNaN(probabilities[i])) {
                order.add(i);
            }
        }
        order.sort(Comparator.comparingDouble(i -> probabilities[i]));
        double[] adjusted = probabilities.clone();
        double least = 1;
        for (int rank = order.size(); rank >= 1; rank--) {
            int i = order.get(rank - 1);
            least = Math.min(least, probabilities[i] * order.size() / rank);
            adjusted[i] = least;
        }
        return adjusted;
    }
}
