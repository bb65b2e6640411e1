package dev.zonecast.core.gpu;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * What one GPU context lost and what was called wrongly, counted and logged. A line of each kind is logged once in its life, because what
 * goes wrong goes wrong in each frame. Any thread, where nothing else is stated.
 */
final class ContextLosses {
    private static final Slots<?, SourceLocation> LOCATIONS = Slots.of(SourceLocation.class);

    // Bits of logged: one for each line that comes once.
    private static final int WRONG_THREAD = 1;
    private static final int DROPPED = 2;
    private static final int LEFT_OPEN = 4;
    private static final int NESTED = 8;
    private static final int UNCOUNTED = 16;

    private final System.Logger log;
    private final String name;
    private final AtomicInteger logged = new AtomicInteger();
    private final LongAdder refused = new LongAdder();
    private final LongAdder wrongCalls = new LongAdder();

    // Losses of the reader that were passed on; guarded by the engine's lock.
    private long reportedDrops;
    private long reportedLeftOpen;
    private long reportedUncounted;

    ContextLosses(System.Logger log, String name) {
        this.log = log;
        this.name = name;
    }

    /** Logs a line about the context. */
    void log(Level level, String text) {
        log.log(level, "GPU context \"{0}\": {1}", name, text);
    }

    private void warnOnce(int bit, Supplier<String> text) {
        if ((logged.get() & bit) == 0 && (logged.getAndUpdate(bits -> bits | bit) & bit) == 0) {
            log(Level.WARNING, text.get());
        }
    }

    /** A zone is dropped at its begin. */
    void countDrop() {
        refused.increment();
        GpuLosses.add(1);
    }

    /** As {@link #countDrop}; the first one is logged. */
    void drop(Supplier<String> reason) {
        countDrop();
        warnOnce(DROPPED, () -> "zones are dropped and counted: " + reason.get());
    }

    void countWrongCall() {
        wrongCalls.increment();
        if (Gate.isOpen()) {
            Recorder.current().countUnmatched();
        }
    }

    /** A call on a thread where the context is not current. */
    void wrongThread(String call) {
        countWrongCall();
        warnOnce(
                WRONG_THREAD,
                () -> call + " on a thread where the context is not current; such calls are ignored and counted");
    }

    /** So many zones are open at once that an end may be missing. */
    void nested(int depth, String zone) {
        warnOnce(NESTED, () -> depth + " zones are open at once; zone \"" + zone + "\" may have no end");
    }

    /** Passes on what the reader has counted; the thread that holds the engine's lock. */
    void report(ResultReader reader) {
        if (reader.dropped() != reportedDrops) {
            GpuLosses.add(reader.dropped() - reportedDrops);
            reportedDrops = reader.dropped();
        }
        for (; reportedLeftOpen < reader.leftOpen(); reportedLeftOpen++) {
            countWrongCall();
            warnOnce(
                    LEFT_OPEN,
                    () -> "zone \"" + LOCATIONS.get(reader.leftOpenId()).displayName()
                            + "\" has no end in its command buffer; it ends with the last time taken there and counts as a"
                            + " wrong call. Call end() in the same recording");
        }
    }

    /** Passes on how often no query was free to count in a zone; the thread that holds the engine's lock. */
    void report(GpuCounters counters) {
        long missed = counters == null ? 0 : counters.missed();
        if (missed != reportedUncounted) {
            GpuLosses.add(missed - reportedUncounted);
            reportedUncounted = missed;
            warnOnce(
                    UNCOUNTED,
                    () -> "zones have no counts, which is counted: all " + counters.slots()
                            + " queries for them wait for the GPU. Call collect() more often, or have fewer zones");
        }
    }

    /** Zones that were dropped at their begin. */
    long refused() {
        return refused.sum();
    }

    long wrongCalls() {
        return wrongCalls.sum();
    }
}
