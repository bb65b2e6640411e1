package dev.zonecast.capture.tracy;

import dev.zonecast.core.RingUse;
import dev.zonecast.core.Statistics;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.tracy.EventType;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What a session has brought. Written by the decoder; others may read figures that are a moment old. */
@SuppressWarnings("EnumOrdinal") // Places in an array of this run.
public final class SessionCounts {
    private final long[] counts = new long[SessionCount.values().length];
    /** Events of kinds that recordings do not have: context switches, hardware counters and the like. */
    private final Map<EventType, Long> passedOver = new EnumMap<>(EventType.class);

    volatile long received;
    long eventBytes;
    long imageBytes;
    private volatile int ringPercent = -1;
    private volatile int ringHighPercent = -1;

    SessionCounts() {}

    void add(SessionCount count) {
        counts[count.ordinal()]++;
    }

    void add(SessionCount count, long more) {
        counts[count.ordinal()] += more;
    }

    void passOver(EventType type) {
        passedOver.merge(type, 1L, Long::sum);
    }

    void ring(int percent) {
        ringPercent = percent;
        ringHighPercent = Math.max(ringHighPercent, percent);
    }

    /** As a recording has them. */
    Statistics statistics(long nanos, long unknownNames, Map<String, Long> refusals) {
        return new Statistics(
                nanos,
                of(SessionCount.EVENTS),
                of(SessionCount.UNMATCHED),
                new Statistics.Losses(
                        of(SessionCount.DROPPED_EVENTS),
                        0,
                        unknownNames,
                        of(SessionCount.REFUSED_STACKS),
                        of(SessionCount.DROPPED_GPU_ZONES),
                        of(SessionCount.DROPPED_IMAGES),
                        0,
                        refusals),
                new Statistics.Rings((int) of(SessionCount.THREADS), 0, 0, 0, RingUse.NONE),
                new Statistics.Collector(0, 0, "Tracy client", 0));
    }

    /** How many there were. */
    public long of(SessionCount count) {
        return counts[count.ordinal()];
    }

    /** What is missing in the recording. */
    public LossAccount losses() {
        LossAccount losses = new LossAccount();
        for (SessionCount count : SessionCount.values()) {
            if (count.loss() != null) {
                losses.add(count.loss(), of(count));
            }
        }
        passedOver.forEach((type, count) -> losses.add(
                LossKind.LEFT_OUT, type.toString().toLowerCase(Locale.ROOT).replace('_', ' '), count));
        return losses;
    }

    /** Compressed bytes. */
    public long receivedBytes() {
        return received;
    }

    /** How full the program's fullest ring is, in percent; -1 if the program does not send it. */
    public int ringPercent() {
        return ringPercent;
    }

    /** The most of that; -1 if the program does not send it. */
    public int ringHighPercent() {
        return ringHighPercent;
    }
}
