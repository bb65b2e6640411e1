package dev.zonecast.core.recording;

import dev.zonecast.core.registry.Registry;

/** Writes the records of one kind of events, with the tables of the recording. */
abstract class Records {
    /**
     * What the records of a recording refer to.
     *
     * @param nested zones of threads and of the GPU
     */
    record Tables(
            RecordingWriter writer,
            StringTable strings,
            TrackTable tracks,
            RowTable rows,
            CategoryTable categories,
            LocationTable locations,
            CallStackTable stacks,
            NestedZones nested) {
        static Tables of(RecordingWriter writer, long pid) {
            StringTable strings = new StringTable(writer, Registry.INSTANCE.names(), writer.durableRoom());
            TrackTable tracks = new TrackTable(writer, pid);
            CategoryTable categories = new CategoryTable(writer, strings);
            LocationTable locations = new LocationTable(writer, strings, categories);
            return new Tables(
                    writer,
                    strings,
                    tracks,
                    new RowTable(writer, tracks, strings),
                    categories,
                    locations,
                    new CallStackTable(strings, writer.durableRoom()),
                    new NestedZones(writer, tracks, locations));
        }
    }

    final RecordingWriter writer;
    final StringTable strings;
    final TrackTable tracks;
    final RowTable rows;
    final CategoryTable categories;
    final LocationTable locations;
    final CallStackTable stacks;
    final NestedZones nested;

    Records(Tables tables) {
        writer = tables.writer;
        strings = tables.strings;
        tracks = tables.tracks;
        rows = tables.rows;
        categories = tables.categories;
        locations = tables.locations;
        stacks = tables.stacks;
        nested = tables.nested;
    }
}
