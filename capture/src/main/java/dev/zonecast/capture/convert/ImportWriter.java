package dev.zonecast.capture.convert;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Writes the events of one track after another: complete events become begin and end, in order. */
final class ImportWriter {
    /** Zones that overlap without nesting are put on further threads; as many at the most. */
    private static final int MAX_LANES = 64;

    /** A thread of the file. */
    private static final class Lane {
        private final int thread;
        private final List<Open> open = new ArrayList<>();

        /** The open zones of complete events, which are in {@link #open} too. */
        private final ArrayDeque<Open> complete = new ArrayDeque<>();

        /** Clipped begins in no open zone. */
        private int clipped;

        Lane(int thread) {
            this.thread = thread;
        }

        /** When the innermost complete event ends; no other one ends before it. */
        private long nextEndNanos() {
            return complete.isEmpty() ? Long.MAX_VALUE : complete.getLast().endNanos;
        }

        private void add(Open zone) {
            open.add(zone);
            if (!zone.isBegin()) {
                complete.addLast(zone);
            }
        }

        /** The innermost zone. */
        private Open removeLast() {
            Open zone = open.removeLast();
            if (!zone.isBegin()) {
                Open ignored = complete.removeLast();
            }
            return zone;
        }

        /** Begins that have ended with the zone around them wait for their ends in the zone that is innermost now. */
        private void addClipped(int begins) {
            if (open.isEmpty()) {
                clipped += begins;
            } else {
                open.getLast().clipped += begins;
            }
        }
    }

    /** An open zone. */
    private static final class Open {
        private final String name;
        private final String category;

        /** Of a complete event; of a begin, {@link Long#MAX_VALUE}. */
        private final long endNanos;

        /** Clipped begins that came after this zone had begun. */
        private int clipped;

        Open(String name, String category, long endNanos) {
            this.name = name;
            this.category = category;
            this.endNanos = endNanos;
        }

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
        Lane lane = new Lane(out.bindThread(track.process, koid));
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
        lane.add(new Open(event.name(), event.category(), end));
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
        int begin = lane.open.size() - 1;
        while (begin >= 0
                && lane.open.get(begin).clipped == 0
                && !lane.open.get(begin).isBegin()) {
            begin--;
        }
        if (begin < 0) {
            losses.add(LossKind.UNMATCHED_ENDS, lane.clipped == 0 ? 1 : 0);
            lane.clipped = Math.max(0, lane.clipped - 1);
            return;
        }
        if (lane.open.get(begin).clipped > 0) {
            lane.open.get(begin).clipped--;
            return;
        }
        while (lane.open.size() - 1 > begin) {
            Open inside = lane.removeLast();
            losses.add(LossKind.CLIPPED, inside.endNanos > event.nanos() ? 1 : 0);
            end(lane, inside, event.nanos());
        }
        Open closed = lane.removeLast();
        write(lane, event, closed.name, closed.category);
    }

    private void endUntil(long nanos) throws IOException {
        for (Lane lane : lanes) {
            while (lane.nextEndNanos() <= nanos) {
                endComplete(lane, lane.complete.getLast());
            }
        }
    }

    /** Ends the innermost complete event, and before it the begins in it, which outlast it. */
    private void endComplete(Lane lane, Open closed) throws IOException {
        int begins = 0;
        Open each;
        do {
            each = lane.removeLast();
            begins += each.clipped + (each == closed ? 0 : 1);
            losses.add(LossKind.CLIPPED, each == closed ? 0 : 1);
            end(lane, each, closed.endNanos);
        } while (each != closed);
        lane.addClipped(begins);
    }

    private void end(Lane lane, Open closed, long nanos) throws IOException {
        ImportedEvent.Arguments none = ImportedEvent.Arguments.NONE;
        out.event(FxtLayout.DURATION_END, lane.thread, nanos, closed.name, closed.category, none, 0);
    }
}
