package dev.zonecast.core.collect;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.FlowEvent;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.TableLimit;
import java.util.Arrays;

/**
 * Keeps the promises of flows: an end has its begin, and its begin's location and thread. Flows that lead nowhere stay open until the table
 * is full; then the oldest leaves. A flow makes no garbage.
 *
 * <p>Owned by the collector's thread.
 */
final class FlowKeeper {
    static final int MAX_OPEN = 1 << 16;
    private static final int FIRST_SLOTS = 64;
    private static final int NONE = -1;

    private static final TableLimit LIMIT =
            TableLimit.ofEvents("open flows", MAX_OPEN, "the oldest lead nowhere, and their ends are dropped");

    private final SinkList sinks;

    /** The slot of each open flow, by id. */
    private final MemoryBlocks slots = new MemoryBlocks();

    private long[] ids = new long[FIRST_SLOTS];
    private SourceLocation[] locations = new SourceLocation[FIRST_SLOTS];
    private String[] threads = new String[FIRST_SLOTS];

    /** {@link SinkList#added} at the begin: a sink that has not got the begin does not get the end. */
    private int[] added = new int[FIRST_SLOTS];

    // The open flows by age, as a list through their slots, and the free slots as another.
    private int[] newer = new int[FIRST_SLOTS];
    private int[] older = new int[FIRST_SLOTS];
    private int oldest = NONE;
    private int newest = NONE;
    private int free = NONE;
    private int used;
    private long malformed;

    /** Flows that left the table, whose ends have not come. */
    private long left;

    private long dropped;

    FlowKeeper(SinkList sinks) {
        this.sinks = sinks;
    }

    /** Ends of flows that had to leave the table. */
    long dropped() {
        return dropped;
    }

    /** Ends without a begin, of ids that the program chose, and begins of an id whose flow is open. */
    long malformed() {
        return malformed;
    }

    void take(FlowEvent event) {
        if (sinks.isEmpty()) {
            // The end may not be recorded any more.
            return;
        }
        if (event.kind() == EventKind.FLOW_BEGIN) {
            begin(event.id(), event.location(), event.thread().name(), sinks.added());
            sinks.event(event);
            return;
        }
        int slot = (int) slots.remove(event.id());
        if (slot < 0) {
            countUnknownEnd(event.id());
            return;
        }
        event.began(locations[slot], threads[slot]);
        release(slot);
        sinks.event(event, added[slot]);
    }

    /** While flows that left the table may end, it is one of theirs. A flow with an automatic id may have begun before the recording. */
    private void countUnknownEnd(long id) {
        if (left > 0) {
            left--;
            dropped++;
        } else if (id >= 0) {
            malformed++;
        }
    }

    private void begin(long id, SourceLocation location, String thread, int sinksAdded) {
        int replaced = (int) slots.remove(id);
        if (replaced >= 0) {
            malformed++;
            release(replaced);
        }
        int slot = freeSlot();
        slots.add(id, slot);
        ids[slot] = id;
        locations[slot] = location;
        threads[slot] = thread;
        added[slot] = sinksAdded;
        link(newest, slot);
        link(slot, NONE);
    }

    /** Makes two slots neighbours by age. NONE is an end of the list. */
    private void link(int elder, int younger) {
        if (elder == NONE) {
            oldest = younger;
        } else {
            newer[elder] = younger;
        }
        if (younger == NONE) {
            newest = elder;
        } else {
            older[younger] = elder;
        }
    }

    private int freeSlot() {
        if (free == NONE && used == MAX_OPEN) {
            LIMIT.refuse();
            left++;
            long ignored = slots.remove(ids[oldest]);
            release(oldest);
        }
        if (free != NONE) {
            int slot = free;
            free = newer[slot];
            return slot;
        }
        if (used == ids.length) {
            ids = Arrays.copyOf(ids, 2 * used);
            locations = Arrays.copyOf(locations, 2 * used);
            threads = Arrays.copyOf(threads, 2 * used);
            added = Arrays.copyOf(added, 2 * used);
            newer = Arrays.copyOf(newer, 2 * used);
            older = Arrays.copyOf(older, 2 * used);
        }
        return used++;
    }

    private void release(int slot) {
        link(older[slot], newer[slot]);
        locations[slot] = null;
        threads[slot] = null;
        newer[slot] = free;
        free = slot;
    }

    /** Restores a flow that was open at the end of a recording that is continued. The sinks have its begin. */
    void resume(long id, SourceLocation location) {
        begin(id, location, "", Integer.MAX_VALUE);
    }

    /** The last sink is gone: ends from here on are not recorded. */
    void forgetOpen() {
        slots.clear();
        Arrays.fill(locations, null);
        Arrays.fill(threads, null);
        oldest = NONE;
        newest = NONE;
        free = NONE;
        used = 0;
        left = 0;
    }
}
