package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.memory.Memory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the threads of a trace represent, by our blobs about them. */
public final class TrackBlobs {
    /** Something that a thread of the trace represents. */
    public record Subject(int kind, long id, long submitter, int lane) {}

    /** A thread of the trace. */
    public record Described(long koid, Subject subject) {}

    private static final int MOST = 1 << 16;

    private final Map<Subject, Long> koids = new HashMap<>();
    private final Map<Long, Subject> subjects = new HashMap<>();
    private final List<Described> all = new ArrayList<>();
    private long highest;

    TrackBlobs() {}

    /**
     * Takes the payload of a blob {@link ExtensionLayout#TRACK}.
     *
     * @return false if it describes no thread
     */
    boolean blob(Memory payload) {
        if (payload.byteSize() < ExtensionLayout.TRACK_BYTES) {
            return false;
        }
        long first = payload.getLong(0);
        long koid = first >>> 32;
        highest = Math.max(highest, koid);
        Subject subject = new Subject(
                (int) (first >>> 16) & 0xFFFF,
                payload.getLong(ExtensionLayout.TRACK_SUBJECT),
                payload.getLong(ExtensionLayout.TRACK_SUBMITTER),
                payload.getInt(ExtensionLayout.TRACK_FLAGS) >>> ExtensionLayout.TRACK_LANE_SHIFT
                        & ExtensionLayout.TRACK_LANE_MASK);
        if (koids.size() < MOST && subjects.size() < MOST && !subject.equals(subjects.put(koid, subject))) {
            koids.put(subject, koid);
            all.add(new Described(koid, subject));
        }
        return true;
    }

    /** The highest koid of all. */
    public long highest() {
        return highest;
    }

    /** The koid of a Java thread or a fiber, or -1. */
    public long koid(long id) {
        Long thread = koids.get(new Subject(ExtensionLayout.TRACK_THREAD, id, 0, 0));
        return thread != null ? thread : koids.getOrDefault(new Subject(ExtensionLayout.TRACK_FIBER, id, 0, 0), -1L);
    }

    /** What a thread of the trace represents, or null. */
    public Subject subject(long koid) {
        return subjects.get(koid);
    }

    /** All threads, in the order in which they were described. */
    public List<Described> all() {
        return all;
    }
}
