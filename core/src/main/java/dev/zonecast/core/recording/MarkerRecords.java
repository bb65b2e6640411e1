package dev.zonecast.core.recording;

import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.MarkerField;
import dev.zonecast.core.marker.MarkerLocation;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.marker.MarkerSchema;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import java.io.IOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Markers. A moment is an instant on its thread. Intervals may overlap, which those of one thread of the file may not: they have
 * threads of their own beside the program's, as many as it takes. Data are arguments named as the fields; each marker has a name of
 * its own in the string table, to which {@link ExtensionLayout#MARKER} binds its schema.
 */
final class MarkerRecords extends Records {
    /** Threads of the file for the intervals of one Java thread; what overlaps more than this is written, but Perfetto leaves it out. */
    private static final int MAX_ROWS = 64;

    /** A definition, good for one epoch of the string table. */
    static final class Entry {
        private final StringTable.Entry category;
        private final StringTable.Entry name;
        private final StringTable.Entry[] keys;
        private int epoch = -1;

        Entry(MarkerDefinition definition, StringTable strings) {
            category = strings.entry(LocationTable.categoryName(Term.MARKER, definition.category()));
            name = new StringTable.Entry(definition.name());
            keys = new StringTable.Entry[definition.fieldCount()];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = new StringTable.Entry(
                        definition.schema().fields().get(i).key());
            }
        }
    }

    private final IdentityHashMap<MarkerDefinition, Entry> entries = new IdentityHashMap<>();
    private final Map<Track, RowTable.Group> groups = new HashMap<>();
    private final LongUnaryOperator fileTime;

    /** @param fileTime time of the file of a time of {@link System#nanoTime} */
    MarkerRecords(Records recording, LongUnaryOperator fileTime) {
        super(recording);
        this.fileTime = fileTime;
    }

    /**
     * A row of intervals of a recording that goes on.
     *
     * @param pair of the marker that was started there and has not ended, else 0
     */
    void resume(Track track, long koid, long lastTime, long pair, MarkerDefinition started) {
        RowTable.Row row = group(track).resume(koid);
        row.track.lastTime = lastTime;
        if (pair != 0) {
            row.open(pair, entryOf(started).category, entryOf(started).name);
        }
    }

    private RowTable.Group group(Track track) {
        return groups.computeIfAbsent(track, this::newGroup);
    }

    private RowTable.Group newGroup(Track track) {
        String title = (track.name == null ? "thread " + track.koid : track.name) + ": markers";
        return rows.group(ExtensionLayout.TRACK_MARKERS, track.subject, track.koid, title, MAX_ROWS);
    }

    /** A marker. Times are those of the file. */
    void marker(Track track, MarkerEvent marker, long beginTime, long time) throws IOException {
        Entry entry = prepare(marker.definition());
        int ignored = strings.index(entry.category);
        int stack = marker.stack() == null ? 0 : strings.index(marker.stack());
        RowTable.Row ended = marker.phase() == MarkerPhase.END ? group(track).of(marker.pair()) : null;
        boolean isInterval =
                marker.phase() == MarkerPhase.INTERVAL || (marker.phase() == MarkerPhase.END && ended == null);
        if (ended != null) {
            rows.end(ended, time);
        } else if (isInterval) {
            Track free = group(track).free(beginTime).track;
            free.lastTime = Math.max(time, free.lastTime);
            rows.event(FxtLayout.DURATION_COMPLETE, free, entry.category, entry.name, beginTime);
        } else if (marker.phase() == MarkerPhase.START) {
            start(group(track).free(time), marker.pair(), entry.category, entry.name, time);
        } else {
            // Of a scoped one the zone has no room for it.
            rows.event(FxtLayout.INSTANT, track, entry.category, entry.name, time);
        }
        data(marker, entry);
        if (stack != 0) {
            writer.argument(Arguments.string(Term.STACK.index(), stack));
        }
        if (isInterval) {
            writer.word(time);
        }
        writer.close();
    }

    private void start(RowTable.Row row, long pair, StringTable.Entry category, StringTable.Entry name, long time)
            throws IOException {
        if (row.owner() == null) {
            rows.begin(row, pair, category, name, time);
        } else {
            row.track.lastTime = Math.max(time, row.track.lastTime);
            rows.event(FxtLayout.DURATION_BEGIN, row.track, category, name, time);
        }
    }

    /** Nothing of that thread follows. */
    void threadEnded(Track track) throws IOException {
        RowTable.Group group = groups.remove(track);
        if (group != null) {
            group.close(track.lastTime);
        }
    }

    // --- data

    /** Writes the data of a scoped marker as arguments behind the last record. */
    void scopedData(MarkerEvent marker) {
        boolean noData = marker.fieldCount() < marker.definition().fieldCount();
        int id = marker.definition().id() | (noData ? ExtensionLayout.MARKER_NO_DATA : 0);
        writer.argument(Arguments.unsigned(Term.MARKER.index(), id));
        data(marker, entries.get(marker.definition()));
    }

    /** Sees to it that all strings of a definition are in the table. */
    Entry prepare(MarkerDefinition definition) throws IOException {
        strings.reserve(definition.fieldCount() + 4);
        Entry entry = entry(definition);
        for (StringTable.Entry key : entry.keys) {
            int ignored = strings.index(key);
        }
        return entry;
    }

    private void data(MarkerEvent marker, Entry entry) {
        for (int i = 0; i < marker.fieldCount(); i++) {
            int key = strings.known(entry.keys[i]);
            long word = marker.word(i);
            MarkerField field = marker.definition().schema().fields().get(i);
            Utf8Text text = text(marker, i, field.kind());
            if (field.isTime() && !marker.isMissingTime(i)) {
                writer.argument(Arguments.whole(key), fileTime.applyAsLong(word));
            } else if (text != null) {
                writer.textArgument(key, text.toBytes());
            } else {
                switch (field.isTime() ? MarkerField.Kind.TEXT : field.kind()) {
                    case WHOLE -> writer.argument(Arguments.whole(key), word);
                    case DECIMAL -> writer.argument(Arguments.decimal(key), word);
                    case TRUTH -> writer.argument(Arguments.unsigned(key, (int) word));
                    case CONSTANT, TEXT -> writer.argument(Arguments.missing(key));
                }
            }
        }
    }

    /** Null: a field without a text. */
    private static Utf8Text text(MarkerEvent marker, int field, MarkerField.Kind kind) {
        String constant =
                kind == MarkerField.Kind.CONSTANT ? marker.definition().constant(field, marker.word(field)) : null;
        return kind == MarkerField.Kind.TEXT ? marker.text(field) : constant == null ? null : Utf8Text.of(constant);
    }

    // --- definitions

    private Entry entryOf(MarkerDefinition definition) {
        return entries.computeIfAbsent(definition, d -> new Entry(d, strings));
    }

    private Entry entry(MarkerDefinition definition) throws IOException {
        Entry entry = entryOf(definition);
        if (entry.epoch != strings.epoch()) {
            int name = strings.index(entry.name);
            locations.describe(definition.category());
            writeBlob(definition, name);
            entry.epoch = strings.epoch();
        }
        return entry;
    }

    private void writeBlob(MarkerDefinition definition, int name) throws IOException {
        MarkerSchema schema = definition.schema();
        List<MarkerField> fields = schema == null ? List.of() : schema.fields();
        long shownIn = 0;
        if (schema != null) {
            for (MarkerLocation location : schema.shownIn()) {
                shownIn |= location.bit();
            }
        }
        byte[] kinds = new byte[ExtensionLayout.MARKER_TEXTS - ExtensionLayout.MARKER_FIELDS];
        for (int i = 0; i < fields.size(); i++) {
            MarkerField field = fields.get(i);
            kinds[2 * i] = (byte) field.kind().code();
            kinds[2 * i + 1] = (byte) ((field.searchable() ? ExtensionLayout.MARKER_SEARCHABLE : 0)
                    | (field.hidden() ? ExtensionLayout.MARKER_HIDDEN : 0));
        }
        writer.blob(Term.BLOB_MARKER, name, definition.id())
                .word(Ids.of(definition.category()) | (long) fields.size() << 32 | shownIn << 48)
                .bytes(kinds, 0, kinds.length);
        writer.text(schema == null ? "" : schema.name());
        if (schema != null) {
            writer.text(schema.chartLabel()).text(schema.tooltipLabel()).text(schema.tableLabel());
            writer.text(staticLabels(schema));
        }
        for (MarkerField field : fields) {
            writer.text(field.key()).text(field.label()).text(field.format().word());
        }
        boolean ignored = writer.closeBlob(DurableRoom.Share.NAME);
    }

    private static String staticLabels(MarkerSchema schema) {
        return String.join(
                "\n",
                schema.staticLabels().stream()
                        .map(line -> line.label() + ": " + line.value())
                        .toList());
    }
}
