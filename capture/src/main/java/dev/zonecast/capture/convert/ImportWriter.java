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
        /** The innermost open zone that is a begin or not, as asked; -1 if there is none. */
        private int innermost(boolean isBegin) {
            int at = open.size() - 1;
            while (at >= 0 && open.get(at).isBegin() != isBegin) {
                at--;
            }
            return at;
        }

        /** When the innermost complete event ends; no other one ends before it. */
        private long nextEndNanos() {
            int at = innermost(false);
            return at < 0 ? Long.MAX_VALUE : open.get(at).endNanos;
        }
    }

    /**
     * An open zone.
     *
     * @param endNanos of a complete event; of a begin, {@link Long#MAX_VALUE}
     * @param isClipped a begin that has ended with the zone around it, and waits for its end
     */
    private record Open(String name, String category, long endNanos, boolean isClipped) {
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
        // An arrow belongs to a zone that ends right there, too, and a begin may end with the zone around it.
        boolean isBefore = event.kind().isFlow() || event.kind() == ImportedEvent.Kind.END;
        endUntil(isBefore ? event.nanos() - 1 : event.nanos());
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
        if (end != Long.MAX_VALUE && end > lane.nextEndNanos()) {
            losses.add(LossKind.CLIPPED, 1);
            end = lane.nextEndNanos();
        }
        lane.open.add(new Open(event.name(), event.category(), end, false));
        zones++;
        write(lane, event, event.name(), event.category());
    }

    /** The first one on which a zone with that end nests. */
    private Lane laneFor(long endNanos) throws IOException {
        for (Lane lane : lanes) {
            if (endNanos <= lane.nextEndNanos()) {
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
        int begin = lane.innermost(true);
        if (begin < 0) {
            losses.add(LossKind.UNMATCHED_ENDS, 1);
            return;
        }
        if (lane.open.get(begin).isClipped) {
            Open ignored = lane.open.remove(begin);
            return;
        }
        while (lane.open.size() - 1 > begin) {
            Open inside = lane.open.removeLast();
            losses.add(LossKind.CLIPPED, inside.endNanos > event.nanos() ? 1 : 0);
            end(lane, inside, event.nanos());
        }
        Open closed = lane.open.removeLast();
        write(lane, event, closed.name, closed.category);
    }

    private void endUntil(long nanos) throws IOException {
        for (Lane lane : lanes) {
            while (lane.nextEndNanos() <= nanos) {
                int at = lane.innermost(false);
                Open closed = lane.open.get(at);
                clipBegins(lane, at + 1, closed.endNanos);
                end(lane, closed, closed.endNanos);
                Open ignored = lane.open.remove(at);
            }
        }
    }

    /** Ends the begins from there inwards, which outlast the zone around them. */
    private void clipBegins(Lane lane, int from, long nanos) throws IOException {
        for (int i = lane.open.size() - 1; i >= from; i--) {
            Open begin = lane.open.get(i);
            if (!begin.isClipped) {
                losses.add(LossKind.CLIPPED, 1);
                end(lane, begin, nanos);
                lane.open.set(i, new Open(begin.name, begin.category, begin.endNanos, true));
            }
        }
    }

    private void end(Lane lane, Open closed, long nanos) throws IOException {
        ImportedEvent.Arguments none = ImportedEvent.Arguments.NONE;
        out.event(FxtLayout.DURATION_END, lane.thread, nanos, closed.name, closed.category, none, 0);
    }
}
