package dev.zonecast.core.collect;

import dev.zonecast.core.MessageSource;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.RunEvent;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.StopEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.late.LateTrack;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.registry.ThreadNames;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes late events to the sinks, on tracks that are threads to them, and keeps what {@link EventSink} promises of threads:
 * zones match, times do not run backwards. A batch has no open zone at its end, so nothing stands between two batches.
 *
 * <p>Owned by the collector's thread.
 */
final class LateRouter {
    /** Tracks, and threads that are sampled and record nothing themselves. */
    private static final int MAX_TRACKS = 4096;

    /** The threads that ended first are forgotten. */
    private static final int MAX_ENDED = 1024;

    private static final TableLimit LIMIT =
            TableLimit.ofEvents("tracks of late events", MAX_TRACKS, "events of further ones are dropped");

    private static final class Track {
        final EventThread thread;
        long lastNanos;
        int depth;

        Track(LateTrack named) {
            thread = EventThread.of(named.id(), named.name());
        }

        long time(long nanos) {
            lastNanos = Math.max(lastNanos, nanos);
            return lastNanos;
        }
    }

    private final LateEvents queue;
    private final SinkList sinks;
    private final List<ThreadTrack> recording;
    private final Map<LateTrack, Track> tracks = new LinkedHashMap<>();
    private final Map<Long, EventThread> sampled = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<Long, EventThread> threads = new HashMap<>();

