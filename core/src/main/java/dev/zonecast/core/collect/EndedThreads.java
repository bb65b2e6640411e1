package dev.zonecast.core.collect;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Names and groups of threads that ended, as sinks knew them. A late event names its thread as the virtual machine did at the time,
 * which the program may have renamed since. Owned by the collector's thread.
 */
final class EndedThreads {
    /** The threads that ended first are forgotten. */
    private static final int MOST = 1024;

    private record Label(String name, int group, boolean virtual) {}

    private final Map<Long, Label> labels = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Label> eldest) {
            return size() > MOST;
        }
    };

    void add(ThreadTrack thread) {
        labels.put(thread.id(), new Label(thread.name(), thread.group(), thread.virtual()));
    }

    /** The thread as it was; null if it is not known. */
    ThreadTrack find(long id) {
        Label label = labels.get(id);
        return label == null ? null : ThreadTrack.ofOtherProcess(id, label.virtual, label.name, label.group);
    }
}
