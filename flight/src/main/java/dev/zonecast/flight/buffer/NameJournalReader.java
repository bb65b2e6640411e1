package dev.zonecast.flight.buffer;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.lock.LockTable;
import dev.zonecast.core.marker.Category;
import dev.zonecast.core.marker.CategoryColor;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.StoredMarker;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What a dead program's ids stood for, as objects of this process: only requested ones are registered here, as this
 * process may see many programs die. An entry that says nonsense ends the file that it is in.
 */
public final class NameJournalReader {
    /** A thread or fiber as it was when it began to record. */
    public record ThreadName(boolean virtual, boolean fiber, String name) {}

    /** What was told, and what has been registered of it. */
    private static final class Table<T> {
        private final Map<Integer, Supplier<T>> told = new HashMap<>();
        private final Map<Integer, T> registered = new HashMap<>();
        private final Supplier<T> unknown;

        Table(Supplier<T> unknown) {
            this.unknown = unknown;
        }

        void tell(int id, Supplier<T> maker) {
            told.put(id, maker);
        }

        T get(int id) {
            return registered.computeIfAbsent(
                    id, i -> told.getOrDefault(i, unknown).get());
        }
    }

    private final Table<SourceLocation> locations = new Table<>(() -> SourceLocation.of("(unknown)", null, null, 0, 0));
    private final Table<Integer> names = new Table<>(() -> intern("(unknown)"));
    private final Table<Plot> plots = new Table<>(() -> Plot.of("(unknown)"));
    private final Table<FrameName> frames = new Table<>(() -> FrameName.of("(unknown)"));
    private final Table<MemoryPool> pools = new Table<>(() -> MemoryPool.of("(unknown)"));
    private final SortedMap<Long, GpuContextInfo> gpuContexts = new TreeMap<>();
    private final LockTable locks = new LockTable();
    private final Map<Integer, MarkerDefinition> markers = new HashMap<>();
    private final Map<Long, ThreadName> threads = new HashMap<>();

