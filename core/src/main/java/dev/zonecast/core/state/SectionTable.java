package dev.zonecast.core.state;

import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.GateState;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The open sections, and the begins and ends that the collector has not read. Sections are few and long, so they do not go through the
 * rings.
 *
 * <p>Thread-safe.
 *
 * @param <T> a section: equal only to itself
 */
public final class SectionTable<T> {
    /** As many may be open at once; further ones are dropped and counted. */
    public static final int MAX_OPEN = 4_096;

    /** As many begins and ends may wait for the collector. Each begin leaves room for its end. */
    static final int MAX_CHANGES = 32_768;

    private static final TableLimit OPEN_LIMIT =
            TableLimit.ofEvents("open sections", MAX_OPEN, "further ones are dropped");
    private static final TableLimit CHANGES_LIMIT = TableLimit.ofEvents(
            "begins and ends of sections between two passes of the collector", MAX_CHANGES, "further ones are dropped");
    private static final SectionTable<?> INSTANCE = new SectionTable<>();

    /**
     * A section begins or ends.
     *
     * @param endNanos {@link System#nanoTime} of an end
     */
    public record Change<T>(T section, boolean begins, long endNanos) {}

    private final Set<T> open = new HashSet<>();
    private final ArrayDeque<Change<T>> changes = new ArrayDeque<>();
    private final ArrayDeque<T> unheard = new ArrayDeque<>();
    private int lastId;
    private long dropped;

    /** A table of its own, for tests. */
    public SectionTable() {}

    /** The table of the process. */
    @SuppressWarnings("unchecked") // There is one type of sections.
    public static <T> SectionTable<T> of(Class<T> section) {
        return (SectionTable<T>) INSTANCE;
    }

    /** Begins a section with an id of its own; null if there are too many. */
    public synchronized T begin(IntFunction<T> make) {
        TableLimit full = open.size() >= MAX_OPEN
                ? OPEN_LIMIT
                : changes.size() + open.size() >= MAX_CHANGES ? CHANGES_LIMIT : null;
        if (full != null) {
            full.refuse();
            dropped++;
            return null;
        }
        lastId = lastId == Integer.MAX_VALUE ? 1 : lastId + 1;
        T section = make.apply(lastId);
        open.add(section);
        changes.add(new Change<>(section, true, 0));
        return section;
    }

    /** Ends a section; nothing happens if it has ended. */
    public synchronized void end(T section) {
        if (open.remove(section)) {
            if (GateState.isOpen()) {
                changes.add(new Change<>(section, false, System.nanoTime()));
            } else if (!changes.removeIf(change -> change.section().equals(section))) {
                unheard.add(section);
            }
        }
    }

    /** The next begin or end, in the order of time, or null. */
    public synchronized Change<T> poll() {
        return changes.poll();
    }

    /** The next section whose begin was read and whose end was not recorded, or null. */
    public synchronized T pollUnheard() {
        return unheard.poll();
    }

    /** Sections that found no place. */
    public synchronized long dropped() {
        return dropped;
    }
}
