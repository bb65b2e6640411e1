package dev.zonecast.core.recording;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.FxtWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What the begin of a zone says of its source location, ready to be written. Each location has a {@code loc} string of its own, also
 * where the text is the same: by its index our own reader finds the location, with colour and all, at no cost per zone.
 */
final class LocationTable {
    /** One location, good for one epoch of the string table. */
    static final class Entry {
        private final SourceLocation location;
        private final StringTable.Entry loc;
        private int epoch = -1;

        /** Header of a begin without category and thread. */
        long beginHeader;

        /** Category of zones, as in the header of an event. */
        long categoryBits = ZONE;

        /** Name, as in the header of an event. */
        long nameBits;

        long locArgument;

        /** 0 if the name is the function's already. */
        long functionArgument;

        /** Its short zones may be left out. */
        boolean leavesOut() {
            return location.recordedFromNanos() > 0;
        }

        /** Zones of this place look like those of another. */
        private void standInFor(Entry other) {
            beginHeader = other.beginHeader;
            categoryBits = other.categoryBits;
            nameBits = other.nameBits;
            locArgument = other.locArgument;
            functionArgument = other.functionArgument;
            epoch = other.epoch;
        }

        private Entry(SourceLocation location) {
            this.location = location;
            String line = ":" + location.line();
            // One that is cut keeps its line: Tracy's importer looks for it behind the last colon.
            byte[] file = FxtWriter.name(location.file());
            int room = FxtLayout.MAX_STRING_BYTES - line.length();
            String shown = new String(file, 0, FxtWriter.prefix(file, room), StandardCharsets.UTF_8);
            this.loc = new StringTable.Entry(shown + line);
        }
    }

    private static final String NO_LOCATION = "(too many source locations)";
    private static final long BLOB_BYTES = FxtLayout.WORD_BYTES + ExtensionLayout.LOCATION_CATEGORY + Long.BYTES;
    private static final long ZONE = Events.category(Term.ZONE);

    private final RecordingWriter writer;
    private final StringTable strings;
    private final CategoryTable categories;
    private final DurableRoom room;
    private Entry[] entries = new Entry[256];
    private Entry noLocation;

    LocationTable(RecordingWriter writer, StringTable strings, CategoryTable categories) {
        this.writer = writer;
        this.strings = strings;
        this.categories = categories;
        this.room = writer.durableRoom();
    }

    /** The location's entry, registered in the present epoch. */
    Entry get(SourceLocation location) throws IOException {
        int id = Ids.of(location);
        Entry entry = id < entries.length ? entries[id] : null;
        return entry != null && entry.epoch == strings.epoch() ? entry : register(location);
    }

    /** The entry of a location as far as it is registered in the present epoch; else null. */
    Entry registered(int id) {
        Entry entry = id < entries.length ? entries[id] : null;
        return entry != null && entry.epoch == strings.epoch() ? entry : null;
    }

    /** The entry of a location that was used before, registered in the present epoch. */
    Entry used(int id) throws IOException {
        return get(entries[id].location);
    }

    private Entry register(SourceLocation location) throws IOException {
        int id = Ids.of(location);
        if (id >= entries.length) {
            entries = Arrays.copyOf(entries, Math.max(id + 1, entries.length * 2));
        }
        Entry entry = entries[id];
        if (entry == null) {
            entry = new Entry(location);
            entries[id] = entry;
        }
        if (!room.hasRoom(DurableRoom.Share.NAME, mostBytes(location, entry))) {
            room.refusedName();
            entry.standInFor(noLocation());
            return entry;
        }
        return describe(location, entry);
    }

    /** Of a place that is described with all its names. */
    private static long mostBytes(SourceLocation location, Entry entry) {
        return new StringTable.Entry(location.name()).recordBytes()
                + new StringTable.Entry(location.function()).recordBytes()
                + new StringTable.Entry(location.file()).recordBytes()
                + entry.loc.recordBytes()
                + BLOB_BYTES;
    }

    /** The place of all that are refused. */
    private Entry noLocation() throws IOException {
        if (noLocation == null || noLocation.epoch != strings.epoch()) {
            SourceLocation location = SourceLocation.of(NO_LOCATION, "(unknown)", "(unknown)", 0, 0);
            noLocation = describe(location, new Entry(location));
        }
        return noLocation;
    }

    private Entry describe(SourceLocation location, Entry entry) throws IOException {
        strings.reserve(5);
        int name = strings.index(location.name());
        int function = strings.index(location.function());
        int file = strings.index(location.file());
        int loc = strings.index(entry.loc);
        categories.describe(location.category());
        entry.categoryBits = (long) categories.zone(location.category()) << FxtLayout.EVENT_CATEGORY_SHIFT;
        writeBlob(location, name, function, file, loc);

        int arguments = name == 0 || name == function ? 1 : 2;
        entry.locArgument = Arguments.string(Term.LOC.index(), loc);
        entry.functionArgument = arguments == 1 ? 0 : Arguments.string(Term.FUNCTION.index(), function);
        entry.nameBits = (long) (name == 0 ? function : name) << FxtLayout.EVENT_NAME_SHIFT;
        entry.beginHeader =
                Events.header(FxtLayout.DURATION_BEGIN, 2 + arguments, arguments, 0, name == 0 ? function : name);
        entry.epoch = strings.epoch();
        return entry;
    }

    private void writeBlob(SourceLocation location, int name, int function, int file, int loc) throws IOException {
        writer.blob(Term.BLOB_LOCATION, loc, Ids.of(location))
                .word(name | (long) function << 16 | (long) file << 32)
                .word((location.line() & 0xFFFF_FFFFL) | (long) location.rgb() << 32)
                .word(location.category() == null ? 0 : Ids.of(location.category()));
        boolean _ = writer.closeBlob(DurableRoom.Share.ALWAYS);
    }
}
