package dev.zonecast.flight.buffer;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.Category;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.StoredMarker;
import dev.zonecast.core.recording.RecordingLosses;
import dev.zonecast.core.registry.RegistryJournal;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;

/**
 * What the ids in the rings represent, in mapped files: without it, records that outlive the program would be without names.
 *
 * <pre>
 * file:   0 magic | 8 entries ...
 * entry:  [0..7] kind | [8..31] bytes of the payload | [32..63] id, then the payload, padded to 8 bytes; 0 ends the entries
 * text:   u32 count of bytes, UTF-8
 * </pre>
 *
 * The first word of an entry is stored last, with release: what is half-written is not there. Written by any thread.
 *
 * <p>Bounded. Threads, fibers and locks come and go without end: they have half of the room, so that names have the rest. What is refused
 * is counted ({@link RecordingLosses}), and each of the two limits is logged once.
 */
final class NameJournal implements RegistryJournal {
    static final String FILE_PREFIX = "names-";
    static final long MAGIC = 0x4D41_4E53_454E_4F5AL;
    static final int HEADER_BYTES = 8;

    static final int NAME = 1;
    /** Texts name, function, file, category, subcategory; u32 line, u32 rgb, i64 recorded from, in nanoseconds, u32 category's colour. */
    static final int LOCATION = 2;
    /** Text; u8 format, u8 step, u8 fill, u8 0, u32 rgb. */
    static final int PLOT = 3;
    /** Text. */
    static final int FRAME = 4;
    /** Text. */
    static final int POOL = 5;
    /** Text; u32 the API's code, i64 created. */
    static final int GPU = 6;
    /** Text; u32 location, u32 1 = shared, i64 created. */
    static final int LOCK = 7;
    /** Text; u32 1 = virtual, i64 thread's id. The entry's id is 0. */
    static final int THREAD = 8;
    /** Text; i64 fiber's id. The entry's id is 0. */
    static final int FIBER = 9;
    /** Text; {@link StoredMarker}. */
    static final int MARKER = 10;

    /** A program with more names than fit here goes on; the further ones do not outlive it. */
    static final int MOST_FILES = 64;

    static final int FILE_BYTES = 1 << 20;
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Of entries that wait for a file. */
    private static final long MOST_WAITING_BYTES = 16 << 20;

    private record Entry(int kind, int id, ByteBuffer payload) {}

    private final Path folder;
    private Memory file;
    private final int mostFiles;
    private long used;
    private int files;
    private boolean full;
    private final PassingNames passing;

    /** The file that comes next: made ahead, as no thread of the program may wait for a disk under a lock of ours. */
    private Memory next;

    private boolean makesNext;

    private final ArrayDeque<Entry> waiting = new ArrayDeque<>();
    private long waitingBytes;

    NameJournal(Path folder) throws IOException {
        this(folder, MOST_FILES);
    }

    /** @param mostFiles at most {@value #MOST_FILES} */
    NameJournal(Path folder, int mostFiles) throws IOException {
        this.folder = folder;
        this.mostFiles = mostFiles;
        passing = new PassingNames((long) FILE_BYTES * mostFiles / 2);
        start(make(files++));
    }

    private Memory make(int number) throws IOException {
        Memory made = MappedFile.create(folder.resolve(FILE_PREFIX + number + ".zc"), FILE_BYTES, MemoryScope.global());
        made.setLong(0, MAGIC);
        return made;
    }

    private void start(Memory made) {
        file = made;
        used = HEADER_BYTES;
    }

    private static ByteBuffer payload(int more, String... texts) {
        byte[][] utf8 = new byte[texts.length][];
        int bytes = more;
        for (int i = 0; i < texts.length; i++) {
            utf8[i] = texts[i].getBytes(StandardCharsets.UTF_8);
            bytes += 4 + utf8[i].length;
        }
        ByteBuffer payload = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        for (byte[] text : utf8) {
            payload.putInt(text.length).put(text);
        }
        return payload;
    }

    private static long size(Entry entry) {
        return 8 + ((entry.payload.capacity() + 7L) & ~7L);
    }

    private void add(int kind, int id, ByteBuffer payload) {
        Entry entry = new Entry(kind, id, payload);
        if (passing.take(kind, size(entry))) {
            tell(append(entry));
        }
    }

    /** Returns a line for the log, or null. */
    private synchronized String append(Entry entry) {
        long size = size(entry);
        if (full || size + HEADER_BYTES > FILE_BYTES) {
            RecordingLosses.NAMES.increment();
            return null;
        }
        if (waiting.isEmpty() && hasRoom(entry)) {
            write(entry);
        } else if (waitingBytes + size > MOST_WAITING_BYTES) {
            RecordingLosses.NAMES.increment();
            return end("the disk is too slow");
        } else {
            waiting.add(entry);
            waitingBytes += size;
        }
        return used > FILE_BYTES / 2 || !waiting.isEmpty() ? makeNext() : null;
    }

