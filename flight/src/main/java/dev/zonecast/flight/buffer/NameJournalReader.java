package dev.zonecast.flight.buffer;

import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.IdTables;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.StoredMarker;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.state.LockTable;
import dev.zonecast.memory.Memory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * What a dead program's ids name, by its {@link NameJournal}, as objects of this process: only requested ones are registered here, as
 * this process may see many programs die. A damaged entry ends the file that it is in.
 */
public final class NameJournalReader implements IdTables {
    private static final List<String> UNKNOWN = List.of("(unknown)");

    /** A thread or fiber as it was when it began to record. */
    public record ThreadName(boolean virtual, boolean fiber, String name) {}

    private record Key(int kind, long id) {}

    private interface Maker<T> {
        T make(List<String> fields) throws IOException;
    }

    private final SortedMap<Key, List<String>> entries =
            new TreeMap<>(Comparator.comparingInt(Key::kind).thenComparingLong(Key::id));
    private final Map<Key, Object> made = new HashMap<>();
    private final LockTable<LockInfo> locks = new LockTable<>();

    /** Reads the journal in a program's folder. */
    public static NameJournalReader read(Path folder) throws IOException {
        NameJournalReader reader = new NameJournalReader();
        for (int i = 0; i < NameJournal.MOST_FILES; i++) {
            Path file = folder.resolve(NameJournal.FILE_PREFIX + i + ".zc");
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                break;
            }
            Memory copy = MappedFile.copy(file, NameJournal.FILE_BYTES);
            try {
                reader.read(copy);
            } catch (IllegalArgumentException | IndexOutOfBoundsException | NoSuchElementException e) {
                // The other files are read.
            }
        }
        return reader;
    }

    /** Throws at an entry that is damaged. */
    private void read(Memory file) {
        if (file.byteSize() < NameJournal.HEADER_BYTES || file.getLong(0) != NameJournal.MAGIC) {
            return;
        }
        long bytes;
        for (long at = NameJournal.HEADER_BYTES; at + 8 <= file.byteSize(); at += 8 + ((bytes + 7) & ~7)) {
            long head = file.getLong(at);
            if (head == 0) {
                return;
            }
            bytes = (head >>> 8) & 0xFF_FFFF;
            entry((int) head & 0xFF, (int) (head >>> 32), fields(file.slice(at + 8, bytes)));
        }
    }

    private static List<String> fields(Memory entry) {
        if (entry.byteSize() == 0) {
            throw new IllegalArgumentException("an entry without fields");
        }
        List<String> fields = new ArrayList<>();
        for (long at = 0; at < entry.byteSize(); ) {
            byte[] text = entry.slice(at + Integer.BYTES, entry.getInt(at)).toBytes();
            fields.add(new String(text, StandardCharsets.UTF_8));
            at += Integer.BYTES + text.length;
        }
        return fields;
    }

    private void entry(int kind, int id, List<String> fields) {
        switch (kind) {
            case NameJournal.THREAD -> entries.put(new Key(kind, Long.parseLong(fields.get(1))), fields);
            case NameJournal.LOCK ->
                locks.keep(
                        id,
                        new LockInfo(
                                id,
                                fields.getFirst(),
                                location(Integer.parseInt(fields.get(1))),
                                Boolean.parseBoolean(fields.get(2)),
                                Long.parseLong(fields.get(3))));
            default -> entries.put(new Key(kind, id), fields);
        }
    }

    /** Object of an entry; the fallback if the entry is missing or damaged. */
    @SuppressWarnings("unchecked")
    private <T> T get(int kind, long id, List<String> fallback, Maker<T> maker) {
        Key key = new Key(kind, id);
        if (!made.containsKey(key)) {
            made.put(key, make(entries.getOrDefault(key, fallback), fallback, maker));
        }
        return (T) made.get(key);
    }

    private static <T> T make(List<String> fields, List<String> fallback, Maker<T> maker) {
        try {
            return fields == null ? null : maker.make(fields);
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return fields == fallback ? null : make(fallback, fallback, maker);
        }
    }

    private static Plot newPlot(List<String> fields) {
        Plot.Builder plot = Plot.builder(fields.getFirst());
        return fields == UNKNOWN
                ? plot.create()
                : plot.format(PlotFormat.valueOf(fields.get(1)))
                        .step(Boolean.parseBoolean(fields.get(2)))
                        .fill(Boolean.parseBoolean(fields.get(3)))
                        .color(Integer.parseInt(fields.get(4)))
                        .create();
    }

    private static SourceLocation newLocation(List<String> fields) {
        if (fields == UNKNOWN) {
            return SourceLocation.of(fields.getFirst(), null, null, 0, 0);
        }
        Duration recordedFrom = Duration.ofNanos(Math.max(0, Long.parseLong(fields.get(5))));
        CategoryColor color = CategoryColor.ofCode(Integer.parseInt(fields.get(7)));
        SourceLocation location = SourceLocation.of(
                fields.get(0),
                fields.get(1),
                fields.get(2),
                Integer.parseInt(fields.get(3)),
                Integer.parseInt(fields.get(4)));
        location.recordedFrom(recordedFrom);
        if (!fields.get(6).isEmpty()) {
            location.category(Category.of(fields.get(6), color).sub(fields.get(8)));
        }
        return location;
    }

    @Override
    public SourceLocation location(int id) {
        return get(NameJournal.LOCATION, id, UNKNOWN, NameJournalReader::newLocation);
    }

    @Override
    public int name(int id) {
        return get(
                NameJournal.NAME,
                id,
                UNKNOWN,
                fields -> Registry.INSTANCE.names().intern(fields.getFirst()));
    }

    @Override
    public Plot plot(int id) {
        return get(NameJournal.PLOT, id, UNKNOWN, NameJournalReader::newPlot);
    }

    @Override
    public MemoryPool pool(int id) {
        return get(NameJournal.POOL, id, UNKNOWN, fields -> MemoryPool.of(fields.getFirst()));
    }

    @Override
    public FrameName frame(int id) {
        return id == 0 ? null : get(NameJournal.FRAME, id, UNKNOWN, fields -> FrameName.of(fields.getFirst()));
    }

    /** Paths at which the program's JVM writes a report of a crash; empty if the program has left none. */
    public List<String> crashReports() {
        return entries.getOrDefault(new Key(NameJournal.CRASH_REPORT, 0), List.of());
    }

    @Override
    public LockInfo lock(int id) {
        return locks.get(id);
    }

    /** With the ids that they had there. */
    public LockTable<LockInfo> locks() {
        return locks;
    }

    @Override
    public MarkerDefinition marker(int id) {
        return get(
                NameJournal.MARKER,
                id,
                null,
                fields -> StoredMarker.read(id, fields.get(1).getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Override
    public List<GpuContextInfo> gpuContexts() {
        return ids(NameJournal.GPU)
                .mapToObj(this::gpuContext)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Ids of the locations by their names; of several with one name, the lowest. */
    public Map<String, Integer> locationsByName() {
        Map<String, Integer> byName = new HashMap<>();
        ids(NameJournal.LOCATION)
                .forEach(id -> byName.putIfAbsent(
                        entries.get(new Key(NameJournal.LOCATION, id)).getFirst(), (int) id));
        return byName;
    }

    private LongStream ids(int kind) {
        return entries.keySet().stream().filter(key -> key.kind == kind).mapToLong(Key::id);
    }

    /** The GPU context of an id, or null. */
    public GpuContextInfo gpuContext(long id) {
        return get(
                NameJournal.GPU,
                id,
                null,
                fields -> new GpuContextInfo(
                        (int) id, GpuApi.valueOf(fields.get(1)), fields.getFirst(), Long.parseLong(fields.get(2))));
    }

    /** The marker of a name that can be started: the one that can have data, which its ends have too. Null if there is none. */
    public MarkerDefinition startedMarker(String name) {
        return ids(NameJournal.MARKER)
                .mapToObj(id -> marker((int) id))
                .filter(each -> each != null && each.name().equals(name) && each.schema() != null)
                .findFirst()
                .orElse(null);
    }

    /** A platform thread named by its id if it is not known. */
    public ThreadName thread(long id) {
        List<String> unknown = List.of("", "", NameJournal.PLATFORM);
        return get(NameJournal.THREAD, id, unknown, fields -> {
            String name = fields.getFirst().isEmpty() ? "thread " + id : fields.getFirst();
            String kind = fields.get(2);
            return new ThreadName(kind.equals(NameJournal.VIRTUAL), kind.equals(NameJournal.FIBER), name);
        });
    }
}
