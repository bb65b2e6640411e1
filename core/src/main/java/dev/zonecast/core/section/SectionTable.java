package dev.zonecast.core.section;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.GateState;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The open sections, and the begins and ends that the collector has not read. Sections are few and long, so they do not go through the
 * rings.
 *
 * <p>Thread-safe.
 */
public final class SectionTable {
    /** One for the process. */
    public static final SectionTable INSTANCE = new SectionTable();

    /** As many may be open at once; further ones are dropped and counted. */
    public static final int MAX_OPEN = 4_096;

    /** As many begins and ends may wait for the collector. Each begin leaves room for its end. */
    static final int MAX_CHANGES = 32_768;

    private static final TableLimit OPEN_LIMIT =
            TableLimit.ofEvents("open sections", MAX_OPEN, "further ones are dropped");
    private static final TableLimit CHANGES_LIMIT = TableLimit.ofEvents(
            "begins and ends of sections between two passes of the collector", MAX_CHANGES, "further ones are dropped");

    private final Map<Integer, SectionInfo> open = new HashMap<>();
    private final ArrayDeque<SectionEvent> changes = new ArrayDeque<>();
    private final ArrayDeque<SectionInfo> unheard = new ArrayDeque<>();
    private int lastId;
    private long dropped;

    /** A table apart from that of the process, for tests. */
    SectionTable() {}

    /** Begins a section; null if there are too many. */
    public SectionInfo begin(SectionCategory category, String text) {
        String shown = NameTable.wellFormed(text);
        synchronized (this) {
            TableLimit full = open.size() >= MAX_OPEN
                    ? OPEN_LIMIT
                    : changes.size() + open.size() >= MAX_CHANGES ? CHANGES_LIMIT : null;
            if (full != null) {
                full.refuse();
                dropped++;
                return null;
            }
            lastId = lastId == Integer.MAX_VALUE ? 1 : lastId + 1;
            SectionInfo section = new SectionInfo(lastId, category, shown, System.nanoTime());
            open.put(lastId, section);
            changes.add(SectionEvent.begin(section));
            return section;
        }
    }

    /** Ends a section; nothing happens if it has ended. */
    public synchronized void end(SectionInfo section) {
        if (open.remove(section.id(), section)) {
            if (GateState.isOpen()) {
                changes.add(SectionEvent.end(section, System.nanoTime()));
            } else if (!changes.removeIf(change -> change.section().equals(section))) {
                unheard.add(section);
            }
        }
    }

    /** How many begins and ends wait. */
    public synchronized int waiting() {
        return changes.size();
    }

    /** The next begin or end, in the order of time, or null. */
    public synchronized SectionEvent poll() {
        return changes.poll();
    }

    /** The next section whose begin was read and that ended while nobody listened, or null. */
    public synchronized SectionInfo pollUnheard() {
        return unheard.poll();
    }

    /** Sections that found no place. */
    public synchronized long dropped() {
        return dropped;
    }
}
