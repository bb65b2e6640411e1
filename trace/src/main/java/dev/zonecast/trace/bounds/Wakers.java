package dev.zonecast.trace.bounds;

import dev.zonecast.trace.TraceEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Which thread ended a wait of another: the one that began a flow which ends in the wait. For one thread. */
final class Wakers {
    /** About 50 MiB. */
    private static final int MAX_FLOWS = 1 << 19;

    private final Map<ThreadKey, NavigableMap<Long, ThreadKey>> ends = new HashMap<>();
    private int count;

    /** Takes a flow; false: there is no room. */
    boolean add(TraceEvent.Flow flow) {
        if (count == MAX_FLOWS) {
            return false;
        }
        count++;
        ThreadKey ignored = ends.computeIfAbsent(ThreadKey.of(flow.to()), key -> new TreeMap<>())
                .put(flow.endNanos(), ThreadKey.of(flow.track()));
        return true;
    }

    /** The thread that began the last flow to end on a thread within a time; null if there is none. */
    ThreadKey of(ThreadKey thread, long from, long to) {
        NavigableMap<Long, ThreadKey> known = ends.get(thread);
        Map.Entry<Long, ThreadKey> last = known == null ? null : known.floorEntry(to);
        return last == null || last.getKey() <= from ? null : last.getValue();
    }
}