    /** Reads the journal in a program's folder. */
    public static NameJournalReader read(Path folder) throws IOException {
        NameJournalReader reader = new NameJournalReader();
        for (int i = 0; i < NameJournal.MOST_FILES; i++) {
            Path file = folder.resolve(NameJournal.FILE_PREFIX + i + ".zc");
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                break;
            }
            try (MemoryScope arena = MemoryScope.confined()) {
                reader.read(MappedFile.copy(file, NameJournal.FILE_BYTES, arena));
            }
        }
        return reader;
    }

    private void read(Memory file) {
        if (file.byteSize() < NameJournal.HEADER_BYTES || file.getLong(0) != NameJournal.MAGIC) {
            return;
        }
        long at = NameJournal.HEADER_BYTES;
        while (at + 8 <= file.byteSize()) {
            long head = file.getLong(at);
            int bytes = (int) (head >>> 8) & 0xFF_FFFF;
            if (head == 0 || at + 8 + bytes > file.byteSize()) {
                return;
            }
            byte[] payload = file.slice(at + 8, bytes).toBytes();
            try {
                entry(
                        (int) head & 0xFF,
                        (int) (head >>> 32),
                        ByteBuffer.wrap(payload).order(ByteOrder.nativeOrder()));
            } catch (IOException | BufferUnderflowException | IllegalArgumentException e) {
                return;
            }
            at += 8 + ((bytes + 7L) & ~7L);
        }
    }

    @SuppressWarnings("EnumOrdinal") // Written by a program of the same version.
    private void entry(int kind, int id, ByteBuffer b) throws IOException {
        String first = text(b);
        switch (kind) {
            case NameJournal.NAME -> names.tell(id, () -> intern(first));
            case NameJournal.LOCATION -> locations.tell(id, location(first, b));
            case NameJournal.PLOT -> plots.tell(id, plot(first, b));
            case NameJournal.FRAME -> frames.tell(id, () -> FrameName.of(first));
            case NameJournal.POOL -> pools.tell(id, () -> MemoryPool.of(first));
            case NameJournal.GPU -> {
                GpuApi api = GpuApi.values()[Math.floorMod(b.getInt(), GpuApi.values().length)];
                long created = b.getLong();
                gpuContexts.putIfAbsent((long) id, new GpuContextInfo(id, api, first, created));
            }
            case NameJournal.LOCK -> {
                SourceLocation location = locations.get(b.getInt());
                boolean shared = b.getInt() == 1;
                locks.keep(new LockInfo(id, first, location, shared, b.getLong()));
            }
            case NameJournal.THREAD -> {
                boolean virtual = b.getInt() == 1;
                threads.put(b.getLong(), new ThreadName(virtual, false, first));
            }
            case NameJournal.FIBER -> threads.put(b.getLong(), new ThreadName(false, true, first));
            case NameJournal.MARKER -> {
                byte[] bytes = new byte[b.remaining()];
                b.get(bytes);
                markers.put(id, StoredMarker.read(id, bytes));
            }
            default -> {
                // Of a later version.
            }
        }
    }

    @SuppressWarnings("EnumOrdinal") // Written by a program of the same version.
    private static Supplier<Plot> plot(String name, ByteBuffer b) {
        PlotFormat format = PlotFormat.values()[Math.floorMod(b.get(), PlotFormat.values().length)];
        boolean step = b.get() == 1;
        boolean fill = b.get() == 1;
        b.get();
        int rgb = b.getInt();
        return () -> Plot.builder(name)
                .format(format)
                .step(step)
                .fill(fill)
                .color(rgb)
                .create();
    }

    private static Supplier<SourceLocation> location(String name, ByteBuffer b) {
        String function = text(b);
        String file = text(b);
        String category = text(b);
        String subcategory = text(b);
        int line = b.getInt();
        int rgb = b.getInt();
        Duration recordedFrom = Duration.ofNanos(Math.max(0, b.getLong()));
        CategoryColor color = CategoryColor.ofCode(b.getInt());
        return () -> {
            SourceLocation location = SourceLocation.of(name, function, file, line, rgb);
            location.recordedFrom(recordedFrom);
            if (!category.isEmpty()) {
                location.category(Category.of(category, color).sub(subcategory));
            }
            return location;
        };
    }

    private static String text(ByteBuffer b) {
        int bytes = b.getInt();
        if (bytes < 0 || bytes > b.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] utf8 = new byte[bytes];
        b.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private static int intern(String name) {
        return Registry.INSTANCE.names().intern(name);
    }

    /** Id here of a source location there. */
    public int location(int id) {
        return locations.get(id).id();
    }

    public int name(int id) {
        return names.get(id);
    }

    public int plot(int id) {
        return plots.get(id).id();
    }

    /** 0 is the base set. */
    public int frame(int id) {
        return id == 0 ? 0 : frames.get(id).id();
    }

    public int pool(int id) {
        return pools.get(id).id();
    }

    /** With the ids that they had there. */
    public List<GpuContextInfo> gpuContexts() {
        return List.copyOf(gpuContexts.values());
    }

    /** The GPU context of an id, or null. */
    public GpuContextInfo gpuContext(long id) {
        return gpuContexts.get(id);
    }

    /** With the ids that they had there. */
    public LockTable locks() {
        return locks;
    }

    /** Under the id that it had there; null if it is not known. */
    public MarkerDefinition marker(int id) {
        return markers.get(id);
    }

    /** The marker of a name that can be started: not the one that has texts. Null if there is none. */
    public MarkerDefinition startedMarker(String name) {
        for (MarkerDefinition each : markers.values()) {
            boolean bearsText = each.schema() != null && each.schema().name().equals(Marker.TEXT_SCHEMA);
            if (each.name().equals(name) && !bearsText) {
                return each;
            }
        }
        return null;
    }

    /** Null if it is not known. */
    public ThreadName thread(long id) {
        return threads.get(id);
    }
}
