package dev.zonecast.flight.buffer;

import dev.zonecast.core.Category;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.StoredMarker;
import dev.zonecast.core.recording.RecordingLosses;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.RegistryJournal;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;

/**
 * What the ids in the rings represent, in mapped files: without it, records that outlive the program would be without names.
 *
 * <pre>
 * file:   0 magic | 8 entries ...
 * entry:  [0..7] kind | [8..31] bytes of the fields | [32..63] id, then the fields, padded to 8 bytes; 0 ends the entries
 * field:  u32 count of bytes, text in UTF-8
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

    /** Text. */
    static final int NAME = 1;
    /** Name, function, file, line, colour, recorded from in nanoseconds; category, its colour's code, subcategory if it has one. */
    static final int LOCATION = 2;
    /** Name, format, step, fill, colour. */
    static final int PLOT = 3;
    /** Name. */
    static final int FRAME = 4;
    /** Name. */
    static final int POOL = 5;
    /** Name, API, created. */
    static final int GPU = 6;
    /** Name, location, shared, created. */
    static final int LOCK = 7;
    /** Name, id of the thread or fiber, {@link #PLATFORM}, {@link #VIRTUAL} or {@link #FIBER}. The entry's id is 0. */
    static final int THREAD = 8;

    static final String PLATFORM = "platform";
    static final String VIRTUAL = "virtual";
    static final String FIBER = "fiber";

    /** Name, {@link StoredMarker} as Latin-1. */
    static final int MARKER = 10;

    /** Paths at which the JVM writes a report of a crash. The entry's id is 0. */
    static final int CRASH_REPORT = 11;

    /** A program with more names than fit here goes on; the further ones do not outlive it. */
    static final int MOST_FILES = 64;

    static final int FILE_BYTES = 1 << 20;
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Of entries that wait for a file. */
    private static final long MOST_WAITING_BYTES = 16 << 20;

    private record Entry(int kind, int id, Memory fields) {
        long size() {
            return 8 + ((fields.byteSize() + 7) & ~7);
        }

        /** True for names that come and go without end. */
        boolean passes() {
            return kind == THREAD || kind == LOCK;
        }
    }

    private final Path folder;
    private final int mostFiles;
    private Memory file;
    private long used = HEADER_BYTES;
    private int files = 1;
    private boolean full;
    private long passingBytes;
    private boolean passingIsFull;

    /** The file that comes next: made ahead, as no thread of the program may wait for a disk under a lock of ours. */
    private Memory next;

    private boolean makesNext;

    private final ArrayDeque<Entry> waiting = new ArrayDeque<>();
    private long waitingBytes;

    /** @param mostFiles at most {@value #MOST_FILES} */
    NameJournal(Path folder, int mostFiles) throws IOException {
        this.folder = folder;
        this.mostFiles = mostFiles;
        file = make(0);
    }

    private Memory make(int number) throws IOException {
        Memory made = MappedFile.create(folder.resolve(FILE_PREFIX + number + ".zc"), FILE_BYTES, MemoryScope.global());
        made.setLong(0, MAGIC);
        return made;
    }

    private void add(int kind, int id, Object... fields) {
        byte[][] texts = new byte[fields.length][];
        int bytes = 0;
        for (int i = 0; i < fields.length; i++) {
            texts[i] = fields[i].toString().getBytes(StandardCharsets.UTF_8);
            bytes += Integer.BYTES + texts[i].length;
        }
        Memory all = Memory.ofArray(new byte[bytes]);
        int at = 0;
        for (byte[] text : texts) {
            all.setInt(at, text.length);
            Memory.copy(text, 0, all, at + Integer.BYTES, text.length);
            at += Integer.BYTES + text.length;
        }
        log(append(new Entry(kind, id, all)));
    }

    /** Returns a line for the log, or null. */
    private synchronized String append(Entry entry) {
        long size = entry.size();
        long mostPassing = (long) FILE_BYTES * mostFiles / 2;
        boolean isBeyond = entry.passes() && passingBytes + size > mostPassing;
        if (full || isBeyond || size + HEADER_BYTES > FILE_BYTES) {
            RecordingLosses.NAMES.increment();
            boolean isLogged = !isBeyond || passingIsFull;
            passingIsFull |= isBeyond;
            return isLogged
                    ? null
                    : (mostPassing >> 20) + " MiB of names of threads, fibers and locks are kept for a crash: further"
                            + " ones are counted, and would be without name in a recovered trace";
        }
        passingBytes += entry.passes() ? size : 0;
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
        if (used + entry.size() > FILE_BYTES && next != null) {
            file = next;
            used = HEADER_BYTES;
            next = null;
        }
        return used + entry.size() <= FILE_BYTES;
    }

    private void write(Entry entry) {
        long bytes = entry.fields.byteSize();
        Memory.copy(entry.fields, 0, file, used + 8, bytes);
        file.setLongRelease(used, entry.kind | bytes << 8 | (long) entry.id << 32);
        used += entry.size();
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
            DiskThread.start(() -> log(made(number)));
            return null;
        } catch (IOException e) {
            return end(String.valueOf(e.getMessage()));
        }
    }

    /** On a thread of ours. */
    private String made(int number) {
        Memory made;
        try {
            made = make(number);
        } catch (IOException | RuntimeException | Error e) {
            return end(String.valueOf(e.getMessage()));
        }
        synchronized (this) {
            makesNext = false;
            next = made;
            while (!waiting.isEmpty() && hasRoom(waiting.peek())) {
                waitingBytes -= waiting.peek().size();
                write(waiting.poll());
            }
            return waiting.isEmpty() ? null : makeNext();
        }
    }

    private synchronized String end(String reason) {
        full = true;
        waiting.forEach(ignored -> RecordingLosses.NAMES.increment());
        waiting.clear();
        return "further names would not outlive the program: " + reason;
    }

    /** On a thread of ours: the caller may hold a table's lock, and the log is the program's. */
    private static void log(String line) {
        if (line != null) {
            try {
                DiskThread.start(() -> LOG.log(System.Logger.Level.WARNING, "{0}", line));
            } catch (IOException e) {
                // There is no thread; the counts of losses tell it.
            }
        }
    }

    /** Keeps the paths at which the JVM writes a report of a crash. */
    void crashReport(List<String> paths) {
        add(CRASH_REPORT, 0, paths.toArray());
    }

    @Override
    public void name(int id, String text) {
        add(NAME, id, text);
    }

    @Override
    public void entry(Object entry) {
        switch (entry) {
            case SourceLocation location -> location(location);
            case Plot plot -> {
                Plot.Config config = plot.config();
                add(
                        PLOT,
                        Ids.of(plot),
                        plot.name(),
                        config.format().name(),
                        config.step(),
                        config.fill(),
                        config.rgb());
            }
            case FrameName name -> add(FRAME, Ids.of(name), name.name());
            case MemoryPool pool -> add(POOL, Ids.of(pool), pool.name());
            case GpuContextInfo it -> add(GPU, it.id(), it.name(), it.api().name(), it.createdNanos());
            case LockInfo lock ->
                add(LOCK, lock.id(), lock.name(), Ids.of(lock.location()), lock.shared(), lock.createdNanos());
            case MarkerDefinition it ->
                add(MARKER, it.id(), it.name(), new String(StoredMarker.bytes(it), StandardCharsets.ISO_8859_1));
            default -> {
                // Categories are part of their locations; sections do not go through rings.
            }
        }
    }

    private void location(SourceLocation at) {
        Category category = at.category();
        boolean hasCategory = category != null;
        add(
                LOCATION,
                Ids.of(at),
                at.name(),
                at.function(),
                at.file(),
                at.line(),
                at.rgb(),
                at.recordedFromNanos(),
                hasCategory ? category.name() : "",
                hasCategory ? category.color().code() : 0,
                hasCategory ? category.subcategory() : "");
    }

    @Override
    public void fiber(long id, String name) {
        add(THREAD, 0, name, id, FIBER);
    }

    @Override
    public void thread(long id, boolean virtual, String name) {
        add(THREAD, 0, name, id, virtual ? VIRTUAL : PLATFORM);
    }
}
