package dev.zonecast.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that is missing: in a trace, by the account of the programs and of the reader, and in the output that is made of it. Each loss
 * has a kind; a subject where the kind needs one; and the process that it belongs to where that is known. Counts of 0 are no loss.
 *
 * <p>The reader fills it. An output adds what it leaves out. One thread.
 */
public final class LossAccount {
    /** The process of losses that belong to no process, or to an unknown one. */
    public static final long ANY_PROCESS = 0;
    /** Subjects of a kind, beyond which they are one: names in a trace are not bounded. */
    private static final int MAX_SUBJECTS = 1000;

    private static final String OTHERS = "others";

    /**
     * A part of the losses.
     *
     * @param process number of the program ({@link Program#number}); {@link #ANY_PROCESS} if it is not known
     * @param subject what was lost, as a table or a kind of event; empty where the kind says it
     */
    public record Entry(LossKind kind, long process, String subject, long count) {}

    private record Key(long process, String subject) {}

    private final Map<LossKind, Map<Key, Long>> counts = new EnumMap<>(LossKind.class);

    /** An account without a loss. */
    public LossAccount() {
        // Losses are added.
    }

    /** Adds losses that belong to no process. */
    public void add(LossKind kind, long count) {
        add(kind, ANY_PROCESS, "", count);
    }

    /** Adds losses of a process. */
    public void add(LossKind kind, long process, long count) {
        add(kind, process, "", count);
    }

    /** Adds losses with a subject. */
    public void add(LossKind kind, String subject, long count) {
        add(kind, ANY_PROCESS, subject, count);
    }

    /** Adds losses with a subject, of a process. A count of 0 or less adds nothing. */
    public void add(LossKind kind, long process, String subject, long count) {
        if (count > 0) {
            Map<Key, Long> ofKind = counts.computeIfAbsent(kind, k -> new LinkedHashMap<>());
            Key key = new Key(process, subject);
            boolean hasRoom = ofKind.size() < MAX_SUBJECTS || ofKind.containsKey(key);
            ofKind.merge(hasRoom ? key : new Key(ANY_PROCESS, OTHERS), count, Long::sum);
        }
    }

    /** An end, moved to the begin and counted if it lies before that. */
    long notBefore(long begin, long end, long process) {
        if (end < begin) {
            add(LossKind.CLAMPED_TIMES, process, 1);
        }
        return Math.max(begin, end);
    }

    /** Adds another account. */
    public void addAll(LossAccount other) {
        other.entries().forEach(entry -> add(entry.kind, entry.process, entry.subject, entry.count));
    }

    /** Gives losses of a process that have no subject its name as subject: in a trace of several programs. */
    void nameProcesses(Map<Long, String> names) {
        for (Entry entry : entries()) {
            String name = names.get(entry.process);
            if (entry.subject.isEmpty() && name != null) {
                counts.get(entry.kind).remove(new Key(entry.process, ""));
                add(entry.kind, entry.process, name, entry.count);
            }
        }
    }

    /** Nothing was lost, and the output shows all of the trace. */
    public boolean isEmpty() {
        return counts.isEmpty();
    }

    /** Losses of a kind, of all processes. */
    public long of(LossKind kind) {
        return counts.getOrDefault(kind, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Losses of a kind by their subject, the most first; those without a subject are left out. */
    public Map<String, Long> subjects(LossKind kind) {
        Map<String, Long> sums = new LinkedHashMap<>();
        counts.getOrDefault(kind, Map.of()).forEach((key, count) -> {
            if (!key.subject.isEmpty()) {
                sums.merge(key.subject, count, Long::sum);
            }
        });
        Map<String, Long> sorted = new LinkedHashMap<>();
        sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(sum -> sorted.put(sum.getKey(), sum.getValue()));
        return sorted;
    }

    /** All losses, in the order of their kinds. */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        counts.forEach((kind, ofKind) ->
                ofKind.forEach((key, count) -> entries.add(new Entry(kind, key.process, key.subject, count))));
        return entries;
    }

    /** The losses of the trace, without those of the output. */
    public LossAccount ofTrace() {
        LossAccount part = new LossAccount();
        part.addAll(this);
        part.counts.remove(LossKind.LEFT_OUT);
        return part;
    }

    /** Losses of some processes, and losses that belong to no process. */
    public LossAccount ofProcesses(Set<Long> processes) {
        LossAccount part = new LossAccount();
        for (Entry entry : entries()) {
            if (processes.contains(entry.process) || entry.process == ANY_PROCESS) {
                part.add(entry.kind, entry.process, entry.subject, entry.count);
            }
        }
        return part;
    }

    /**
     * The object {@code losses} of every output in JSON: each kind by its name, zeros as well; then the parts of a kind that has
     * subjects, as {@code kind: subject}.
     */
    public Map<String, Long> byName() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (LossKind kind : LossKind.values()) {
            all.put(kind.text(), of(kind));
            subjects(kind).forEach((subject, count) -> all.put(kind.text() + ": " + subject, count));
        }
        return all;
    }

    /** One line. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder("losses:");
        for (LossKind kind : counts.keySet()) {
            line.append(' ').append(of(kind)).append(' ').append(kind.text()).append(subjects(kind));
        }
        return line.append(isEmpty() ? " none" : "").toString();
    }
}
