package dev.zonecast.capture.convert;

import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes the events of one track: complete events become begin and end, in order. */
final class ImportWriter {
    /** Zones that overlap without nesting are put on further threads; as many at the most. */
    private static final int MAX_LANES = 64;

    /** A thread of the file. */
    private static final class Lane {
        private final int threadIndex;
        private final List<Open> open = new ArrayList<>();

        Lane(int threadIndex) {
            this.threadIndex = threadIndex;
        }
    }

    /** @param endNanos of a complete event; of a begin, {@link Long#MAX_VALUE} */
    private record Open(int name, int category, long endNanos) {
        private boolean isBegin() {
            return endNanos == Long.MAX_VALUE;
        }
    }

    private final FxtOutput out;
    private final ImportedEvents events;
    private final ImportTracks tracks;
    private long zones;
    private long unmatchedEnds;
    private long clipped;

    private ImportTracks.Track track;
    private List<Lane> lanes;

    ImportWriter(FxtOutput out, ImportedEvents events, ImportTracks tracks) {
        this.out = out;
        this.events = events;
        this.tracks = tracks;
    }

    /** Zones written. */
    long zones() {
        return zones;
    }

    /** Ends that had no begin, and were left out. */
    long unmatchedEnds() {
        return unmatchedEnds;
    }

    /** Zones that ended after the one around them, and end with it now. */
    long clipped() {
        return clipped;
    }

    void write(ImportTracks.Track ofTrack, int[] ordered) throws IOException {
        track = ofTrack;
        lanes = new ArrayList<>();
        lanes.add(new Lane(tracks.bind(out, track.process(), track.koid())));
        for (int event : ordered) {
            write(event);
        }
        for (Lane lane : lanes) {
            endUntil(lane, Long.MAX_VALUE - 1);
        }
    }

    private void write(int event) throws IOException {
        long time = events.nanos(event);
        byte phase = events.phase(event);
        boolean flow = phase == ImportedEvents.FLOW_BEGIN
                || phase == ImportedEvents.FLOW_STEP
                || phase == ImportedEvents.FLOW_END;
        // An arrow belongs to a zone that ends right there, too.
        for (Lane lane : lanes) {
            endUntil(lane, flow ? time - 1 : time);
        }
        switch (phase) {
            case ImportedEvents.COMPLETE -> complete(event);
            case ImportedEvents.BEGIN -> {
                lanes.getFirst().open.add(new Open(events.name(event), events.category(event), Long.MAX_VALUE));
                zones++;
                event(FxtLayout.DURATION_BEGIN, lanes.getFirst(), event);
            }
            case ImportedEvents.END -> end(event);
            case ImportedEvents.INSTANT -> event(FxtLayout.INSTANT, lanes.getFirst(), event);
            case ImportedEvents.COUNTER -> event(FxtLayout.COUNTER, lanes.getFirst(), event);
            case ImportedEvents.ASYNC_BEGIN -> event(FxtLayout.ASYNC_BEGIN, lanes.getFirst(), event);
            case ImportedEvents.ASYNC_INSTANT -> event(FxtLayout.ASYNC_INSTANT, lanes.getFirst(), event);
            case ImportedEvents.ASYNC_END -> event(FxtLayout.ASYNC_END, lanes.getFirst(), event);
            case ImportedEvents.FLOW_BEGIN -> event(FxtLayout.FLOW_BEGIN, lanes.getFirst(), event);
            case ImportedEvents.FLOW_STEP -> event(FxtLayout.FLOW_STEP, lanes.getFirst(), event);
            default -> event(FxtLayout.FLOW_END, lanes.getFirst(), event);
        }
    }

    private void event(int type, Lane lane, int event) throws IOException {
        out.event(
                type,
                lane.threadIndex,
                events.nanos(event),
                events.name(event),
                events.category(event),
                events.argumentChunk(event),
                events.argumentsAt(event),
                events.argumentBytes(event),
                events.argumentCount(event),
                events.extra(event));
    }

    private void complete(int event) throws IOException {
        long end = events.endNanos(event);
        Lane lane = laneFor(end);
        if (!lane.open.isEmpty() && lane.open.getLast().endNanos() < end) {
            clipped++;
            end = lane.open.getLast().endNanos();
        }
        lane.open.add(new Open(events.name(event), events.category(event), end));
        zones++;
        event(FxtLayout.DURATION_BEGIN, lane, event);
    }

    /** The first one on which a zone with that end nests. */
    private Lane laneFor(long end) throws IOException {
        for (Lane lane : lanes) {
            if (lane.open.isEmpty() || lane.open.getLast().endNanos() >= end) {
                return lane;
            }
        }
        if (lanes.size() == MAX_LANES) {
            return lanes.getLast();
        }
        long koid = tracks.furtherKoid();
        out.thread(track.process(), koid, track.shownName() + " (" + (lanes.size() + 1) + ")");
        Lane lane = new Lane(tracks.bind(out, track.process(), koid));
        lanes.add(lane);
        return lane;
    }

    private void end(int event) throws IOException {
        Lane lane = lanes.getFirst();
        int begin = lane.open.size() - 1;
        while (begin >= 0 && !lane.open.get(begin).isBegin()) {
            begin--;
        }
        if (begin < 0) {
            unmatchedEnds++;
            return;
        }
        while (lane.open.size() - 1 > begin) {
            clipped++;
            writeEnd(lane, lane.open.removeLast(), events.nanos(event));
        }
        Open closed = lane.open.removeLast();
        out.event(
                FxtLayout.DURATION_END,
                lane.threadIndex,
                events.nanos(event),
                closed.name(),
                closed.category(),
                events.argumentChunk(event),
                events.argumentsAt(event),
                events.argumentBytes(event),
                events.argumentCount(event),
                0);
    }

    private void endUntil(Lane lane, long time) throws IOException {
        while (!lane.open.isEmpty() && lane.open.getLast().endNanos() <= time) {
            Open closed = lane.open.removeLast();
            writeEnd(lane, closed, closed.endNanos());
        }
    }

    private void writeEnd(Lane lane, Open closed, long time) throws IOException {
        out.event(FxtLayout.DURATION_END, lane.threadIndex, time, closed.name(), closed.category(), null, 0, 0, 0, 0);
    }
}
