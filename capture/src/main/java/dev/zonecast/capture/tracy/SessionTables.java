package dev.zonecast.capture.tracy;

import dev.zonecast.core.registry.TableLimit;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * The tables that a client fills, each with its limit, and the memory of all of them together. What finds no room is counted. Owned by
 * the decoder.
 *
 * <p>A kind has a number of entries, for the name of the table in the account, and bytes of an entry. The bytes are an upper bound for
 * the objects of a 64-bit JVM: those of this package, of the registry and of the recording. They make the limits mean the same in a
 * small heap and in a large one.
 */
final class SessionTables {
    /** Open zones of a thread that {@link Kind#THREADS} has room for. */
    static final int FREE_LEVELS = 8;

    /** A table. */
    enum Kind {
        /** Nearly twice 70,000, the threads of a server with one for each connection. Later threads share one, without zones. */
        THREADS("threads", 1 << 17, 1_200),
        /** Numbers that threads stand together by: as many as threads. */
        THREAD_GROUPS("groups of threads", 1 << 17, 100),
        /** As many as threads: a job system keeps fibers in a pool. */
        FIBERS("fibers", 1 << 17, 1_300),
        /** Of each of five kinds. The registry takes as many names in all. */
        NAMES("names", 5L << 18, 100),
        /** Texts of names, calls, sections, locks: at most three for an entry of the other tables. */
        TEXTS("texts", 1 << 22, 64),
        /** Twice the 32,000 that Tracy's viewer takes. */
        LOCATIONS("source locations", 1 << 16, 600),
        /** As many as the registry takes; games have thousands. */
        PLOTS("plots", 1 << 16, 400),
        /** Sensors of a machine are few. */
        POWER_SENSORS("power sensors", 1 << 10, 600),
        /** A program has a handful. */
        FRAME_SETS("frame sets", 1 << 12, 600),
        /** As many as the registry takes. */
        SECTION_CATEGORIES("categories of sections", 1_000, 200),
        /** A level, a menu, a loading screen: tens. A search for a free row looks at all. */
        OPEN_SECTIONS("open sections", 1 << 10, 200),
        /** Rows of sections that overlap, of all categories. */
        SECTION_ROWS("rows of sections", 1 << 12, 400),
        /** Mutexes of a large game, one in each object: 100,000. Those that are destroyed make room. */
        LOCKS("locks", 1 << 18, 700),
        /** Rows of holds: one for each lock, and one for each further reader at one time. */
        LOCK_ROWS("rows of lock holds", 1 << 18, 500),
        /** Eight times the 1 million live allocations of a large game. */
        MEMORY_BLOCKS("memory blocks", 1 << 23, 64),
        /** A program has tens. */
        MEMORY_POOLS("memory pools", 1 << 12, 1_500),
        /** Threads that submit to a GPU context, of all contexts, and their rows beyond the first: a game has tens. */
        GPU_THREADS("tracks of GPU contexts", 1 << 14, 600),
        /** Begun on the GPU and not ended. A context has 65,536 queries, and a program a few contexts. */
        GPU_ZONES("open GPU zones", 1 << 19, 300),
        /** Queries that wait for a time or an end: twice all of 64 contexts. */
        GPU_QUERIES("GPU queries", 1 << 23, 72),
        /** As many as the process takes of samples. */
        CALL_STACKS("call stacks", 1 << 17, 400),
        /** Return addresses of a large native program; each has one call or more. */
        ADDRESSES("return addresses", 1 << 17, 200),
        /** Levels of nesting beyond the first eight of each thread: room for 16 threads of the deepest recursion. */
        ZONE_LEVELS("levels of open zones", 1 << 20, 24),
        /** Open zones whose texts and values wait for their end: the levels down to which threads have had some. */
        NOTED_ZONES("open zones with attributes", 1 << 20, 180);

        private final String entries;
        private final long most;
        private final int entryBytes;

        Kind(String entries, long most, int entryBytes) {
            this.entries = entries;
            this.most = most;
            this.entryBytes = entryBytes;
        }

