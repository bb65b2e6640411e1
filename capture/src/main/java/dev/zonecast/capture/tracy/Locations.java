package dev.zonecast.capture.tracy;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.tracy.QueryType;
import dev.zonecast.tracy.Questions;
import dev.zonecast.tracy.Slot;
import dev.zonecast.tracy.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/** Source locations: static ones by the client's ids, and those that come with their zone. */
final class Locations {
    private static final int MAX_COLLISIONS = 16;
    private static final int RECENT = 512;

    /** In place of the number of a location. */
    static final int NOT_KNOWN = -1;

    private static final class Entry {
        private boolean told;
        private long name;
        private long function;
        private long file;
        private int line;
        private int rgb;
        private SourceLocation location;
    }

    /** One that came with a zone, and its bytes. */
    private static final class Allocated {
        private byte[] payload;
        private SourceLocation location;
        private Allocated next;
    }

    private final Questions questions;
    private final Names strings;
    private final TextBudget budget;
    private final SessionTables.Room room;
    private final LongTable<Entry> entries = new LongTable<>();
    /** Answers do not say what they answer: they come in the order of the questions. */
    private final Queue<Entry> asked = new ArrayDeque<>();

    private final LongTable<Allocated> allocated = new LongTable<>();

    // The last location by some bits of its id.
    private final long[] recentIds = new long[RECENT];
    private final SourceLocation[] recent = new SourceLocation[RECENT];
    private final int[] recentNumbers = new int[RECENT];

    Locations(Questions questions, Names strings, TextBudget budget, SessionTables.Room room) {
        this.questions = questions;
        this.strings = strings;
        this.budget = budget;
        this.room = room;
        Arrays.fill(recentNumbers, NOT_KNOWN);
    }

    /** The location of an id, or null if it is not known yet; what is missing has been asked for then. */
    SourceLocation get(long id) {
        int slot = slot(id);
        SourceLocation known = recent[slot];
        if (known != null && recentIds[slot] == id) {
            return known;
        }
        SourceLocation found = find(id);
        if (found != null) {
            recentIds[slot] = id;
            recent[slot] = found;
            recentNumbers[slot] = found.id();
        }
        return found;
    }

    /** As {@link #get}, but gives our registry's number of it, or {@link #NOT_KNOWN}. */
    int number(long id) {
        int slot = slot(id);
        if (recentIds[slot] == id && recentNumbers[slot] != NOT_KNOWN) {
            return recentNumbers[slot];
        }
        SourceLocation found = get(id);
        return found == null ? NOT_KNOWN : found.id();
    }

    private static int slot(long id) {
        return (int) (id ^ id >>> 9) & (RECENT - 1);
    }

    private SourceLocation find(long id) {
        Entry entry = entries.get(id);
        if (entry == null) {
            return ask(id);
        }
        if (entry.location == null && entry.told) {
            resolve(entry);
        }
        return entry.location;
    }

    private SourceLocation ask(long id) {
        if (!room.take()) {
            budget.countUnknown();
            return unknown();
        }
        if (!questions.ask(QueryType.SOURCE_LOCATION, id)) {
            room.giveBack(1);
            budget.countUnknown();
            return unknown();
        }
        Entry entry = new Entry();
        entries.put(id, entry);
        asked.add(entry);
        return null;
    }

    private void resolve(Entry entry) {
        // All three are asked for at once.
        String name = text(entry.name);
        String function = text(entry.function);
        String file = text(entry.file);
        if (name != null && function != null && file != null) {
            entry.location = SourceLocation.of(name, function, file, Math.max(0, entry.line), entry.rgb);
        }
    }

    private String text(long string) {
        return string == 0 ? "" : strings.get(string);
    }

    /** An answer: the event SourceLocation. */
    void told(byte[] bytes, int at) {
        questions.answered();
        Entry entry = asked.poll();
        if (entry != null && !entry.told) {
            entry.told = true;
            entry.name = Wire.getLong(bytes, at + 1);
            entry.function = Wire.getLong(bytes, at + 9);
            entry.file = Wire.getLong(bytes, at + 17);
            entry.line = Wire.getInt(bytes, at + 25);
            entry.rgb = Wire.getInt(bytes, at + 28) >>> 8;
            if (entry.location == null) {
                resolve(entry);
            }
        }
    }

    /** As {@link Names#abandon}. */
    void abandon() {
        entries.forEach(entry -> {
            if (entry.location == null && entry.told) {
                resolve(entry);
            }
            if (entry.location == null) {
                entry.location = unknown();
                budget.countUnknown();
            }
        });
    }

    private static SourceLocation unknown() {
        return SourceLocation.of("", Names.UNKNOWN, Names.UNKNOWN, 0, 0);
    }

    /**
     * A location that came with its zone: u32 colour, u32 line, function and file with a zero behind each, and the name.
     *
     * @param payload what came; one that is too short or lacks a zero is an unknown place
     */
    SourceLocation allocated(Slot payload) {
        byte[] bytes = payload.bytes();
        int from = payload.from();
        int to = from + payload.length();
        payload.empty();
        long hash = hash(bytes, from, to);
        Allocated first = allocated.get(hash);
        int collisions = 0;
        for (Allocated known = first; known != null; known = known.next, collisions++) {
            if (Arrays.equals(known.payload, 0, known.payload.length, bytes, from, to)) {
                return known.location;
            }
        }
        if (collisions >= MAX_COLLISIONS) {
            room.refuse();
        }
        if (collisions >= MAX_COLLISIONS || !room.take() || !budget.take(to - from)) {
            budget.countUnknown();
            return unknown();
        }
        Allocated entry = new Allocated();
        entry.payload = Arrays.copyOfRange(bytes, from, to);
        entry.location = parse(bytes, from, to);
        entry.next = first;
        allocated.put(hash, entry);
        return entry.location;
    }

    private static long hash(byte[] bytes, int from, int to) {
        long hash = (long) to - from;
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            hash = (hash ^ Wire.getLong(bytes, at)) * 0x9E37_79B9_7F4A_7C15L;
            hash ^= hash >>> 32;
        }
        for (; at < to; at++) {
            hash = (hash ^ bytes[at]) * 0x9E37_79B9_7F4A_7C15L;
        }
        return hash ^ hash >>> 29;
    }

    private static SourceLocation parse(byte[] bytes, int from, int to) {
        int functionAt = from + 2 * Integer.BYTES;
        int functionEnd = zero(bytes, functionAt, to);
        int fileEnd = functionEnd < 0 ? -1 : zero(bytes, functionEnd + 1, to);
        if (fileEnd < 0) {
            return unknown();
        }
        return SourceLocation.of(
                text(bytes, fileEnd + 1, to),
                text(bytes, functionAt, functionEnd),
                text(bytes, functionEnd + 1, fileEnd),
                Math.max(0, Wire.getInt(bytes, from + 4)),
                Wire.getInt(bytes, from) & 0xFFFFFF);
    }

    private static int zero(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] == 0) {
                return at;
            }
        }
        return -1;
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
