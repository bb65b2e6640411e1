package dev.zonecast.core.kind;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.StringJoiner;

/** What Linux counts for a thread, by {@code perf_event_open}. The names are those of {@code perf list}. */
public enum ZoneCounter {
    INSTRUCTIONS(0, 1),
    CYCLES(0, 0),
    CACHE_MISSES(0, 3),
    BRANCH_MISSES(0, 5),
    PAGE_FAULTS(1, 2),
    /** The kernel counts it in its own mode. */
    CONTEXT_SWITCHES(1, 3),
    /** The kernel counts it in its own mode. */
    CPU_MIGRATIONS(1, 4),
    /** Nanoseconds on a core. */
    TASK_CLOCK(1, 1);

    private static final ZoneCounter[] ALL = values();

    private final int type;
    private final int config;

    ZoneCounter(int type, int config) {
        this.type = type;
        this.config = config;
    }

    /** The counter of a number in a ring. */
    @SuppressWarnings("EnumOrdinal") // See code().
    public static ZoneCounter of(int code) {
        return ALL[code];
    }

    /**
     * The counters of a list of names, separated by commas.
     *
     * @throws IllegalArgumentException for another name
     */
    public static Set<ZoneCounter> parse(String names) {
        Set<ZoneCounter> counters = EnumSet.noneOf(ZoneCounter.class);
        for (String name : names.split(",", -1)) {
            if (!name.isBlank()) {
                counters.add(Arrays.stream(ALL)
                        .filter(counter -> counter.displayName().equals(name.strip()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(name.strip() + " is no counter")));
            }
        }
        return counters;
    }

    /** All names, for a message. */
    public static String names() {
        StringJoiner names = new StringJoiner(", ");
        for (ZoneCounter counter : ALL) {
            names.add(counter.displayName());
        }
        return names.toString();
    }

    /** Number in a ring, and of {@code Term.count}. */
    @SuppressWarnings("EnumOrdinal") // Rings outlive their process, not their version.
    public int code() {
        return ordinal();
    }

    /** As {@code perf list} has it. */
    public String displayName() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** {@code type} of {@code perf_event_attr}. */
    public int type() {
        return type;
    }

    /** {@code config} of {@code perf_event_attr}. */
    public int config() {
        return config;
    }

    /** True if user mode alone counts nothing. */
    public boolean isOfKernel() {
        return this == CONTEXT_SWITCHES || this == CPU_MIGRATIONS;
    }
}
