package dev.zonecast.core.buffer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.lock.LockInfo;
import dev.zonecast.core.lock.LockTable;
import dev.zonecast.core.registry.Registry;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a dead program's ids stood for, as objects of this process: whatever it had registered is registered here. An entry that says
 * nonsense ends the file that it is in.
 */
public final class NameJournalReader {
    /** A thread as it was when it began to record. */
    public record ThreadName(boolean virtual, String name) {}

    private final Map<Integer, SourceLocation> locations = new HashMap<>();
    private final Map<Integer, Integer> names = new HashMap<>();
    private final Map<Integer, Plot> plots = new HashMap<>();
    private final Map<Integer, FrameName> frames = new HashMap<>();
    private final Map<Integer, MemoryPool> pools = new HashMap<>();
    private final Map<Integer, GpuContextInfo> gpuContexts = new HashMap<>();
    private final Map<Integer, LockInfo> locks = new HashMap<>();
    private final Map<Long, ThreadName> threads = new HashMap<>();

    /** Locks live as long as their objects do. */
    private final List<Object> lockObjects = new ArrayList<>();

    /** Reads the journal in a program's folder. */
    public static NameJournalReader read(Path folder) throws IOException {
        NameJournalReader reader = new NameJournalReader();
        for (int i = 0; i < NameJournal.MOST_FILES; i++) {
            Path file = folder.resolve(NameJournal.FILE_PREFIX + i + ".zc");
            if (!Files.exists(file)) {
                break;
            }
            try (Arena arena = Arena.ofConfined()) {
                reader.read(MappedFile.read(file, arena));
            }
        }
        return reader;
    }

    private void read(MemorySegment file) {
        if (file.byteSize() < NameJournal.HEADER_BYTES || file.get(JAVA_LONG, 0) != NameJournal.MAGIC) {
            return;
        }
        long at = NameJournal.HEADER_BYTES;
        while (at + 8 <= file.byteSize()) {
            long head = file.get(JAVA_LONG, at);
            int bytes = (int) (head >>> 8) & 0xFF_FFFF;
            if (head == 0 || at + 8 + bytes > file.byteSize()) {
                return;
            }
            byte[] payload = file.asSlice(at + 8, bytes).toArray(JAVA_BYTE);
            try {
                entry(
                        (int) head & 0xFF,
                        (int) (head >>> 32),
                        ByteBuffer.wrap(payload).order(ByteOrder.nativeOrder()));
            } catch (BufferUnderflowException | IllegalArgumentException e) {
                return;
            }
            at += 8 + ((bytes + 7L) & ~7L);
        }
    }

    @SuppressWarnings("EnumOrdinal") // Written by a program of the same version.
    private void entry(int kind, int id, ByteBuffer b) {
        String first = text(b);
        switch (kind) {
            case NameJournal.NAME -> names.put(id, Registry.INSTANCE.names().intern(first));
            case NameJournal.LOCATION ->
                locations.put(id, SourceLocation.of(first, text(b), text(b), b.getInt(), b.getInt()));
            case NameJournal.PLOT -> plots.put(id, plot(first, b));
            case NameJournal.FRAME -> frames.put(id, FrameName.of(first));
            case NameJournal.POOL -> pools.put(id, MemoryPool.of(first));
            case NameJournal.GPU -> {
                GpuApi api = GpuApi.values()[Math.floorMod(b.getInt(), GpuApi.values().length)];
                long created = b.getLong();
                GpuContextInfo context =
                        Registry.INSTANCE.addGpuContext(own -> new GpuContextInfo(own, api, first, created));
                if (context != null) {
                    gpuContexts.put(id, context);
                }
            }
            case NameJournal.LOCK -> {
                Object lock = new Object();
                lockObjects.add(lock);
                SourceLocation location = locations.getOrDefault(b.getInt(), unknown());
                locks.put(id, LockTable.INSTANCE.add(lock, first, location, b.getInt() == 1));
            }
            case NameJournal.THREAD -> {
                boolean virtual = b.getInt() == 1;
                threads.put(b.getLong(), new ThreadName(virtual, first));
            }
            default -> {
                // Of a later version.
            }
        }
    }

    @SuppressWarnings("EnumOrdinal") // Written by a program of the same version.
    private static Plot plot(String name, ByteBuffer b) {
        PlotFormat format = PlotFormat.values()[Math.floorMod(b.get(), PlotFormat.values().length)];
        boolean step = b.get() == 1;
        boolean fill = b.get() == 1;
        b.get();
        return Plot.named(name)
                .format(format)
                .step(step)
                .fill(fill)
                .color(b.getInt())
                .create();
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

    private static SourceLocation unknown() {
        return SourceLocation.of("(unknown)", null, null, 0, 0);
    }

    /** Id here of a source location there. */
    public int location(int id) {
        return locations.computeIfAbsent(id, i -> unknown()).id();
    }

    public int name(int id) {
        return names.computeIfAbsent(id, i -> Registry.INSTANCE.names().intern("(unknown)"));
    }

    public int plot(int id) {
        return plots.computeIfAbsent(id, i -> Plot.of("(unknown)")).id();
    }

    /** 0 is the base set. */
    public int frame(int id) {
        return id == 0
                ? 0
                : frames.computeIfAbsent(id, i -> FrameName.of("(unknown)")).id();
    }

    public int pool(int id) {
        return pools.computeIfAbsent(id, i -> MemoryPool.of("(unknown)")).id();
    }

    /** -1 if it was never registered. */
    public int gpuContext(int id) {
        GpuContextInfo context = gpuContexts.get(id);
        return context == null ? -1 : context.id();
    }

    /** 0 if it was never registered. */
    public int lock(int id) {
        LockInfo lock = locks.get(id);
        return lock == null ? 0 : lock.id();
    }

    /** Null if it is not known. */
    public ThreadName thread(long id) {
        return threads.get(id);
    }
}
