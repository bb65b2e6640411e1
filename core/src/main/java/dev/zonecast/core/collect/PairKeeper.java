package dev.zonecast.core.collect;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventReader;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.SpanEvent;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.Pairing;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.TableLimit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the promises of events that come in pairs ({@link Pairing}), whatever thread records them: an end has its begin, and a begin without
 * the end before it ends what is open. An end has the id of its begin's record.
 *
 * <p>Owned by the collector's thread.
 */
final class PairKeeper {
    private static final int MAX_PAIRS = 1 << 16;

    private static final TableLimit LIMIT =
            TableLimit.ofEvents("open spans and sets of frames", MAX_PAIRS, "further ones are dropped");

    private record Key(Class<?> family, long number) {}

    private static final class Pair {
        /** True: marks; false: begins and ends; null: not yet known. */
        Boolean marked;

        /** It has had an event since sinks came. */
        boolean isKnown;

        /** The begin; null while nothing is open. */
        EventKind open;

        /** 0 if it began before the end of the recording that is continued. */
        int id;

        long word;
        long nanos;

        /** Null once it has ended, unless the pair is open. */
        ThreadTrack thread;

        boolean threadEnded;
    }

    private final SinkList sinks;
    private final EventReader reader;
    private final Map<Key, Pair> pairs = new HashMap<>();
    private long malformed;
    private long dropped;

    PairKeeper(SinkList sinks, EventReader reader) {
        this.sinks = sinks;
        this.reader = reader;
    }

    /** Ends without a begin that cannot be older than the recording, begins without the end before, sets that are both marked and begun. */
    long malformed() {
        return malformed;
    }

    /** Begins that there was no room for. */
    long dropped() {
        return dropped;
    }

    /**
     * Takes a record.
     *
     * @param word first of its payload
     */
    void take(ThreadTrack thread, Event event, int id, long word) {
        if (id == 0 && event.kind().pairing() == Pairing.MARKS) {
            // The base set.
            sinks.event(event);
            return;
        }
        if (sinks.isEmpty()) {
            // The end may not be recorded any more.
            return;
        }
        Pairing part = event.kind().pairing();
        Key key = new Key(event.getClass(), EventReader.pairKey(event));
        Pair pair = pairs.get(key);
        if (pair == null && pairs.size() >= MAX_PAIRS) {
            LIMIT.refuse();
            dropped++;
            return;
        }
        boolean marks = part == Pairing.MARKS;
        boolean begins = marks || part == Pairing.OPENS;
        if (!begins && takesFirstEnd(event, key, pair)) {
            return;
        }
        boolean fits = pair == null ? begins : begins || pair.open != null;
        if (!fits || (pair != null && pair.marked != null && pair.marked != marks)) {
            malformed++;
            return;
        }
        if (pair == null) {
            pair = new Pair();
            pairs.put(key, pair);
        }
        pair.marked = marks;
        pair.isKnown = true;
        switch (part) {
            case OPENS -> {
                if (pair.open != null) {
                    malformed++;
                    pair.id = pair.id == 0 ? id : pair.id;
                    sinks.event(read(pair.open.closing(), thread, event.nanos(), pair));
                }
                pair.open = event.kind();
                pair.id = id;
                pair.word = word;
                pair.nanos = event.nanos();
                pair.thread = thread;
                pair.threadEnded = false;
                sinks.event(event);
            }
            case CLOSES -> {
                pair.open = null;
                sinks.event(id != 0 ? event : read(event.kind(), thread, event.nanos(), pair));
                if (!(event instanceof FrameEvent)) {
                    pairs.remove(key);
                }
            }
            default -> {
                pair.open = marks ? null : pair.open;
                sinks.event(event);
            }
        }
    }

    /**
     * True for an end or step without a begin that is no wrong call: the begin may be older than the recording. Of a set of frames that is the
     * first end alone, which the set notes.
     */
    private boolean takesFirstEnd(Event event, Key key, Pair pair) {
        if (!(event instanceof FrameEvent)) {
            // Automatic ids are below 0.
            return pair == null && key.number < 0;
        }
        Pair set = pair == null ? new Pair() : pair;
        if (pair == null) {
            pairs.put(key, set);
        }
        boolean isFirst = !set.isKnown;
        set.isKnown = true;
        return isFirst && !Boolean.TRUE.equals(set.marked);
    }

    private Event read(EventKind kind, ThreadTrack thread, long nanos, Pair pair) {
        return reader.read(kind, thread, nanos, 0, pair.id, pair.word, 0, 0, null, null);
    }

    /** Restores a set that was open at the end of a recording that is continued. */
    void resume(FrameName name) {
        Pair ignored = resume(FrameEvent.class, Ids.of(name), EventKind.FRAME_START);
    }

    /** Restores a span that was open at the end of a recording that is continued. */
    void resumeSpan(long id, int locationId) {
        Pair pair = resume(SpanEvent.class, id, EventKind.SPAN_BEGIN);
        pair.id = locationId;
        pair.word = id;
    }

    private Pair resume(Class<?> family, long number, EventKind begin) {
        Pair pair = new Pair();
        pair.open = begin;
        pair.isKnown = true;
        pairs.put(new Key(family, number), pair);
        return pair;
    }

    /**
     * Adds the open pairs.
     *
     * @param ended gets threads that a new sink does not know, because they have ended: a frame or span may outlive the thread that began it
     */
    void addOpen(List<SerialRouter.Standing> standing, Set<ThreadTrack> ended) {
        for (Pair pair : pairs.values()) {
            if (pair.open != null) {
                ThreadTrack thread = pair.thread;
                standing.add(
                        new SerialRouter.Standing(pair.nanos, s -> s.event(read(pair.open, thread, pair.nanos, pair))));
                if (pair.threadEnded) {
                    ended.add(thread);
                }
            }
        }
    }

    /** The last sink is gone: ends from here on are not recorded. */
    void forgetOpen() {
        pairs.keySet().removeIf(key -> key.family() != FrameEvent.class);
        pairs.values().forEach(pair -> {
            pair.open = null;
            pair.isKnown = false;
            pair.thread = pair.threadEnded ? null : pair.thread;
        });
    }

    /** The thread has ended. Ended pairs must not keep its object. */
    void threadEnded(ThreadTrack track) {
        for (Pair pair : pairs.values()) {
            if (pair.thread == track) {
                pair.threadEnded = true;
                pair.thread = pair.open != null ? track : null;
            }
        }
    }
}
