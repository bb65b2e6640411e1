package dev.zonecast.capture.convert;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes the events of one track after another: complete events become begin and end, in order. */
final class ImportWriter {
    /** Zones that overlap without nesting are put on further threads; as many at the most. */
    private static final int MAX_LANES = 64;

    /** A thread of the file. */
    private record Lane(int thread, List<Open> open) {
        private boolean hasRoomFor(long endNanos) {
            return open.isEmpty() || open.getLast().endNanos >= endNanos;
        }
    }

    /** @param endNanos of a complete event; of a begin, {@link Long#MAX_VALUE} */
    private record Open(String name, String category, long endNanos) {
        private boolean isBegin() {
            return endNanos == Long.MAX_VALUE;
        }
    }

    private final ImportTracks tracks;
    long zones;
    final LossAccount losses = new LossAccount();

    private FxtOutput out;
    private ImportTracks.Track track;
    private List<Lane> lanes;

    ImportWriter(ImportTracks tracks) {
        this.tracks = tracks;
    }

    /** Writes the events of a track, which has none afterwards. */
    void write(ImportTracks.Track ofTrack, FxtOutput to) throws IOException {
        track = ofTrack;
        out = to;
        lanes = new ArrayList<>();
        addLane(track.koid);
        ImportedEvent.sort(track.events);
        for (ImportedEvent event : track.events) {
            write(event);
        }
        endUntil(Long.MAX_VALUE - 1);
        track.events.clear();
    }

    private Lane addLane(long koid) throws IOException {
        Lane lane = new Lane(out.bindThread(track.process, koid), new ArrayList<>());
        lanes.add(lane);
        return lane;
    }

    private void write(ImportedEvent event) throws IOException {
        // An arrow belongs to a zone that ends right there, too.
        endUntil(event.kind().isFlow() ? event.nanos() - 1 : event.nanos());
        switch (event.kind()) {
            case COMPLETE -> begin(laneFor(event.endNanos()), event, event.endNanos());
            case BEGIN -> begin(lanes.getFirst(), event, Long.MAX_VALUE);
            case END -> end(lanes.getFirst(), event);
            default -> write(lanes.getFirst(), event, event.name(), event.category());
        }
    }

    private void write(Lane lane, ImportedEvent event, String name, String category) throws IOException {
        out.event(event.kind().fxtType(), lane.thread, event.nanos(), name, category, event.arguments(), event.extra());
    }

    private void begin(Lane lane, ImportedEvent event, long endNanos) throws IOException {
        long end = endNanos;
        if (!lane.hasRoomFor(end) && end != Long.MAX_VALUE) {
            losses.add(LossKind.CLIPPED, 1);
            end = lane.open.getLast().endNanos;
        }
        lane.open.add(new Open(event.name(), event.category(), end));
        zones++;
        write(lane, event, event.name(), event.category());
    }

    /** The first one on which a zone with that end nests. */
    private Lane laneFor(long endNanos) throws IOException {
        for (Lane lane : lanes) {
            if (lane.hasRoomFor(endNanos)) {
                return lane;
            }
        }
        if (lanes.size() == MAX_LANES) {
            return lanes.getLast();
        }
        long koid = tracks.furtherKoid();
        out.thread(track.process, koid, track.name + " (" + (lanes.size() + 1) + ")");
        return addLane(koid);
    }

    private void end(Lane lane, ImportedEvent event) throws IOException {
        int begin = lane.open.size() - 1;
        while (begin >= 0 && !lane.open.get(begin).isBegin()) {
            begin--;
        }
        if (begin < 0) {
            losses.add(LossKind.UNMATCHED_ENDS, 1);
            return;
        }
        while (lane.open.size() - 1 > begin) {
            losses.add(LossKind.CLIPPED, 1);
            end(lane, lane.open.removeLast(), event.nanos());
        }
        Open closed = lane.open.removeLast();
        write(lane, event, closed.name, closed.category);
    }

    private void endUntil(long nanos) throws IOException {
        for (Lane lane : lanes) {
            while (!lane.open.isEmpty() && lane.open.getLast().endNanos <= nanos) {
                Open closed = lane.open.removeLast();
                end(lane, closed, closed.endNanos);
            }
        }
    }

    private void end(Lane lane, Open closed, long nanos) throws IOException {
        ImportedEvent.Arguments none = ImportedEvent.Arguments.NONE;
        out.event(FxtLayout.DURATION_END, lane.thread, nanos, closed.name, closed.category, none, 0);
    }
}
