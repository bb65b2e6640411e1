package dev.zonecast.core.recording;

import dev.zonecast.core.Category;
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
import java.util.HashSet;
import java.util.Set;

/**
 * What the begin of a zone says of its source location, ready to be written. Each location has a {@code loc} string of its own, also
 * where the text is the same: by its index our own reader finds the location, with colour and all, at no cost per zone.
 *
 * <p>In a compact recording each location has a name of its own too, and plain zones leave {@code loc} out: the name's index is enough
 * for our reader.
 */
final class LocationTable {
    /**
     * One location, good for one epoch of the string table.
     *
     * @param beginHeader of a begin without category and thread
     * @param categoryBits category of zones, as in the header of an event
     * @param nameBits name, as in the header of an event
     * @param functionArgument 0 if the name is the function's already
     * @param zoneHeader of a plain zone's begin
     * @param zoneBytes of a plain zone's begin
     */
    record Entry(
            SourceLocation location,
            int epoch,
            long beginHeader,
            long categoryBits,
            long nameBits,
            long locArgument,
            long functionArgument,
            long zoneHeader,
            int zoneBytes) {
        /** Plain zones have no arguments: the index of their name is the location's alone. */
        boolean isNamedApart() {
            return zoneBytes == PLAIN_BYTES;
        }

        /** Its short zones may be left out. */
        boolean leavesOut() {
            return location.recordedFromNanos() > 0;
        }

        /** Zones of another place look like those of this one. */
        private Entry standIn(SourceLocation of) {
            return new Entry(
                    of,
                    epoch,
                    beginHeader,
                    categoryBits,
                    nameBits,
                    locArgument,
                    functionArgument,
                    zoneHeader,
                    zoneBytes);
        }
    }

    /** Of a begin without arguments. */
    private static final int PLAIN_BYTES = 2 * FxtLayout.WORD_BYTES;

    private static final String NO_LOCATION = "(too many source locations)";
    private static final long BLOB_BYTES = FxtLayout.WORD_BYTES + ExtensionLayout.LOCATION_CATEGORY + Long.BYTES;

    private final RecordingWriter writer;
    private final StringTable strings;
    private final DurableRoom room;
    /** In the present epoch. */
    private final Set<Category> describedCategories = new HashSet<>();

    private int categoriesEpoch;
    private Entry[] entries = new Entry[256];
    private Entry noLocation;
    private boolean isCompact;

    LocationTable(RecordingWriter writer, StringTable strings) {
        this.writer = writer;
        this.strings = strings;
        this.room = writer.durableRoom();
    }

    /** Plain zones leave their {@code loc} out; before the first location. */
    void makeCompact() {
        isCompact = true;
    }

    /** The location's entry, registered in the present epoch. */
    Entry get(SourceLocation location) throws IOException {
        Entry entry = registered(Ids.of(location));
        return entry != null ? entry : register(location);
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
        StringTable.Entry loc = loc(location);
        if (room.hasRoom(DurableRoom.Share.NAME, mostBytes(location, loc))) {
            entries[id] = describe(location, loc);
        } else {
            room.refusedName();
            entries[id] = noLocation().standIn(location);
        }
        return entries[id];
    }

    private static StringTable.Entry loc(SourceLocation location) {
        String line = ":" + location.line();
        // One that is cut keeps its line: Tracy's importer looks for it behind the last colon.
        byte[] file = FxtWriter.name(location.file());
        int length = FxtWriter.prefix(file, FxtLayout.MAX_STRING_BYTES - line.length());
        return new StringTable.Entry(new String(file, 0, length, StandardCharsets.UTF_8) + line);
    }

    /** Of a place that is described with all its names. */
    private long mostBytes(SourceLocation location, StringTable.Entry loc) {
        long apart = isCompact ? new StringTable.Entry(location.displayName()).recordBytes() + BLOB_BYTES : 0;
        return apart
                + new StringTable.Entry(location.name()).recordBytes()
                + new StringTable.Entry(location.function()).recordBytes()
                + new StringTable.Entry(location.file()).recordBytes()
                + loc.recordBytes()
                + BLOB_BYTES;
    }

    /** The place of all that are refused. */
    private Entry noLocation() throws IOException {
        if (noLocation == null || noLocation.epoch != strings.epoch()) {
            SourceLocation location = SourceLocation.of(NO_LOCATION, "(unknown)", "(unknown)", 0, 0);
            noLocation = describe(location, loc(location));
        }
        return noLocation;
    }

    private Entry describe(SourceLocation location, StringTable.Entry locEntry) throws IOException {
        strings.reserve(6);
        int name = strings.index(location.name());
        int function = strings.index(location.function());
        int file = strings.index(location.file());
        int loc = strings.index(locEntry);
        Category category = location.category();
        describe(category);
        int categoryIndex =
                category == null ? Term.ZONE.index() : strings.index(strings.entry(categoryName(Term.ZONE, category)));
        Bound bound = new Bound(location, name, function, file);
        bind(loc, bound);
        int arguments = name == 0 || name == function ? 1 : 2;
        int shown = name == 0 ? function : name;
        // A table that was full once may be too small for a name more for each location.
        boolean isNamedApart = isCompact && !strings.hasOverflowed() && shown != 0;
        if (isNamedApart) {
            shown = strings.index(new StringTable.Entry(location.displayName()));
            bind(shown, bound);
        }
        long header = Events.header(FxtLayout.DURATION_BEGIN, 2 + arguments, arguments, 0, shown);
        return new Entry(
                location,
                strings.epoch(),
                header,
                (long) categoryIndex << FxtLayout.EVENT_CATEGORY_SHIFT,
                Events.name(shown),
                Arguments.string(Term.LOC.index(), loc),
                arguments == 1 ? 0 : Arguments.string(Term.FUNCTION.index(), function),
                isNamedApart ? Events.header(FxtLayout.DURATION_BEGIN, 2, 0, 0, shown) : header,
                PLAIN_BYTES + (isNamedApart ? 0 : arguments * FxtLayout.WORD_BYTES));
    }

    /** A location with the indexes of its names. */
    private record Bound(SourceLocation location, int name, int function, int file) {}

    /** The string represents the location from here on. */
    private void bind(int string, Bound bound) throws IOException {
        SourceLocation location = bound.location;
        Category category = location.category();
        writer.blob(Term.BLOB_LOCATION, string, Ids.of(location))
                .word(bound.name | (long) bound.function << 16 | (long) bound.file << 32)
                .word((location.line() & 0xFFFF_FFFFL) | (long) location.rgb() << 32)
                .word(category == null ? 0 : Ids.of(category));
        boolean ignored = writer.closeBlob(DurableRoom.Share.ALWAYS);
    }

    /**
     * Name of a category that the program gave to zones or markers. It stands behind ours, with a comma, as other trace formats join
     * several: {@code zone,Physics}.
     */
    static String categoryName(Term ours, Category category) {
        return ours.text() + "," + category.name();
    }

    /** Writes a blob about a category, once in each epoch. */
    void describe(Category category) throws IOException {
        if (categoriesEpoch != strings.epoch()) {
            categoriesEpoch = strings.epoch();
            describedCategories.clear();
        }
        if (category != null && describedCategories.add(category)) {
            writer.blob(Term.BLOB_CATEGORY, category.color().code(), Ids.of(category))
                    .text(category.name())
                    .text(category.subcategory());
            boolean ignored = writer.closeBlob(DurableRoom.Share.NAME);
        }
    }
}