    /**
     * Threads that ended, as sinks knew them. A late event names its thread as the virtual machine did at the time, which the program may
     * have renamed since.
     */
    private final Map<Long, EventThread> ended = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, EventThread> eldest) {
            return size() > MAX_ENDED;
        }
    };

    private final ZoneRun run = new ZoneRun();
    private final ZoneAttribute attribute = new ZoneAttribute();
    private final MessageEvent message = new MessageEvent();
    private final PlotValue plot = new PlotValue();
    private long dropped;

    /** Batches to be passed on. */
    private int marked;

    /** @param recording the collector's threads, which have recorded something */
    LateRouter(LateEvents queue, SinkList sinks, List<ThreadTrack> recording) {
        this.queue = queue;
        this.sinks = sinks;
        this.recording = recording;
    }

    /** Events lost so far. */
    long dropped() {
        return dropped + queue.dropped();
    }

    /** Sends a new sink the tracks. */
    void replayTo(GuardedSink sink) {
        tracks.values().forEach(track -> sink.call(s -> s.thread(track.thread, Life.STARTED)));
    }

    /** The thread records nothing more; its late events have its last name. */
    void threadEnded(ThreadTrack thread) {
        ended.put(thread.id(), EventThread.of(thread.id(), thread.virtual(), thread.name(), thread.group()));
        forget(thread.id());
    }

    /** After the program has named threads, their next sample describes them anew. */
    void threadsNamed() {
        for (EventThread thread : List.copyOf(sampled.values())) {
            ThreadNames.Label given = ThreadNames.labelOf(thread.id());
            if (given != null
                    && (given.group() != thread.group()
                            || !NameTable.wellFormed(given.name()).equals(thread.name()))) {
                forget(thread.id());
            }
        }
    }

    private void forget(long sampledId) {
        EventThread forgotten = sampled.remove(sampledId);
        if (forgotten != null) {
            sinks.thread(forgotten, Life.FORGOTTEN);
        }
    }

    /** Notes what is published: the next {@link #deliver} passes it on. Sinks are admitted after that, as with the rings. */
    void markEnd() {
        marked = queue.batches();
    }

    /** Passes on what was published at the mark. */
    void deliver() {
        if (marked == 0) {
            return;
        }
        threads.clear();
        for (ThreadTrack thread : recording) {
            threads.put(thread.id(), thread);
        }
        for (; marked > 0; marked--) {
            List<? extends LateEvent> batch = queue.take();
            if (!sinks.isEmpty()) {
                deliver(batch);
            }
        }
        // The next late events may come much later. A thread that ends before them must not stay in memory.
        threads.clear();
        removeEndedTracks();
    }

    private void removeEndedTracks() {
        List<LateTrack> gone =
                tracks.keySet().stream().filter(LateTrack::isEnded).toList();
        // A batch that waits may have their last events.
        if (queue.batches() == 0) {
            gone.forEach(track -> sinks.thread(tracks.remove(track).thread, Life.ENDED));
        }
    }

    private void deliver(List<? extends LateEvent> batch) {
        for (LateEvent event : batch) {
            switch (event) {
                case LateEvent.Begin begin -> begin(begin);
                case LateEvent.End end -> end(end);
                case LateEvent.Note note -> note(note);
                case LateEvent.Value value -> value(value);
                case LateEvent.Stop stop -> stop(stop);
                case LateEvent.Run ran -> run(ran);
                case LateEvent.Sample sample -> sample(sample);
            }
        }
        for (Track track : tracks.values()) {
            while (track.depth > 0) {
                end(track, track.lastNanos);
            }
        }
    }

    private Track track(LateTrack named) {
        Track track = tracks.get(named);
        if (track == null && tracks.size() < MAX_TRACKS) {
            track = new Track(named);
            tracks.put(named, track);
            sinks.thread(track.thread, Life.STARTED);
        }
        if (track == null) {
            LIMIT.refuse();
            dropped++;
        }
        return track;
    }

    private void begin(LateEvent.Begin begin) {
        Track track = track(begin.track());
        if (track == null) {
            return;
        }
        track.depth++;
        sinks.zones(track.thread, run.onlyBegin(track.time(begin.nanos()), Ids.of(begin.location())));
        if (begin.text() != null) {
            sinks.event(attribute.text(EventKind.ZONE_TEXT, track.thread, Utf8Text.of(begin.text())));
        }
    }

    private void end(LateEvent.End end) {
        Track track = tracks.get(end.track());
        if (track != null && track.depth > 0) {
            end(track, end.nanos());
        } else {
            dropped++;
        }
    }

    private void end(Track track, long nanos) {
        track.depth--;
        sinks.zones(track.thread, run.onlyEnd(track.time(nanos)));
    }

    private void note(LateEvent.Note note) {
        Track track = track(note.track());
        if (track != null) {
            long nanos = track.time(note.nanos());
            Utf8Text text = Utf8Text.of(note.text());
            sinks.event(message.message(track.thread, nanos, note.severity(), MessageSource.PROFILER, -1, text, null));
        }
    }

    private void value(LateEvent.Value value) {
        Track track = track(value.track());
        if (track == null) {
            return;
        }
        if (Double.isFinite(value.value())) {
            long nanos = track.time(value.nanos());
            sinks.event(plot.decimal(track.thread, nanos, value.plot(), value.value()));
        } else {
            dropped++;
        }
    }

    private void stop(LateEvent.Stop stop) {
        if (stop.threadId() != 0) {
            EventThread thread = threads.get(stop.threadId());
            if (thread == null && (sampled.containsKey(stop.threadId()) || ended.containsKey(stop.threadId()))) {
                thread = sampledThread(stop.threadId(), "");
            }
            // A thread that records nothing has no zones that could stand still.
            if (thread != null) {
                stop(stop, thread);
            }
            return;
        }
        for (EventThread thread : threads.values()) {
            // A virtual thread stands still with the thread that carries it.
            if (!thread.virtual()) {
                stop(stop, thread);
            }
        }
    }

    private void stop(LateEvent.Stop stop, EventThread thread) {
        sinks.event(new StopEvent(thread, stop.beginNanos(), stop.endNanos(), stop.location(), stop.text()));
    }

    private void run(LateEvent.Run ran) {
        EventThread thread = threads.get(ran.threadId());
        if (thread == null) {
            thread = sampledThread(ran.threadId(), ran.threadName());
        }
        sinks.event(new RunEvent(thread, ran.beginNanos(), ran.endNanos(), ran.core(), ran.preempted()));
    }

    private void sample(LateEvent.Sample sample) {
        EventThread thread = threads.get(sample.threadId());
        if (thread == null) {
            if (sample.onlyIfRecording() && !ended.containsKey(sample.threadId())) {
                return;
            }
            thread = sampledThread(sample.threadId(), sample.threadName());
        }
        sinks.event(
                new SampleEvent(thread, sample.nanos(), sample.kind(), sample.weight(), sample.type(), sample.stack()));
    }

    /** A thread that records nothing. Beyond the limit, the one with the oldest sample is dropped. */
    private EventThread sampledThread(long id, String name) {
        EventThread known = sampled.get(id);
        if (known != null) {
            return known;
        }
        if (sampled.size() >= MAX_TRACKS) {
            forget(sampled.keySet().iterator().next());
        }
        EventThread made = ended.get(id);
        if (made == null) {
            made = named(id, name);
        }
        sampled.put(id, made);
        return made;
    }

    /** The program's name precedes the name that the virtual machine knew. */
    private static EventThread named(long id, String threadName) {
        ThreadNames.Label given = ThreadNames.labelOf(id);
        String name = given == null || given.name().isEmpty() ? threadName : given.name();
        return EventThread.of(
                id,
                false,
                name.isEmpty() ? "thread " + id : NameTable.wellFormed(name),
                given == null ? 0 : given.group());
    }
}
