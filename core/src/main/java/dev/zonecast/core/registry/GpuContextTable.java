package dev.zonecast.core.registry;

import dev.zonecast.core.clock.Clock;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The GPU contexts of the process. Ids count up and are not used again, so that recordings keep a closed context apart from later ones. A
 * closed context stays until the collector has read its last record. Thread-safe.
 */
public final class GpuContextTable<T> {
    private static final GpuContextTable<?> INSTANCE = new GpuContextTable<>();

    /** Contexts that are open at one time. Tracy's protocol has 8 bits for them, and 255 is not used. */
    public static final int MAX_OPEN = 255;

    /**
     * Contexts that are open, or closed and not yet read to their end. A program may make and close many while the collector reads: a
     * context that is forgotten before takes its zones with it.
     */
    public static final int MAX_PRESENT = 4 * MAX_OPEN;

    /** Contexts in the life of a process: records in rings have 24 bits for the id. */
    public static final int MAX_IDS = 1 << 24;

    private static final TableLimit LIMIT =
            TableLimit.ofNames("GPU contexts", MAX_OPEN, "zones of further ones are not recorded: close unused ones");

    /** By id; replaced at each change. */
    private volatile List<T> present = List.of();

    // Guarded by this. Ticks of the close of each context that is still in the table.
    private final IdentityHashMap<T, Long> closed = new IdentityHashMap<>();
    private int nextId;

    /** True if a context may have been closed; read without the lock at each pass of the collector. */
    private volatile boolean anyClosed;

    private GpuContextTable() {
        Registry.addTable(this::present);
    }

    /** The table of the process. */
    @SuppressWarnings("unchecked") // There is one type of contexts.
    public static <T> GpuContextTable<T> of(Class<T> context) {
        return (GpuContextTable<T>) INSTANCE;
    }

    /** Contexts that are open, or closed and not yet read to their end, in the order of their ids. */
    public List<T> present() {
        return present;
    }

    /**
     * Adds a context under the next id.
     *
     * @return null if {@value #MAX_OPEN} are open; counted
     */
    public synchronized T add(IntFunction<T> make) {
        if (present.size() >= MAX_PRESENT) {
            forgetOldestClosed();
        }
        if (present.size() - closed.size() >= MAX_OPEN || nextId >= MAX_IDS) {
            LIMIT.refuse();
            return null;
        }
        T context = make.apply(nextId++);
        List<T> more = new ArrayList<>(present);
        more.add(context);
        Registry.tell(context);
        present = List.copyOf(more);
        return context;
    }

    /** An open context has changed: another object takes its place. False if it is not open. */
    public synchronized boolean replace(T context, T changed) {
        if (!present.contains(context) || closed.containsKey(context)) {
            return false;
        }
        Registry.tell(changed);
        present = present.stream().map(each -> each == context ? changed : each).toList();
        return true;
    }

    /** While nothing records, the collector reads no rings: closed contexts leave when their place is needed. */
    private void forgetOldestClosed() {
        for (T context : present) {
            if (closed.remove(context) != null) {
                remove(List.of(context));
                return;
            }
        }
    }

    /** A context was closed; its last record has been written. */
    public synchronized void close(T context) {
        if (present.contains(context)) {
            closed.putIfAbsent(context, Clock.ticks());
            anyClosed = true;
        }
    }

    /**
     * Takes out closed contexts; the collector.
     *
     * @param watermarkTicks all records from before have been read
     */
    public List<T> retireBefore(long watermarkTicks) {
        return anyClosed ? retire(watermarkTicks) : List.of();
    }

    private synchronized List<T> retire(long watermarkTicks) {
        List<T> over = present.stream()
                .filter(context -> closed.containsKey(context) && closed.get(context) - watermarkTicks < 0)
                .toList();
        closed.keySet().removeAll(over);
        remove(over);
        anyClosed = !closed.isEmpty();
        return over;
    }

    private void remove(List<T> over) {
        if (!over.isEmpty()) {
            present =
                    present.stream().filter(context -> !over.contains(context)).toList();
        }
    }
}
