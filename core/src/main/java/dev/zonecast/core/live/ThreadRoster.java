package dev.zonecast.core.live;

import dev.zonecast.core.event.EventThread;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The threads of a session. One that has ended is forgotten when the viewer has its name; of those that it never asks for, the last
 * {@value #MAX_ENDED} are kept. Owned by the collector's thread.
 */
final class ThreadRoster {
    static final int MAX_ENDED = 1 << 14;

    /** Name for a thread that ended before the viewer asked. */
    record Ended(String name, int group) {}

    private final IdentityHashMap<EventThread, SessionThread> byTrack = new IdentityHashMap<>();
    private final Map<Integer, SessionThread> byId = new HashMap<>();
    private final Map<Integer, Ended> ended = new LinkedHashMap<>();

    /** Threads that run fibers, which may have no events of their own. */
    private final Map<Integer, String> carrierNames = new LinkedHashMap<>();

    SessionThread of(EventThread track) {
        SessionThread known = byTrack.get(track);
        return known != null ? known : add(track);
    }

    private SessionThread add(EventThread track) {
        SessionThread thread = new SessionThread(track, SessionThread.wireId(track.id()));
        byTrack.put(track, thread);
        byId.put(thread.id, thread);
        return thread;
    }

    /** The thread, or null if no event of it was sent in this session. */
    SessionThread known(EventThread track) {
        return byTrack.get(track);
    }

    Collection<SessionThread> alive() {
        return byTrack.values();
    }

    void ended(EventThread track) {
        SessionThread thread = byTrack.remove(track);
        if (thread == null) {
            return;
        }
        byId.remove(thread.id, thread);
        if (thread.toldName == null) {
            ended.put(thread.id, new Ended(track.name(), track.group()));
            if (ended.size() > MAX_ENDED) {
                ended.remove(ended.keySet().iterator().next());
            }
        }
    }

    void carrier(int id, String name) {
        carrierNames.put(id, name.isEmpty() ? "thread " + Integer.toUnsignedString(id) : name);
        if (carrierNames.size() > MAX_ENDED) {
            carrierNames.remove(carrierNames.keySet().iterator().next());
        }
    }

    /** The name of a thread that runs fibers, or null. */
    String carrierName(int id) {
        return carrierNames.get(id);
    }

    /** A living thread by its number on the wire, or null. */
    SessionThread byId(int id) {
        return byId.get(id);
    }

    /** A thread that has ended, or null; it is given once. */
    Ended takeEnded(int id) {
        return ended.remove(id);
    }

    /** Threads that are remembered, alive or not. */
    int size() {
        return byTrack.size() + ended.size();
    }
}
