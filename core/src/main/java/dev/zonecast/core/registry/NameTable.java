package dev.zonecast.core.registry;

import dev.zonecast.fxt.FxtLayout;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/**
 * Constant texts, interned by content, each with an id from 1 on. The ids are the cookies of the live protocol: nothing outside this
 * table can be asked for.
 *
 * <p>Thread-safe. Bounded in entries and in characters: a further text gets the id of {@link #OVERFLOW}, and is counted.
 */
public final class NameTable {
    /** Entries; far more names than a program should have. */
    public static final int CAPACITY = 1 << 18;

    /** Characters of all names together: 128 MiB at the most. */
    static final long MAX_CHARS = 64L << 20;

    /** Longest name in UTF-8, so that a recording has every name whole. Longer ones are cut and counted. */
    public static final int MAX_NAME_BYTES = FxtLayout.MAX_STRING_BYTES;

    /** What represents names that came after the table was full. */
    public static final String OVERFLOW = "(too many names)";

    /** A surrogate that belongs to a pair is not in this class of characters. */
    private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

    private static final int CHUNK = 1024;

    /** Cut names that are counted once each. Of more, every cut counts. */
    private static final int MAX_KNOWN_CUTS = 4096;

    /** Length and hash of the names that were cut: a name may be asked for in each frame. */
    private static final Set<Long> KNOWN_CUTS = ConcurrentHashMap.newKeySet();

    private static final LongAdder CUT_NAMES = new LongAdder();

    private final ConcurrentHashMap<String, Integer> ids = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<String[]> chunks = new AtomicReferenceArray<>(CAPACITY / CHUNK);
    private int next = 1;
    private long chars;
    private int overflowId;
    private final TableLimit limit;

    /** A table of its own, for tests. */
    NameTable() {
        this(TableLimit.apart("names", CAPACITY));
    }

    /** @param limit counts names beyond {@link #CAPACITY} or {@link #MAX_CHARS} */
    NameTable(TableLimit limit) {
        this.limit = limit;
    }

    /** The id of a text; null reads "(null)". Too long ones are cut. */
    public int intern(String text) {
        Integer known = text == null ? null : ids.get(text);
        if (known != null) {
            return known;
        }
        String name = wellFormed(text == null ? "(null)" : text);
        Integer id = ids.get(name);
        return id != null ? id : add(name);
    }

    /** The text of an id, or null if the id was never given out. */
    public String text(int id) {
        if (id <= 0 || id >= CAPACITY) {
            return null;
        }
        String[] chunk = chunks.get(id / CHUNK);
        return chunk == null ? null : chunk[id % CHUNK];
    }

    void tellAll(RegistryJournal journal) {
        for (int id = 1; text(id) != null; id++) {
            journal.name(id, text(id));
        }
    }

    /** Names that found the table full. */
    public long refused() {
        return limit.refused();
    }

    private synchronized int add(String name) {
        Integer known = ids.get(name);
        if (known != null) {
            return known;
        }
        if (next < CAPACITY - 1 && chars + name.length() <= MAX_CHARS) {
            chars += name.length();
            return put(name);
        }
        if (overflowId == 0) {
            Integer taken = ids.get(OVERFLOW);
            overflowId = taken != null ? taken : put(OVERFLOW);
        }
        limit.refuse();
        return overflowId;
    }

    private int put(String name) {
        int id = next++;
        RegistryJournal journal = Registry.journal();
        if (journal != null) {
            journal.name(id, name);
        }
        String[] chunk = chunks.get(id / CHUNK);
        String[] copy = chunk == null ? new String[CHUNK] : chunk.clone();
        copy[id % CHUNK] = name;
        // A new array each time: readers see a complete chunk through the volatile element, without a lock.
        chunks.set(id / CHUNK, copy);
        ids.put(name, id);
        return id;
    }

    /** Replaces lone surrogates by U+FFFD and cuts the name to {@link #MAX_NAME_BYTES}: every sink can write the result. */
    public static String wellFormed(String text) {
        String name = LONE_SURROGATE.matcher(text).replaceAll("\uFFFD");
        return name.length() * 3L > MAX_NAME_BYTES ? cut(name) : name;
    }

    /** Ends before the first character that would end beyond the limit. */
    private static String cut(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_NAME_BYTES) {
            return name;
        }
        int end = MAX_NAME_BYTES;
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        countCut(name);
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private static void countCut(String name) {
        long key = (long) name.length() << 32 | Integer.toUnsignedLong(name.hashCode());
        boolean isNew = KNOWN_CUTS.size() < MAX_KNOWN_CUTS ? KNOWN_CUTS.add(key) : !KNOWN_CUTS.contains(key);
        if (isNew) {
            CUT_NAMES.increment();
        }
    }

    /** Names of all kinds that were cut to {@link #MAX_NAME_BYTES} in this process. */
    public static long cutNames() {
        return CUT_NAMES.sum();
    }
}
