package dev.zonecast.core.section;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.GateState;
import java.util.Collection;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The sections that are open, and those that have ended since the collector looked. Sections are few and long, so they do not go
 * through the rings: the collector compares {@link #version} once a pass.
 *
 * <p>Thread-safe.
 */
public final class SectionTable {
    /** One for the process. */
    public static final SectionTable INSTANCE = new SectionTable();

    /** As many may be open at once; further ones are dropped and counted. */
    public static final int MAX_OPEN = 4_096;

    /** As many may end between two passes of the collector; further ones are dropped and counted. */
    static final int MAX_ENDED = 16_384;

    private static final TableLimit OPEN_LIMIT =
            TableLimit.ofEvents("open sections", MAX_OPEN, "further ones are dropped");
    private static final TableLimit ENDED_LIMIT = TableLimit.ofEvents(
            "sections that ended between two passes of the collector", MAX_ENDED, "further ones are dropped");

    private final ConcurrentHashMap<Integer, SectionInfo> open = new ConcurrentHashMap<>();
    private final ArrayBlockingQueue<SectionInfo> ended = new ArrayBlockingQueue<>(MAX_ENDED);
    private final AtomicInteger lastId = new AtomicInteger();
    private final AtomicInteger version = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();

    /** A table apart from that of the process, for tests. */
    SectionTable() {}

    /** Begins a section now; null if there are too many. */
    public SectionInfo begin(SectionCategory category, String text) {
        if (open.size() >= MAX_OPEN) {
            OPEN_LIMIT.refuse();
            dropped.incrementAndGet();
            return null;
        }
        int id = lastId.updateAndGet(last -> last == Integer.MAX_VALUE ? 1 : last + 1);
        SectionInfo info = new SectionInfo(id, category, NameTable.wellFormed(text), System.nanoTime());
        open.put(id, info);
        version.incrementAndGet();
        return info;
    }

    /** Ends a section now; nothing happens if it has ended. */
    public void end(SectionInfo section) {
        if (open.remove(section.id(), section)) {
            section.end(System.nanoTime());
            if (!GateState.isOpen()) {
                section.miss();
            } else if (!ended.offer(section)) {
                section.miss();
                ENDED_LIMIT.refuse();
                dropped.incrementAndGet();
            }
            version.incrementAndGet();
        }
    }

    /** Changes with each begin and end. */
    public int version() {
        return version.get();
    }

    /** The open ones; to be read before {@link #pollEnded}, which has those that disappear from here in between. */
    public Collection<SectionInfo> open() {
        return open.values();
    }

    /** The next one that has ended, or null. The collector. */
    public SectionInfo pollEnded() {
        return ended.poll();
    }

    /** Sections that found no place. */
    public long dropped() {
        return dropped.get();
    }
}
