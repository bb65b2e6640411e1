package dev.zonecast.core.gpu;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** What one GPU context lost and what was called wrongly, counted and logged. Any thread, where nothing else is stated. */
final class ContextLosses {
    private static final Slots<?, SourceLocation> LOCATIONS = Slots.of(SourceLocation.class);

    private final ContextLog log;
    private final LongAdder refused = new LongAdder();
    private final LongAdder wrongCalls = new LongAdder();

    // Losses of the reader that were passed on; guarded by the engine's lock.
    private long reportedDrops;
    private long reportedLeftOpen;

    ContextLosses(ContextLog log) {
        this.log = log;
    }

    /** A zone is dropped at its begin. */
    void countDrop() {
        refused.increment();
        GpuLosses.add(1);
    }

    /** As {@link #countDrop}; the first one is logged. */
    void drop(Supplier<String> reason) {
        countDrop();
        if (log.isFirstDrop()) {
            log.dropped(reason.get());
        }
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
        log.wrongThread(call);
    }

    /** Passes on what the reader has counted; the thread that holds the engine's lock. */
    void report(ZoneReader reader) {
        if (reader.dropped() != reportedDrops) {
            GpuLosses.add(reader.dropped() - reportedDrops);
            reportedDrops = reader.dropped();
        }
        if (reader.leftOpen() != reportedLeftOpen) {
            log.leftOpen(LOCATIONS.get(reader.leftOpenId()).displayName());
            for (; reportedLeftOpen < reader.leftOpen(); reportedLeftOpen++) {
                countWrongCall();
            }
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