    private boolean hasRoom(Entry entry) {
        if (used + size(entry) > FILE_BYTES && next != null) {
            start(next);
            next = null;
        }
        return used + size(entry) <= FILE_BYTES;
    }

    private void write(Entry entry) {
        ByteBuffer payload = entry.payload;
        int bytes = payload.capacity();
        Memory.copy(Memory.ofBuffer(payload.rewind()), 0, file, used + 8, bytes);
        file.setLongRelease(used, entry.kind | (long) bytes << 8 | (long) entry.id << 32);
        used += size(entry);
    }

    private String makeNext() {
        if (next != null || makesNext) {
            return null;
        }
        if (files == mostFiles) {
            return waiting.isEmpty() ? null : end("the limit of " + mostFiles + " MiB is reached");
        }
        int number = files++;
        makesNext = true;
        try {
            DiskThread.start(() -> makeNext(number));
        } catch (IOException e) {
            return end(String.valueOf(e.getMessage()));
        }
        return null;
    }

    /** On a thread of ours. */
    private void makeNext(int number) {
        Memory made = null;
        String failure = null;
        try {
            made = make(number);
        } catch (IOException | RuntimeException | Error e) {
            failure = String.valueOf(e.getMessage());
        }
        tell(made(made, failure));
    }

    private synchronized String made(Memory made, String failure) {
        makesNext = false;
        if (made == null) {
            return end(failure);
        }
        next = made;
        while (!waiting.isEmpty() && hasRoom(waiting.peek())) {
            waitingBytes -= size(waiting.peek());
            write(waiting.poll());
        }
        return waiting.isEmpty() ? null : makeNext();
    }

    private String end(String reason) {
        full = true;
        waiting.forEach(_ -> RecordingLosses.NAMES.increment());
        waiting.clear();
        return "further names would not outlive the program: " + reason;
    }

    /** Under no lock: the log is the program's. */
    private static void tell(String line) {
        if (line != null) {
            LOG.log(System.Logger.Level.WARNING, "{0}", line);
        }
    }

    @Override
    public void name(int id, String text) {
        add(NAME, id, payload(0, text));
    }

    @Override
    public void entry(Object entry) {
        switch (entry) {
            case SourceLocation location -> location(location);
            case Plot plot -> plot(plot);
            case FrameName name -> add(FRAME, name.id(), payload(0, name.name()));
            case MemoryPool pool -> add(POOL, pool.id(), payload(0, pool.name()));
            case GpuContextInfo context -> gpuContext(context);
            case LockInfo lock -> lock(lock);
            case MarkerDefinition marker -> marker(marker);
            default -> {
                // Categories stand with their locations; sections do not go through rings.
            }
        }
    }

    private void location(SourceLocation location) {
        Category category = location.category();
        add(
                LOCATION,
                location.id(),
                payload(
                                20,
                                location.name(),
                                location.function(),
                                location.file(),
                                category == null ? "" : category.name(),
                                category == null ? "" : category.subcategory())
                        .putInt(location.line())
                        .putInt(location.rgb())
                        .putLong(location.recordedFromNanos())
                        .putInt(category == null ? 0 : category.color().code()));
    }

    @SuppressWarnings("EnumOrdinal") // Read by a program of the same version.
    private void plot(Plot plot) {
        Plot.Config config = plot.config();
        add(
                PLOT,
                plot.id(),
                payload(8, plot.name())
                        .put((byte) config.format().ordinal())
                        .put((byte) (config.step() ? 1 : 0))
                        .put((byte) (config.fill() ? 1 : 0))
                        .put((byte) 0)
                        .putInt(config.rgb()));
    }

    @SuppressWarnings("EnumOrdinal") // Read by a program of the same version.
    private void gpuContext(GpuContextInfo context) {
        add(
                GPU,
                context.id(),
                payload(12, context.name()).putInt(context.api().ordinal()).putLong(context.createdNanos()));
    }

    private void lock(LockInfo lock) {
        add(
                LOCK,
                lock.id(),
                payload(16, lock.name())
                        .putInt(lock.location().id())
                        .putInt(lock.shared() ? 1 : 0)
                        .putLong(lock.createdNanos()));
    }

    private void marker(MarkerDefinition marker) {
        byte[] bytes = StoredMarker.bytes(marker);
        add(MARKER, marker.id(), payload(bytes.length, marker.name()).put(bytes));
    }

    @Override
    public void fiber(long id, String name) {
        add(FIBER, 0, payload(8, name).putLong(id));
    }

    @Override
    public void thread(long id, boolean virtual, String name) {
        add(THREAD, 0, payload(12, name).putInt(virtual ? 1 : 0).putLong(id));
    }
}
