package dev.zonecast.lua;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.session.Profiler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the profiler recorded while a test ran, as a viewer would get it. */
final class Trace implements EventSink, AutoCloseable {
    /** A zone with what it was given. */
    static final class RecordedZone {
        final SourceLocation location;
        final long beginNanos;
        String name;
        long endNanos = -1;
        final List<String> texts = new ArrayList<>();
        final List<Long> values = new ArrayList<>();
        Integer rgb;
        final List<RecordedZone> inner = new ArrayList<>();

        RecordedZone(SourceLocation location, long beginNanos) {
            this.location = location;
            this.beginNanos = beginNanos;
        }

        String shown() {
            return name != null ? name : location.displayName();
        }

        /** The zone and all inside it, one a line: {@code name file:line}, indented by depth. */
        private void outline(String indent, StringBuilder out) {
            out.append(indent).append(shown());
            out.append(' ').append(location.file()).append(':').append(location.line());
            out.append(endNanos < 0 ? " OPEN\n" : "\n");
            inner.forEach(zone -> zone.outline(indent + "  ", out));
        }
    }

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Zones of a thread, those open on top of each other. */
    private static final class Track {
        final List<RecordedZone> outermost = new ArrayList<>();
        final List<RecordedZone> open = new ArrayList<>();
        boolean ended;
    }

    private final Map<Long, Track> tracks = new LinkedHashMap<>();
    private final List<String> messages = new ArrayList<>();
    private final List<String> markers = new ArrayList<>();
    private final List<String> plots = new ArrayList<>();
    private final List<String> frames = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final boolean keepZones;
    private long ends;
    private boolean detached;

    private Trace(boolean keepZones) {
        this.keepZones = keepZones;
    }

    /** Records from now on. */
    static Trace start() {
        return attach(new Trace(true));
    }

    /** Records how often each function's zones came, and not each of them. */
    static Trace counting() {
        return attach(new Trace(false));
    }

    private static Trace attach(Trace trace) {
        Zonecast.start(Options.defaults().set(Option.LISTEN, false).set(Option.RING_WAIT, Duration.ofSeconds(10)));
        // What ended before is read now, or the new sink would be told that it is open.
        await();
        Profiler.current().attach(trace);
        await();
        return trace;
    }

    /** Until all that was recorded before is here. */
    static void await() {
        if (!Zonecast.flush(LIMIT)) {
            throw new AssertionError("the collector takes longer than " + LIMIT);
        }
    }

    /** Ends the recording; what is open stays open here, too. */
    Trace stop() {
        if (!detached) {
            detached = true;
            await();
            Profiler.current().detach(this, LIMIT).join();
        }
        return this;
    }

    @Override
    public void close() {
        stop();
    }

    /** Zones of the calling thread, outermost ones first in time. */
    List<RecordedZone> zones() {
        stop();
        Track track = tracks.get(Thread.currentThread().threadId());
        return track == null ? List.of() : track.outermost;
    }

    /** Zones of the calling thread as text. */
    String outline() {
        return outline(zones());
    }

    /** Zones of all other threads as text, by the order in which they were first heard of. */
    String outlineOfOthers() {
        stop();
        StringBuilder out = new StringBuilder();
        tracks.forEach((id, track) -> {
            if (id != Thread.currentThread().threadId()) {
                out.append(outline(track.outermost));
            }
        });
        return out.toString();
    }

    private static String outline(List<RecordedZone> zones) {
        StringBuilder out = new StringBuilder();
        zones.forEach(zone -> zone.outline("", out));
        return out.toString();
    }

    /** Zones that are open on any thread. */
    int openZones() {
        stop();
        return tracks.values().stream().mapToInt(track -> track.open.size()).sum();
    }

    /** How often zones of each {@code name file:line} came, on all threads. */
    Map<String, Integer> counts() {
        stop();
        return counts;
    }

    long ends() {
        stop();
        return ends;
    }

    List<String> messages() {
        stop();
        return messages;
    }

    List<String> markers() {
        stop();
        return markers;
    }

    List<String> plots() {
        stop();
        return plots;
    }

    List<String> frames() {
        stop();
        return frames;
    }

    boolean hasEnded(long threadId) {
        Track track = tracks.get(threadId);
        return track != null && track.ended;
    }

    private Track track(EventThread thread) {
        return tracks.computeIfAbsent(thread.id(), id -> new Track());
    }

    private RecordedZone innermost(EventThread thread) {
        return track(thread).open.getLast();
    }

    @Override
    public String description() {
        return "test";
    }

    private void begin(EventThread thread, long nanos, SourceLocation location) {
        counts.merge(location.displayName() + " " + location.file() + ":" + location.line(), 1, Integer::sum);
        if (keepZones) {
            Track track = track(thread);
            RecordedZone zone = new RecordedZone(location, nanos);
            (track.open.isEmpty() ? track.outermost : track.open.getLast().inner).add(zone);
            track.open.add(zone);
        }
    }

    private void end(EventThread thread, long nanos) {
        ends++;
        if (keepZones) {
            track(thread).open.removeLast().endNanos = nanos;
        }
    }

    private void attribute(ZoneAttribute e) {
        RecordedZone zone = innermost(e.thread());
        switch (e.kind()) {
            case ZONE_TEXT -> zone.texts.add(e.text().toString());
            case ZONE_NAME -> zone.name = e.text().toString();
            case ZONE_VALUE -> zone.values.add(e.value());
            default -> zone.rgb = e.rgb();
        }
    }

    @Override
    public void thread(EventThread thread, Life life) {
        if (life == Life.ENDED) {
            track(thread).ended = true;
        }
    }

    @Override
    public void zones(EventThread thread, ZoneRun run) {
        for (int i = 0; i < run.size(); i++) {
            if (run.isEnd(i)) {
                end(thread, run.nanos(i));
            } else {
                begin(thread, run.nanos(i), run.place(i));
            }
        }
    }

    @Override
    public void event(Event event) {
        switch (event) {
            case ZoneBegin e -> {
                begin(e.thread(), e.nanos(), e.location());
                if (keepZones) {
                    innermost(e.thread()).texts.add(e.stack().toString());
                }
            }
            case ZoneAttribute e when keepZones -> attribute(e);
            case MarkerEvent e ->
                markers.add(e.definition().name() + (e.fieldCount() == 0 ? "" : ": " + e.value(0, 0)));
            case PlotValue e -> plots.add(e.plot().name() + "=" + (e.isWhole() ? "" + e.whole() : "" + e.decimal()));
            case MessageEvent e
            when e.kind() != EventKind.MESSAGE_LITERAL -> messages.add(e.text().toString());
            case FrameEvent e
            when e.kind() == EventKind.FRAME_MARK ->
                frames.add(e.name() == null ? "base" : e.name().name());
            default -> {}
        }
    }
}
