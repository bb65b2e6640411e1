package dev.zonecast.trace.stats;

import dev.zonecast.trace.Stack;
import dev.zonecast.trace.StackSample;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Samples of threads that ran, by method. A method that calls itself counts once a sample. */
public final class SampleStatistics {
    private record Function(String name, String file) {}

    private static final class Sum {
        private final Function function;
        private long self;
        private long total;
        private long selfNanos;
        private long totalNanos;
        private long lastSample;

        Sum(Function function) {
            this.function = function;
        }
    }

    private final Map<Function, Sum> functions = new LinkedHashMap<>();

    /** Functions of stacks, innermost first. */
    private final Slots<List<Sum>> stacks = new Slots<>();

    private final Map<StackSample.Kind, Long> counts = new EnumMap<>(StackSample.Kind.class);
    private long samples;
    private long nanos;
    private long allocatedBytes;

    /** Without samples. */
    public SampleStatistics() {}

    /** Counts a sample; the methods are those of threads that ran. */
    void add(StackSample sample) {
        counts.merge(sample.kind(), 1L, Long::sum);
        if (sample.kind() == StackSample.Kind.ALLOCATION) {
            allocatedBytes += sample.weight();
        }
        if (sample.kind() != StackSample.Kind.RUNNING) {
            return;
        }
        samples++;
        nanos += sample.weight();
        boolean innermost = true;
        for (Sum sum : stacks.of(sample.stack().index(), sample.stack(), this::sums)) {
            if (innermost) {
                sum.self++;
                sum.selfNanos += sample.weight();
                innermost = false;
            }
            if (sum.lastSample != samples) {
                sum.lastSample = samples;
                sum.total++;
                sum.totalNanos += sample.weight();
            }
        }
    }

    private List<Sum> sums(Stack stack) {
        return stack.calls().stream()
                .map(call -> functions.computeIfAbsent(new Function(call.function(), call.file()), Sum::new))
                .toList();
    }

    /** Samples of threads that ran. */
    public long samples() {
        return samples;
    }

    /** Samples of a kind. */
    public long count(StackSample.Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** Bytes that the samples of allocations represent. */
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /** Processor time that they represent. */
    public long nanos() {
        return nanos;
    }

    /** Methods, those with the most samples of their own first. */
    public List<MethodStatistics> methods() {
        return functions.values().stream()
                .map(sum -> new MethodStatistics(
                        sum.function.name, sum.function.file, sum.self, sum.total, sum.selfNanos, sum.totalNanos))
                .sorted(Comparator.comparingLong(MethodStatistics::self)
                        .thenComparingLong(MethodStatistics::total)
                        .reversed()
                        .thenComparing(MethodStatistics::function))
                .toList();
    }
}
