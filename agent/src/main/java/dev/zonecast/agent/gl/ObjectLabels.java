package dev.zonecast.agent.gl;

import dev.zonecast.core.registry.TableLimit;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Labels that a program gives to objects of OpenGL. Contexts that share objects share their labels. Thread-safe. */
final class ObjectLabels {
    private static final int MOST = 1 << 16;
    private static final TableLimit LIMIT =
            TableLimit.ofNames("labels of OpenGL objects", MOST, "further objects have none");

    /** Guarded by this. */
    private final Map<Long, String> labels = new HashMap<>();

    /** Guarded by this. */
    private int epoch;

    private volatile int version;

    /** Another number after each change. */
    int version() {
        return version;
    }

    /** @param label null or empty: the object has none */
    synchronized void put(long key, String label) {
        boolean isKept = label != null && !label.isEmpty();
        if (isKept && labels.size() >= MOST && !labels.containsKey(key)) {
            LIMIT.refuse();
            return;
        }
        String before = isKept ? labels.put(key, label) : labels.remove(key);
        if (!Objects.equals(before, isKept ? label : null)) {
            version++;
        }
    }

    /** Null if the program gave none. */
    synchronized String of(long key) {
        return labels.get(key);
    }

    /** Objects may have been deleted and made again unseen before an epoch: once, whichever context asks first. */
    synchronized void forget(int nextEpoch) {
        if (epoch != nextEpoch) {
            epoch = nextEpoch;
            labels.clear();
            version++;
        }
    }
}
