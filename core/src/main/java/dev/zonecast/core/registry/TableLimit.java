package dev.zonecast.core.registry;

import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * The limit of a table. Every entry that finds the table full is counted; the collector logs one line for the first.
 *
 * <p>Thread-safe. {@link #refuse} does no I/O and takes no lock, so that it may be called under any lock.
 */
public final class TableLimit {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final List<TableLimit> OF_PROCESS = new CopyOnWriteArrayList<>();

    private final String entries;
    private final long most;
    private final String effect;
    private final boolean ofNames;
    private final LongAdder refused = new LongAdder();
    private final AtomicBoolean logged = new AtomicBoolean();

    private TableLimit(String entries, long most, String effect, boolean ofNames) {
        this.entries = entries;
        this.most = most;
        this.effect = effect;
        this.ofNames = ofNames;
    }

    /**
     * Limit of a table of names. Its refusals are losses.
     *
     * @param entries of the table, as the log and the statistics name them: "source locations"
     * @param most entries
     * @param effect on further ones, for the log: "further ones are dropped"
     */
    public static TableLimit ofNames(String entries, long most, String effect) {
        return ofProcess(new TableLimit(entries, most, effect, true));
    }

    /** Limit of a table of events. Its refusals may also count as dropped events: the table decides. */
    public static TableLimit ofEvents(String entries, long most, String effect) {
        return ofProcess(new TableLimit(entries, most, effect, false));
    }

    /** Limit of a session's or test's own table. It is not logged. */
    public static TableLimit apart(String entries, long most) {
        return new TableLimit(entries, most, "", true);
    }

    private static TableLimit ofProcess(TableLimit limit) {
        OF_PROCESS.add(limit);
        return limit;
    }

    /** Counts an entry for which there is no room. */
    public void refuse() {
        refused.increment();
    }

    /** Counts entries for which there is no room. */
    public void refuse(long count) {
        refused.add(count);
    }

    /** Entries for which there was no room. */
    public long refused() {
        return refused.sum();
    }

    /** Entries of the table, as the statistics name them. */
    public String entries() {
        return entries;
    }

    /** As many entries fit. */
    public long most() {
        return most;
    }

    /** Names of all kinds for which there was no room in this process. */
    public static long refusedNames() {
        return OF_PROCESS.stream()
                .filter(limit -> limit.ofNames)
                .mapToLong(TableLimit::refused)
                .sum();
    }

    /** What all tables of this process refused, by their entries; tables that refused nothing are left out. */
    public static Map<String, Long> refusals() {
        Map<String, Long> refusals = new LinkedHashMap<>();
        for (TableLimit limit : OF_PROCESS) {
            long count = limit.refused();
            if (count > 0) {
                refusals.merge(limit.entries, count, Long::sum);
            }
        }
        return refusals;
    }

    /** Logs a line for each table of this process that was found full for the first time. Under no lock. */
    public static void logReached() {
        for (TableLimit limit : OF_PROCESS) {
            if (limit.refused() > 0 && limit.logged.compareAndSet(false, true)) {
                SafeLog.log(
                        LOG,
                        Level.WARNING,
                        () -> "limit reached: " + limit.most + " " + limit.entries + "; " + limit.effect
                                + ". The statistics count them");
            }
        }
    }
}
