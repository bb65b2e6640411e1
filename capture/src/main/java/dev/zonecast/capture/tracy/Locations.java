package dev.zonecast.capture.tracy;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.tracy.Slot;
import dev.zonecast.tracy.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** Source locations: static ones by the client's ids, and those that come with their zone. */
final class Locations {
    private static final int RECENT = 512;
    private static final int ANSWER_BYTES = 32;
    private static final int ALLOCATED_HEAD_BYTES = 2 * Integer.BYTES;

    private static final class Entry {
        /** The event that the client answered with, or null. */
        private byte[] answer;

        private SourceLocation location;
    }

    private final Asker asker;
    private final Names strings;
    private final Map<Long, Entry> entries = new HashMap<>();
    /** Answers do not say what they answer: they come in the order of the questions. */
    private final Queue<Entry> asked = new ArrayDeque<>();

    /** By their bytes, each as a character. Strings are comparable, so many of one hash are still found fast. */
    private final Map<String, SourceLocation> allocated = new HashMap<>();

    // The last location by some bits of its id.
    private final long[] recentIds = new long[RECENT];
    private final SourceLocation[] recent = new SourceLocation[RECENT];

    Locations(Asker asker, Names strings) {
        this.asker = asker;
        this.strings = strings;
    }

    /** The location of an id, or null if it is not known yet; what is missing has been asked for then. */
    SourceLocation get(long id) {
        int slot = (int) (id ^ id >>> 9) & (RECENT - 1);
        SourceLocation known = recent[slot];
        if (known != null && recentIds[slot] == id) {
            return known;
        }
        SourceLocation found = find(id);
        if (found != null) {
            recentIds[slot] = id;
            recent[slot] = found;
        }
        return found;
    }

    private SourceLocation find(long id) {
        Entry entry = entries.get(id);
        if (entry != null) {
            resolve(entry);
            return entry.location;
        }
        if (!asker.ask(id)) {
            return unknown();
        }
        Entry added = new Entry();
        entries.put(id, added);
        asked.add(added);
        return null;
    }

    private void resolve(Entry entry) {
        byte[] answer = entry.answer;
        if (entry.location != null || answer == null) {
            return;
        }
        // All three are asked for at once.
        String name = text(Wire.getLong(answer, 1));
        String function = text(Wire.getLong(answer, 9));
        String file = text(Wire.getLong(answer, 17));
        if (name != null && function != null && file != null) {
            int line = Math.max(0, Wire.getInt(answer, 25));
            entry.location = SourceLocation.of(name, function, file, line, Wire.getInt(answer, 28) >>> 8);
        }
    }

    private String text(long string) {
        return string == 0 ? "" : strings.get(string);
    }

    /** An answer: the event SourceLocation. */
    void told(byte[] bytes, int at) {
        asker.answered();
        Entry entry = asked.poll();
        if (entry != null) {
            entry.answer = Arrays.copyOfRange(bytes, at, at + ANSWER_BYTES);
            resolve(entry);
        }
    }

    /** As {@link Names#abandon}. */
    void abandon() {
        entries.values().forEach(entry -> {
            resolve(entry);
            if (entry.location == null) {
                entry.location = unknown();
                asker.budget().countUnknown();
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
        String key = new String(payload.bytes(), payload.from(), payload.length(), StandardCharsets.ISO_8859_1);
        payload.empty();
        SourceLocation known = allocated.get(key);
        if (known != null) {
            return known;
        }
        if (!asker.room().take() || !asker.budget().take(key.length())) {
            asker.budget().countUnknown();
            return unknown();
        }
        SourceLocation location = parse(key.getBytes(StandardCharsets.ISO_8859_1));
        allocated.put(key, location);
        return location;
    }

    private static SourceLocation parse(byte[] bytes) {
        if (bytes.length < ALLOCATED_HEAD_BYTES) {
            return unknown();
        }
        int textBytes = bytes.length - ALLOCATED_HEAD_BYTES;
        String[] texts = new String(bytes, ALLOCATED_HEAD_BYTES, textBytes, StandardCharsets.UTF_8).split("\0", 3);
        return texts.length < 3
                ? unknown()
                : SourceLocation.of(
                        texts[2],
                        texts[0],
                        texts[1],
                        Math.max(0, Wire.getInt(bytes, Integer.BYTES)),
                        Wire.getInt(bytes, 0) & 0xFFFFFF);
    }
}
