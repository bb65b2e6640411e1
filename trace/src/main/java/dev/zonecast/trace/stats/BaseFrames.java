package dev.zonecast.trace.stats;

import dev.zonecast.trace.TraceFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The complete frames that a program marks without naming a set: how many, and the slowest of them. */
final class BaseFrames {
    final long process;
    private final int most;
    /** The first is the one to go: the fastest, of equal ones the latest. */
    private final PriorityQueue<TraceFrame> slowest =
            new PriorityQueue<>(Comparator.comparingLong(TraceFrame::durationNanos)
                    .thenComparing(TraceFrame::beginNanos, Comparator.reverseOrder()));

    long count;
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    long firstNumber = Long.MAX_VALUE;
    long lastNumber = Long.MIN_VALUE;

    /** @param most as many of the slowest are kept */
    BaseFrames(long process, int most) {
        this.process = process;
        this.most = most;
    }

    void add(TraceFrame frame) {
        count++;
        first = Math.min(first, frame.beginNanos());
        last = Math.max(last, frame.endNanos());
        firstNumber = Math.min(firstNumber, frame.number());
        lastNumber = Math.max(lastNumber, frame.number());
        slowest.add(frame);
        if (slowest.size() > most) {
            slowest.poll();
        }
    }

    /** The slowest first; of equal ones the earlier. */
    List<TraceFrame> slowest() {
        List<TraceFrame> frames = new ArrayList<>(slowest);
        frames.sort(Comparator.comparingLong(TraceFrame::durationNanos)
                .reversed()
                .thenComparingLong(TraceFrame::beginNanos));
        return frames;
    }
}
