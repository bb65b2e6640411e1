package dev.zonecast.core.recording;

import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.MarkerField;
import dev.zonecast.core.marker.MarkerLocation;
import dev.zonecast.core.marker.MarkerSchema;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Blobs;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.Payload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Markers. A moment is an instant on its thread. Intervals may overlap, which those of one thread of the file may not: they have
 * threads of their own beside the program's, as many as it takes. Data are arguments named as the fields; each marker has a name of
 * its own in the string table, to which {@link ExtensionLayout#MARKER} binds its schema.
 */
final class MarkerRecords {
    /** Threads of the file for the intervals of one Java thread; what overlaps more than this is written, but Perfetto leaves it out. */
    private static final int MAX_LANES = 64;

    /** A thread of the file for intervals. */
    private static final class Lane {
        private final Track track;
        private long pair;
        private MarkerDefinition started;

        Lane(Track track) {
            this.track = track;
        }
    }

    /** A definition, good for one epoch of the string table. */
    static final class Entry {
        private final StringTable.Entry name;
        private final StringTable.Entry[] keys;
        private int epoch = -1;

        Entry(MarkerDefinition definition) {
            name = new StringTable.Entry(definition.name());
            keys = new StringTable.Entry[definition.fieldCount()];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = new StringTable.Entry(
                        definition.schema().fields().get(i).key());
            }
        }
    }

    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final StringTable strings;
    private final CategoryTable categories;
    private final Map<MarkerDefinition, Entry> entries = new HashMap<>();
    private final Map<Track, List<Lane>> lanes = new HashMap<>();
    private final CallStackTable stacks;
    private final LongUnaryOperator fileTime;

    /** @param fileTime time of the file of a time of {@link System#nanoTime} */
    MarkerRecords(
            RecordingWriter writer,
            TrackTable tracks,
            StringTable strings,
            CategoryTable categories,
            CallStackTable stacks,
            LongUnaryOperator fileTime) {
        this.stacks = stacks;
        this.fileTime = fileTime;
        this.writer = writer;
        this.tracks = tracks;
        this.strings = strings;
        this.categories = categories;
    }

    /**
     * A row of intervals of a recording that goes on.
     *
     * @param pair of the marker that was started there and has not ended, else 0
     */
    void resume(Track track, long koid, long lastTime, long pair, MarkerDefinition started) {
        Lane lane = new Lane(new Track(koid, ExtensionLayout.TRACK_MARKERS, track.subject, track.koid));
        lane.track.lastTime = lastTime;
        lane.pair = pair;
        lane.started = started;
        lanes.computeIfAbsent(track, t -> new ArrayList<>()).add(lane);
    }

    /** A marker. Times are those of the file. */
    void marker(Track track, MarkerEvent marker, long beginTime, long time) throws IOException {
        switch (marker.phase()) {
            case INSTANT -> write(FxtLayout.INSTANT, track, marker, time, 0);
            case INTERVAL -> interval(track, marker, beginTime, time);
            case START -> {
                Lane lane = freeLane(track, time);
                if (lane.pair == 0) {
                    lane.pair = marker.pair();
                    lane.started = marker.definition();
                }
                lane.track.lastTime = Math.max(time, lane.track.lastTime);
                write(FxtLayout.DURATION_BEGIN, lane.track, marker, time, 0);
            }
            case END -> {
                Lane lane = laneOf(track, marker.pair());
                if (lane == null) {
                    interval(track, marker, beginTime, time);
                } else {
                    lane.pair = 0;
                    lane.track.lastTime = Math.max(time, lane.track.lastTime);
                    write(FxtLayout.DURATION_END, lane.track, marker, lane.track.lastTime, 0);
                }
            }
            // Its zone has no room for it.
            case SCOPED -> write(FxtLayout.INSTANT, track, marker, time, 0);
        }
    }

    private void interval(Track track, MarkerEvent marker, long beginTime, long time) throws IOException {
        Lane lane = freeLane(track, beginTime);
        lane.track.lastTime = Math.max(time, lane.track.lastTime);
        write(FxtLayout.DURATION_COMPLETE, lane.track, marker, beginTime, time);
    }

    private Lane laneOf(Track track, long pair) {
        for (Lane lane : lanes.getOrDefault(track, List.of())) {
            if (lane.pair == pair) {
                return lane;
            }
        }
        return null;
    }

    /** One without an interval at or after that time; if there are too many, the last one. */
    private Lane freeLane(Track track, long time) throws IOException {
        List<Lane> all = lanes.computeIfAbsent(track, t -> new ArrayList<>());
        for (Lane lane : all) {
            if (lane.pair == 0 && lane.track.lastTime <= time) {
                return lane;
            }
        }
        if (all.size() == MAX_LANES) {
            return all.getLast();
        }
        String number = all.isEmpty() ? "" : " (" + (all.size() + 1) + ")";
        String name = (track.name == null ? "thread " + track.koid : track.name) + ": markers" + number;
        Lane lane = new Lane(tracks.own(ExtensionLayout.TRACK_MARKERS, track.subject, track.koid, name));
        all.add(lane);
        return lane;
    }

    /** Nothing of that thread follows. */
    void threadEnded(Track track) throws IOException {
        endAll(track, track.lastTime);
        lanes.remove(track);
    }

    /** Ends what is open, because the recording ends. */
    void endAll(long time) throws IOException {
        for (Track track : List.copyOf(lanes.keySet())) {
            endAll(track, time);
        }
    }

    private void endAll(Track track, long time) throws IOException {
        for (Lane lane : lanes.getOrDefault(track, List.of())) {
            if (lane.pair != 0) {
                Entry entry = entry(lane.started);
                int category = categories.marker(lane.started.category());
                writer.record3(
                        header(FxtLayout.DURATION_END, 1, category, strings.index(entry.name))
                                | 3L << FxtLayout.WORDS_SHIFT
                                | tracks.reference(lane.track),
                        Math.max(time, lane.track.lastTime),
                        Arguments.term(Term.ENDED_BY, Term.END_OF_RECORDING));
                lane.pair = 0;
            }
        }
    }

    // --- events

    private static long header(int type, int arguments, int category, int name) {
        return FxtLayout.EVENT
                | (long) type << FxtLayout.EVENT_TYPE_SHIFT
                | (long) arguments << FxtLayout.EVENT_ARGUMENTS_SHIFT
                | (long) category << FxtLayout.EVENT_CATEGORY_SHIFT
                | Events.name(name);
    }

    private void write(int type, Track track, MarkerEvent marker, long time, long endTime) throws IOException {
        Entry entry = prepare(marker.definition());
        int category = categories.marker(marker.definition().category());
        int name = strings.index(entry.name);
        int stack = marker.stack() == null ? 0 : stacks.index(marker.stack());
        long thread = tracks.reference(track);
        writer.open();
        writer.word(time);
        int arguments = data(marker, entry);
        if (stack != 0) {
            writer.word(Arguments.string(Term.STACK, stack));
            arguments++;
        }
        if (type == FxtLayout.DURATION_COMPLETE) {
            writer.word(endTime);
        }
        writer.close(header(type, arguments, category, name) | thread);
    }

    /** Writes the data of a scoped marker as arguments behind the last record, and returns how many they are. */
    int scopedData(MarkerEvent marker) {
        boolean noData = marker.fieldCount() < marker.definition().fieldCount();
        int id = marker.definition().id() | (noData ? ExtensionLayout.MARKER_NO_DATA : 0);
        writer.word(Arguments.unsigned(Term.MARKER, id));
        return 1 + data(marker, entries.get(marker.definition()));
    }

    /** Sees to it that all strings of a definition are in the table. */
    Entry prepare(MarkerDefinition definition) throws IOException {
        strings.reserve(definition.fieldCount() + 4);
        Entry entry = entry(definition);
        for (StringTable.Entry key : entry.keys) {
            int _ = strings.index(key);
        }
        return entry;
    }

    private int data(MarkerEvent marker, Entry entry) {
        for (int i = 0; i < marker.fieldCount(); i++) {
            int key = strings.known(entry.keys[i]);
            long word = marker.word(i);
            MarkerField field = marker.definition().schema().fields().get(i);
            MarkerField.Kind kind = field.kind();
            if (field.isTime()) {
                time(marker, i, key);
                continue;
            }
            switch (kind) {
                case WHOLE -> writer.word(Arguments.longHead(key));
                case DECIMAL -> writer.word(Arguments.doubleHead(key));
                case TRUTH -> writer.word(Arguments.unsigned(key, (int) word));
                case CONSTANT, TEXT -> {
                    Utf8Text text = text(marker, i);
                    if (text == null) {
                        writer.word(Arguments.missing(key));
                    } else {
                        writer.stringArgument(key, text);
                    }
                }
            }
            if (kind == MarkerField.Kind.WHOLE || kind == MarkerField.Kind.DECIMAL) {
                writer.word(word);
            }
        }
        return marker.fieldCount();
    }

    private void time(MarkerEvent marker, int field, int key) {
        if (marker.isMissingTime(field)) {
            writer.word(Arguments.missing(key));
        } else {
            writer.word(Arguments.longHead(key));
            writer.word(fileTime.applyAsLong(marker.word(field)));
        }
    }

    private static Utf8Text text(MarkerEvent marker, int field) {
        if (marker.definition().schema().fields().get(field).kind() == MarkerField.Kind.TEXT) {
            return marker.text(field);
        }
        String constant = marker.definition().constant(field, marker.word(field));
        return constant == null ? null : Utf8Text.of(constant);
    }

    // --- definitions

    private Entry entry(MarkerDefinition definition) throws IOException {
        Entry entry = entries.computeIfAbsent(definition, Entry::new);
        if (entry.epoch != strings.epoch()) {
            int name = strings.index(entry.name);
            categories.describe(definition.category());
            writeBlob(definition, name);
            entry.epoch = strings.epoch();
        }
        return entry;
    }

    private void writeBlob(MarkerDefinition definition, int name) throws IOException {
        MarkerSchema schema = definition.schema();
        List<MarkerField> fields = schema == null ? List.of() : schema.fields();
        Payload texts = new Payload().text(schema == null ? "" : schema.name());
        int shownIn = 0;
        byte[] kinds = new byte[ExtensionLayout.MARKER_TEXTS - ExtensionLayout.MARKER_FIELDS];
        if (schema != null) {
            texts.text(schema.chartLabel()).text(schema.tooltipLabel()).text(schema.tableLabel());
            texts.text(staticLabels(schema));
            for (MarkerLocation location : schema.shownIn()) {
                shownIn |= location.bit();
            }
        }
        for (int i = 0; i < fields.size(); i++) {
            MarkerField field = fields.get(i);
            texts.text(field.key()).text(field.label()).text(field.format().word());
            kinds[2 * i] = (byte) field.kind().code();
            kinds[2 * i + 1] = (byte) ((field.searchable() ? ExtensionLayout.MARKER_SEARCHABLE : 0)
                    | (field.hidden() ? ExtensionLayout.MARKER_HIDDEN : 0));
        }
        byte[] text = texts.toBytes();
        if (!writer.durableRoom().takesName(DurableRoom.blobBytes(ExtensionLayout.MARKER_TEXTS + text.length))) {
            return;
        }
        writer.open();
        writer.word(Blobs.head(name, definition.id()));
        writer.word(definition.category().id() | (long) fields.size() << 32 | (long) shownIn << 48);
        writer.bytes(kinds, 0, kinds.length);
        writer.bytes(text, 0, text.length);
        writer.close(Blobs.header(Term.BLOB_MARKER, ExtensionLayout.MARKER_TEXTS + text.length));
    }

    private static String staticLabels(MarkerSchema schema) {
        return String.join(
                "\n",
                schema.staticLabels().stream()
                        .map(line -> line.label() + ": " + line.value())
                        .toList());
    }
}
