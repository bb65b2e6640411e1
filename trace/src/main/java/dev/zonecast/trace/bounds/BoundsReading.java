package dev.zonecast.trace.bounds;

import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.ThreadStop;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The first reading of a trace: frames of the base sets, the threads that mark them, stops of threads, and locks. For one thread. */
public final class BoundsReading {
    static final int MAX_FRAMES = 1 << 19;
    private static final int MAX_STOPS = 1 << 19;
    private static final int MAX_PROGRAMS = 64;

    /** The frames of a program. */
    static final class Frames {
        final List<TraceFrame> all = new ArrayList<>();
        /** In the order of the first marks: of threads that mark as many, the first one is taken. */
        private final Map<Track, Long> marks = new LinkedHashMap<>();

        /** The thread that marks the most; null if none does. A track of the first reading. */
        Track thread() {
            return marks.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse(null);
        }
    }

    private final Map<Long, Frames> frames = new LinkedHashMap<>();
    private final Map<Track, List<Stop>> stops = new HashMap<>();
    private final LockHolders holders = new LockHolders();
    private final Wakers wakers = new Wakers();
    private final Map<Subject, Subject> subjects = new HashMap<>();
    private int frameCount;
    private int stopCount;
    private long beyondLimits;

    /** Without frames. */
    public BoundsReading() {}

    /** Takes a whole frame. Frames of named sets are ignored. */
    public void frame(TraceFrame frame) {
        if (!frame.isBase()) {
            return;
        }
        Frames known = of(frame.track());
        if (known == null || frameCount == MAX_FRAMES) {
            beyondLimits++;
        } else {
            frameCount++;
            known.all.add(frame);
        }
    }

    private Frames of(Track track) {
        long program = track.process();
        return frames.size() == MAX_PROGRAMS
                ? frames.get(program)
                : frames.computeIfAbsent(program, number -> new Frames());
    }

    /** Takes any other event; most are ignored. */
    public void event(TraceEvent event) {
        switch (event) {
            case TraceEvent.FrameMark mark -> {
                Frames known = of(mark.track());
                if (known != null) {
                    known.marks.merge(mark.track(), 1L, Long::sum);
                }
            }
            case ThreadStop stop -> stop(stop);
            case TraceEvent.Flow flow -> beyondLimits += wakers.add(flow) ? 0 : 1;
            case LockSpan span when span.hold() -> holders.held(span);
            case LockSpan span -> add(span.track(), holders.wait(span));
            default -> {
                // Says nothing of frames.
            }
        }
    }

    private void stop(ThreadStop stop) {
        Stop known = Stops.of(stop);
        if (known != null) {
            add(stop.track(), known);
        }
    }

    private void add(Track track, Stop stop) {
        if (stopCount == MAX_STOPS) {
            beyondLimits++;
            return;
        }
        stopCount++;
        Subject subject = subjects.computeIfAbsent(stop.subject(), same -> same);
        stops.computeIfAbsent(track, of -> new ArrayList<>())
                .add(new Stop(stop.begin(), stop.end(), stop.kind(), subject));
    }

    /** The thread that marks the most frames of a program; null if none is known. A track of this reading. */
    public Track marker(long program) {
        Frames known = frames.get(program);
        return known == null ? null : known.thread();
    }

    /** What the second reading fills. */
    public FrameVerdicts verdicts() {
        Map<ThreadKey, List<Stop>> sorted = new HashMap<>();
        stops.forEach((track, all) -> {
            all.sort(Comparator.comparingLong(Stop::begin));
            // At the end of this reading the thread has the name that the second one has.
            all.replaceAll(stop -> stop.in(track.name()));
            sorted.put(ThreadKey.of(track), all);
        });
        return new FrameVerdicts(frames, sorted, wakers, beyondLimits);
    }
}
