package dev.zonecast.core.marker;

import dev.zonecast.core.ring.Recorder;

/** A type for which the table of markers had no room: its markers are counted as dropped. */
final class RefusedMarkerType<R extends Record> extends MarkerType<R> {
    /** No definition of the table has it. */
    static final int NO_ID = 0;

    RefusedMarkerType(MarkerDefinition definition) {
        super(definition);
    }

    @Override
    void encode(Recorder recorder, int small, long lead, long ticks, Record data) {
        recorder.countDrop();
    }
}
