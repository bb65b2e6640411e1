package dev.zonecast.core.collect;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.event.EventKind;
import dev.zonecast.core.event.FrameEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the promises of {@link FrameEvent}: a set's frames are either marked, or started and ended in turn. A start without the end before
 * it ends the open frame.
 *
 * <p>Owned by the collector's thread.
 */
final class FrameKeeper {
    private enum Use {
        CONTINUOUS,
        DISCONTINUOUS
    }

    /** A named set of frames. */
    private static final class FrameSet {
        /** Null until it is known. */
        Use use;

        boolean open;
        long openNanos;

        /** Null once it has ended, unless the set is open. */
        ThreadTrack thread;

        boolean threadEnded;

        FrameSet(Use use) {
            this.use = use;
        }
    }

    private final SinkList sinks;
    private final FrameEvent added = new FrameEvent();
    private final Map<FrameName, FrameSet> sets = new HashMap<>();
    private long malformed;

    FrameKeeper(SinkList sinks) {
        this.sinks = sinks;
    }

    /** Ends without a start, starts without the end before, sets that are both marked and started. */
    long malformed() {
        return malformed;
    }

    /** Takes a record. */
    void take(ThreadTrack thread, FrameEvent read) {
        if (read.name() == null) {
            sinks.event(read);
            return;
        }
        Use use = read.kind() == EventKind.FRAME_MARK ? Use.CONTINUOUS : Use.DISCONTINUOUS;
        FrameSet set = sets.computeIfAbsent(read.name(), name -> new FrameSet(use));
        if (set.use == null) {
            set.use = use;
        }
        if (set.use != use || (read.kind() == EventKind.FRAME_END && !set.open)) {
            malformed++;
            return;
        }
        if (read.kind() == EventKind.FRAME_START && set.open) {
            malformed++;
            sinks.event(added.named(EventKind.FRAME_END, thread, read.nanos(), read.name()));
        }
        set.open = read.kind() == EventKind.FRAME_START && !sinks.isEmpty();
        set.openNanos = read.nanos();
        set.thread = thread;
        set.threadEnded = false;
        sinks.event(read);
    }

    /** A set that was open when a recording stopped that goes on. */
    void resume(FrameName name) {
        FrameSet set = new FrameSet(null);
        set.open = true;
        sets.put(name, set);
    }

    /**
     * Adds the open frames.
     *
     * @return threads that a new sink does not know, because they have ended: a frame may outlive the thread that started it
     */
    List<ThreadTrack> addOpen(List<SerialRouter.Standing> standing) {
        List<ThreadTrack> ended = new ArrayList<>();
        sets.forEach((name, set) -> {
            if (set.open) {
                ThreadTrack thread = set.thread;
                long nanos = set.openNanos;
                standing.add(new SerialRouter.Standing(
                        nanos, s -> s.event(added.named(EventKind.FRAME_START, thread, nanos, name))));
                if (set.threadEnded && !ended.contains(thread)) {
                    ended.add(thread);
                }
            }
        });
        return ended;
    }

    /** No sink is left: ends from here on are not recorded. */
    void forgetOpen() {
        sets.values().forEach(set -> {
            set.open = false;
            set.thread = set.threadEnded ? null : set.thread;
        });
    }

    /** The thread is gone; its object must not be kept for a frame that it left open. */
    void threadEnded(ThreadTrack track) {
        sets.values().forEach(set -> {
            if (set.thread == track) {
                set.threadEnded = true;
                set.thread = set.open ? track : null;
            }
        });
    }
}
