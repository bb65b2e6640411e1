package dev.zonecast.core.late;

import dev.zonecast.core.Zonecast;
import dev.zonecast.core.registry.SafeLog;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.GateState;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The way of late events to the collector. Bounded: a batch for which there is no room is dropped as a whole, so that zones keep their
 * ends, and its events are counted.
 *
 * <p>Any thread may publish; the collector alone takes.
 */
public final class LateEvents {
    private static final int MOST_WAITING = 1 << 18;

    /** The queue of this process. */
    public static final LateEvents INSTANCE = new LateEvents();

    /** A source with unpublished events. */
    @FunctionalInterface
    public interface Source {
        /**
         * Publishes all that happened before the call. Must return within the time given.
         *
         * @throws InterruptedException if the thread is interrupted while it waits
         */
        void publishAll(Duration limit) throws InterruptedException;
    }

    private static final TableLimit LIMIT =
            TableLimit.ofEvents("late events that wait for the collector", MOST_WAITING, "further ones are dropped");

    private final ArrayDeque<List<? extends LateEvent>> batches = new ArrayDeque<>();
    private final CopyOnWriteArrayList<Source> sources = new CopyOnWriteArrayList<>();
    private int waiting;
    private long dropped;
    private volatile long samplingPeriodNanos;

    private LateEvents() {}

    /** False while events are dropped: nothing records, or the profiler is off. */
    public static boolean areWanted() {
        return Zonecast.isActive();
    }

    /** Since when events are wanted, by {@link System#nanoTime}; of no meaning while they are not. */
    public static long wantedSinceNanos() {
        return GateState.openedNanos();
    }

    /**
     * Hands over a batch. On each track its begins and ends match, its zones nest, and times do not run backwards; what is earlier than
     * the last event of its track is moved there.
     *
     * @return false if there was no room
     */
    public synchronized boolean publish(List<? extends LateEvent> batch) {
        if (waiting + batch.size() > MOST_WAITING) {
            LIMIT.refuse(batch.size());
            dropped += batch.size();
            return false;
        }
        if (!batch.isEmpty()) {
            batches.add(List.copyOf(batch));
            waiting += batch.size();
        }
        return true;
    }

    /** Batches that wait. */
    public synchronized int batches() {
        return batches.size();
    }

    /** The next batch, or null. The collector's thread. */
    public synchronized List<? extends LateEvent> take() {
        List<? extends LateEvent> batch = batches.poll();
        waiting -= batch == null ? 0 : batch.size();
        return batch;
    }

    /** Events that found no room. */
    public synchronized long dropped() {
        return dropped;
    }

    /** Counts events that their source could not publish. */
    public synchronized void countDropped(long events) {
        dropped += events;
    }

    /** Adds a source, which is asked for its events before a recording ends, until {@link #remove}. */
    public void add(Source source) {
        sources.add(source);
    }

    /** It has nothing more. */
    public void remove(Source source) {
        sources.remove(source);
    }

    /** Lets all sources publish, within that time; what one throws is logged. Not the collector's thread. */
    public void collect(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        boolean interrupted = Thread.interrupted();
        for (Source source : sources) {
            boolean complete = false;
            while (!complete) {
                try {
                    source.publishAll(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
                    complete = true;
                } catch (InterruptedException e) {
                    // The events are wanted all the same, and the time is limited.
                    interrupted = true;
                } catch (RuntimeException | Error e) {
                    complete = true;
                    SafeLog.log(
                            System.getLogger("dev.zonecast"),
                            Level.WARNING,
                            () -> source.getClass().getName() + " failed: its last events are missing",
                            e);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nanoseconds of processor time between two samples of a thread; 0: no samples. */
    public long samplingPeriodNanos() {
        return samplingPeriodNanos;
    }

    /** For viewers: see {@link #samplingPeriodNanos()}. */
    public void samplingPeriodNanos(long nanos) {
        samplingPeriodNanos = nanos;
    }
}
