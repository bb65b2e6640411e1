package dev.zonecast.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs everything that a list of questions needs, each in a JVM of its own, one after the other and then all over again. */
final class Rounds {
    private final boolean brief;
    private final Map<Reading, List<Score>> scores = new LinkedHashMap<>();
    private final List<RunResult> results = new ArrayList<>();

    /** @param brief to see that the benchmarks run, not how fast */
    Rounds(boolean brief) {
        this.brief = brief;
    }

    /**
     * Runs.
     *
     * @throws RunnerException if a benchmark fails, be it that it finds its own run not valid
     */
    void run(List<Question> questions, int rounds) throws RunnerException {
        Set<Reading> readings = new LinkedHashSet<>();
        for (Question question : questions) {
            readings.addAll(question.baseline());
            readings.addAll(question.subject());
        }
        for (int round = 1; round <= rounds; round++) {
            for (Reading reading : readings) {
                RunResult result = run(reading);
                results.add(result);
                Score score = Score.of(result, reading.burst());
                scores.computeIfAbsent(reading, r -> new ArrayList<>()).add(score);
                System.err.printf(
                        "round %d of %d: %-60s %10.3f ns (least %.3f)%n",
                        round, rounds, reading.id(), score.nanos(), score.leastNanos());
            }
        }
    }

    private RunResult run(Reading reading) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(reading.pattern())
                .forks(1)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        if (brief) {
            options.warmupIterations(0).measurementIterations(1).measurementTime(TimeValue.milliseconds(1));
            options.jvmArgsPrepend("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        }
        if (!reading.what().isEmpty()) {
            options.param("what", reading.what());
        }
        return new Runner(options.build()).runSingle();
    }

    /** The sum of readings, of each round. */
    List<Score> scores(List<Reading> readings) {
        List<Score> sums = scores.get(readings.getFirst());
        for (Reading reading : readings.subList(1, readings.size())) {
            List<Score> before = sums;
            List<Score> more = scores.get(reading);
            sums = IntStream.range(0, before.size())
                    .mapToObj(round -> before.get(round).plus(more.get(round)))
                    .toList();
        }
        return sums;
    }

    /** All that JMH said. */
    List<RunResult> results() {
        return results;
    }
}