        String entries() {
            return entries;
        }

        long most() {
            return most;
        }
    }

    /** Room in one table. */
    final class Room {
        private final TableLimit limit;
        private final int entryBytes;
        private long taken;

        private Room(TableLimit limit, int entryBytes) {
            this.limit = limit;
            this.entryBytes = entryBytes;
        }

        /** Takes room for an entry; false if there is none, which is counted. */
        boolean take() {
            return take(1, 0);
        }

        /** As {@link #take()}, for an entry with bytes of its own beyond those of every entry. */
        boolean take(long ownBytes) {
            return take(1, ownBytes);
        }

        /** Takes room for several entries, or for none. */
        boolean takeAll(long count) {
            return take(count, 0);
        }

        private boolean take(long count, long ownBytes) {
            long bytes = count * entryBytes + ownBytes;
            if (taken + count > limit.most() || bytes > freeBytes) {
                limit.refuse();
                return false;
            }
            taken += count;
            freeBytes -= bytes;
            return true;
        }

        /** The entry of a key, made if there is room for it; null if there is none. */
        <T> T get(Map<Long, T> table, long key, LongFunction<T> maker) {
            T known = table.get(key);
            if (known == null && take()) {
                known = maker.apply(key);
                table.put(key, known);
            }
            return known;
        }

        /** Puts an entry, over the one of its key or where there is room; false if there is none. */
        <T> boolean put(Map<Integer, T> table, int key, T value) {
            boolean hasRoom = table.containsKey(key) || take();
            if (hasRoom) {
                table.put(key, value);
            }
            return hasRoom;
        }

        <T> void remove(Map<Integer, T> table, int key) {
            if (table.remove(key) != null) {
                giveBack(1);
            }
        }

        /** Counts what is refused for another reason than the table's size: its own limit within an entry. */
        void refuse() {
            limit.refuse();
        }

        /** Entries without bytes of their own are gone. */
        void giveBack(long count) {
            giveBack(count, 0);
        }

        void giveBack(long count, long ownBytes) {
            taken -= count;
            freeBytes += count * entryBytes + ownBytes;
        }

        /** Entries now. */
        long taken() {
            return taken;
        }

        /** Entries that found no room. */
        long refused() {
            return limit.refused();
        }
    }

    /** Less does not hold the names of a small game. */
    private static final long MIN_BYTES = 16L << 20;

    /** All tables that are full at once are a client that means harm. */
    private static final long MAX_BYTES = 1L << 30;

    /** The rest of the heap is for blocks that wait for names, and for the garbage collector. */
    private static final int HEAP_PARTS = 3;

    private final Map<Kind, Room> rooms = new EnumMap<>(Kind.class);
    private final long bytes;
    private long freeBytes;

    /**
     * Empty tables.
     *
     * @param most entries of each kind
     * @param bytes of all tables together
     */
    SessionTables(ToLongFunction<Kind> most, long bytes) {
        this.bytes = bytes;
        freeBytes = bytes;
        for (Kind kind : Kind.values()) {
            rooms.put(kind, new Room(TableLimit.apart(kind.entries, most.applyAsLong(kind)), kind.entryBytes));
        }
    }

    /** The limits of a real session. */
    static SessionTables real() {
        return new SessionTables(
                kind -> kind.most, bytesFor(Runtime.getRuntime().maxMemory()));
    }

    /** Memory of the tables in a heap of that size. */
    static long bytesFor(long heapBytes) {
        return Math.clamp(heapBytes / HEAP_PARTS, MIN_BYTES, MAX_BYTES);
    }

    Room room(Kind kind) {
        return rooms.get(kind);
    }

    /** Memory that the tables have now, by the bytes of their entries. */
    long takenBytes() {
        return bytes - freeBytes;
    }

    /** What was refused, by table. */
    Map<String, Long> refusals() {
        Map<String, Long> refusals = new LinkedHashMap<>();
        rooms.forEach((kind, room) -> {
            if (room.refused() > 0) {
                refusals.put(kind.entries, room.refused());
            }
        });
        return refusals;
    }
}
