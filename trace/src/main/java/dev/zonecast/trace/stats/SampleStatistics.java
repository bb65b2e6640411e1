package dev.zonecast.trace.stats;

import dev.zonecast.trace.Stack;
import dev.zonecast.trace.StackSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Samples of threads that ran, by method. A method that calls itself counts once a sample. */
public final class SampleStatistics {
    private static final class Sum {
        private final Stack.Call call;
        private long self;
        private long total;
        private long selfNanos;
        private long totalNanos;
        private long lastSample;

        Sum(Stack.Call call) {
            this.call = call;
        }
    }

    private Sum[] byFunction = new Sum[256];
    private final long[] counts = new long[StackSample.Kind.values().length];
    private long samples;
    private long nanos;
    private long allocatedBytes;

    /** Without samples. */
    public SampleStatistics() {}

    /** Counts a sample; the methods are those of threads that ran. */
    @SuppressWarnings("EnumOrdinal") // A place in an array of this run.
    void add(StackSample sample) {
        counts[sample.kind().ordinal()]++;
        if (sample.kind() == StackSample.Kind.ALLOCATION) {
            allocatedBytes += sample.weight();
        }
        if (sample.kind() != StackSample.Kind.RUNNING) {
            return;
        }
        samples++;
        nanos += sample.weight();
        boolean innermost = true;
        for (Stack.Call call : sample.stack().calls()) {
            Sum sum = of(call);
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

    private Sum of(Stack.Call call) {
        int at = call.functionIndex();
        if (at >= byFunction.length) {
            byFunction = Arrays.copyOf(byFunction, Math.max(at + 1, byFunction.length * 2));
        }
        if (byFunction[at] == null) {
            byFunction[at] = new Sum(call);
        }
        return byFunction[at];
    }

    /** Samples of threads that ran. */
    public long samples() {
        return samples;
    }

    /** Samples of a kind. */
    @SuppressWarnings("EnumOrdinal") // As above.
    public long count(StackSample.Kind kind) {
        return counts[kind.ordinal()];
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
        List<MethodStatistics> all = new ArrayList<>();
        for (Sum sum : byFunction) {
            if (sum != null) {
                all.add(new MethodStatistics(
                        sum.call.function(), sum.call.file(), sum.self, sum.total, sum.selfNanos, sum.totalNanos));
            }
        }
        all.sort(Comparator.comparingLong(MethodStatistics::self)
                .thenComparingLong(MethodStatistics::total)
                .reversed()
                .thenComparing(MethodStatistics::function));
        return all;
    }
}
