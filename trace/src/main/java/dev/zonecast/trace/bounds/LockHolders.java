package dev.zonecast.trace.bounds;

import dev.zonecast.trace.LockSpan;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Finds who held a lock while a thread waited for it. A trace has the holds before the end of the wait. */
final class LockHolders {
    private static final int MAX_LOCKS = 1 << 14;
    private static final int KEPT_HOLDS = 16;
    private static final String WAIT_FOR = "wait for ";

    private record Key(long process, long lock) {}

    private final Map<Key, Deque<LockSpan>> holds = new HashMap<>();

    void held(LockSpan span) {
        Key key = new Key(span.track().process(), span.lock());
        Deque<LockSpan> last = holds.get(key);
        if (last == null) {
            if (holds.size() == MAX_LOCKS) {
                return;
            }
            last = new ArrayDeque<>();
            holds.put(key, last);
        }
        if (last.size() == KEPT_HOLDS) {
            last.removeFirst();
        }
        last.addLast(span);
    }

    /** The wait, with the thread that held the lock for most of it. */
    Stop wait(LockSpan wait) {
        String name = wait.name().startsWith(WAIT_FOR) ? wait.name().substring(WAIT_FOR.length()) : wait.name();
        Map<String, Long> byHolder = new HashMap<>();
        for (LockSpan hold : holds.getOrDefault(new Key(wait.track().process(), wait.lock()), new ArrayDeque<>())) {
            long both = Math.min(hold.endNanos(), wait.endNanos()) - Math.max(hold.beginNanos(), wait.beginNanos());
            if (both > 0) {
                byHolder.merge(hold.name(), both, Long::sum);
            }
        }
        String holder = byHolder.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
        Subject subject = new Subject(wait.track().name(), name, holder);
        return new Stop(wait.beginNanos(), wait.endNanos(), Stop.Kind.LOCK, subject);
    }
}
