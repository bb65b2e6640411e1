package dev.zonecast.core.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Names and application lines that are registered once, and the journal of all that is registered. They outlive sessions: each viewer
 * and each recording gets them anew.
 *
 * <p>Thread-safe.
 */
public final class Registry {
    /** One for the process. */
    public static final Registry INSTANCE = new Registry();

    /** Lines of application information that are kept. */
    public static final int MAX_APP_INFO = 1_000;

    /** Null unless one is kept. Kept in a static field: the tables ask for it. */
    private static volatile RegistryJournal journal;

    private static final List<Supplier<? extends Collection<?>>> TABLES = new CopyOnWriteArrayList<>();
    private static final TableLimit APP_INFO =
            TableLimit.ofNames("lines of application information", MAX_APP_INFO, "further ones are dropped");

    private final NameTable names = new NameTable(TableLimit.ofNames(
            "names", NameTable.CAPACITY, "further ones are recorded as \"" + NameTable.OVERFLOW + "\""));
    private final List<String> appInfo = new ArrayList<>();

    private Registry() {}

    public NameTable names() {
        return names;
    }

    /** The journal, or null if none is kept. */
    public static RegistryJournal journal() {
        return journal;
    }

    /** Adds a table whose entries a later journal gets at its start. */
    public static void addTable(Supplier<? extends Collection<?>> entries) {
        TABLES.add(entries);
    }

    /** Writes a new entry of a table into the journal, if one is kept. */
    public static void tell(Object entry) {
        RegistryJournal kept = journal;
        if (kept != null) {
            kept.entry(entry);
        }
    }

    /** Keeps a journal from now on; it gets all that is registered already. Once in the life of the process. */
    public void keep(RegistryJournal kept) {
        journal = kept;
        names.tellAll(kept);
        TABLES.forEach(table -> table.get().forEach(kept::entry));
    }

    /** Keeps a line for this and later sessions. */
    public void addAppInfo(String line) {
        synchronized (appInfo) {
            if (appInfo.size() >= MAX_APP_INFO) {
                APP_INFO.refuse();
            } else {
                appInfo.add(NameTable.wellFormed(line));
            }
        }
    }

    /** A line of {@link #addAppInfo} no longer holds: later sessions do not get it. */
    public void dropAppInfo(String line) {
        synchronized (appInfo) {
            // Its place stays: the collector counts the lines that it has sent.
            appInfo.replaceAll(each -> each.equals(NameTable.wellFormed(line)) ? "" : each);
        }
    }

    /** Keeps lines about a GPU and its driver, once each. {@code fleet} compares runs by them. */
    public void addGpu(String device, String driver) {
        synchronized (appInfo) {
            for (String line : List.of("gpu: " + device, "driver: " + driver)) {
                if (!appInfo.contains(NameTable.wellFormed(line))) {
                    addAppInfo(line);
                }
            }
        }
    }

    /** A line that was dropped is empty. */
    public List<String> appInfo() {
        synchronized (appInfo) {
            return List.copyOf(appInfo);
        }
    }
}
