package dev.zonecast.flight.buffer;

import dev.zonecast.core.recording.RecordingLosses;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Room for names of threads, fibers and locks in the journal of names: they come and go without end, and must leave room for all other
 * names. What is refused is counted; the first refusal is logged. Any thread, without a lock.
 */
final class PassingNames {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean logged = new AtomicBoolean();

    PassingNames(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Takes room for an entry; true for any other kind. */
    boolean take(int kind, long size) {
        boolean passes = kind == NameJournal.THREAD || kind == NameJournal.FIBER || kind == NameJournal.LOCK;
        if (!passes || bytes.addAndGet(size) <= mostBytes) {
            return true;
        }
        bytes.addAndGet(-size);
        RecordingLosses.NAMES.increment();
        if (!logged.getAndSet(true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} MiB of names of threads, fibers and locks are kept for a crash: further ones are counted,"
                            + " and would be without name in a recovered trace",
                    mostBytes / (1 << 20));
        }
        return false;
    }
}
