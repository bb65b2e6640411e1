package dev.zonecast.core.registry;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.Category;
import dev.zonecast.core.marker.MarkerTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What is registered once and known by an id afterwards: names, source locations, plots, frame names, GPU contexts, application
 * lines. It outlives sessions: each viewer and each recording is told anew.
 *
 * <p>Thread-safe.
 */
public final class Registry {
    /** One for the process. */
    public static final Registry INSTANCE = new Registry();

    /** Tracy's server takes at most 32767 static source locations; a few are kept for our own. The last one represents all others. */
    public static final int MAX_LOCATIONS = 32_000;

    /** Makes what is registered. */
    @FunctionalInterface
    public interface Maker<K, T> {
        T make(int id, K key);
    }

    private static final int MAX_PLOTS = 1 << 16;
    private static final int MAX_FRAME_NAMES = 1 << 16;
    private static final int MAX_MEMORY_POOLS = 1 << 16;

    /** Categories of sections. */
    public static final int MAX_SECTION_CATEGORIES = 1_000;

    /** Categories with their subcategories. */
    public static final int MAX_CATEGORIES = 4_096;

    /** Lines of application information that are kept. */
    public static final int MAX_APP_INFO = 1_000;

    /** Null unless one is kept. Kept in a static field: the tables here ask for it. */
    private static volatile RegistryJournal journal;

    private static final TableLimit SCRIPT_PLACES = TableLimit.ofNames(
            "places in scripts",
            SourceLocation.MAX_SCRIPT_PLACES,
            "zones of further ones are recorded at \"(Lua)\", line 0");

    private static final TableLimit APP_INFO =
            TableLimit.ofNames("lines of application information", MAX_APP_INFO, "further ones are dropped");

    private final NameTable names = new NameTable(TableLimit.ofNames(
            "names", NameTable.CAPACITY, "further ones are recorded as \"" + NameTable.OVERFLOW + "\""));
    private final Slots<SourceLocation.Content, SourceLocation> locations = new Slots<>(
            limit("source locations", MAX_LOCATIONS),
            new SourceLocation.Content(overflow("source locations"), "(unknown)", "(unknown)", 0, 0),
            RegistryJournal::location);
    private final Slots<String, Plot> plots =
            new Slots<>(limit("plots", MAX_PLOTS), overflow("plots"), RegistryJournal::plot);
    private final Slots<String, FrameName> frames =
            new Slots<>(limit("frame names", MAX_FRAME_NAMES), overflow("frame names"), RegistryJournal::frame);
    private final Slots<String, MemoryPool> pools =
            new Slots<>(limit("memory pools", MAX_MEMORY_POOLS), overflow("memory pools"), RegistryJournal::memoryPool);
    private final Slots<String, SectionCategory> sectionCategories = new Slots<>(
            limit("categories of sections", MAX_SECTION_CATEGORIES),
            overflow("categories of sections"),
            (journal, category) -> {});
    private final Slots<Category.Key, Category> categories = new Slots<>(
            limit("categories", MAX_CATEGORIES),
            new Category.Key(overflow("categories"), ""),
            (journal, category) -> {});
    private final GpuContextTable gpuContexts = new GpuContextTable();
    private final List<String> appInfo = new ArrayList<>();

    private Registry() {}

    private static TableLimit limit(String entries, int most) {
        return TableLimit.ofNames(entries, most, "further ones are recorded as \"" + overflow(entries) + "\"");
    }

    /** Name of the entry that takes the place of all that find no room. */
    private static String overflow(String entries) {
        return "(too many " + entries + ")";
    }

    public NameTable names() {
        return names;
    }

    /** The journal, or null if none is kept. */
    public static RegistryJournal journal() {
        return journal;
    }

    /** Keeps a journal from now on; it is told of all that is registered already. Once in the life of the process. */
    public void keep(RegistryJournal kept) {
        journal = kept;
        names.tellAll(kept);
        locations.tellAll(kept);
        plots.tellAll(kept);
        frames.tellAll(kept);
        pools.tellAll(kept);
        gpuContexts.present().forEach(kept::gpuContext);
        MarkerTable.INSTANCE.forEach(kept::marker);
    }

    /** Location by content, or null if there is none yet. */
    public SourceLocation location(SourceLocation.Content content) {
        return locations.find(content);
    }

    /** Location by content; the same content gives the same object. Beyond the limit, the overflow location. */
    public SourceLocation location(
            SourceLocation.Content content, Maker<SourceLocation.Content, SourceLocation> maker) {
        return locations.intern(content, maker);
    }

    /** Location of an id, or null. */
    public SourceLocation location(int id) {
        return locations.get(id);
    }

    public int locationCount() {
        return locations.count();
    }

    public Plot plot(String name, Maker<String, Plot> maker) {
        return plots.intern(name, maker);
    }

    public Plot plot(int id) {
        return plots.get(id);
    }

    public FrameName frame(String name, Maker<String, FrameName> maker) {
        return frames.intern(name, maker);
    }

    public FrameName frame(int id) {
        return frames.get(id);
    }

    public MemoryPool memoryPool(String name, Maker<String, MemoryPool> maker) {
        return pools.intern(name, maker);
    }

    public MemoryPool memoryPool(int id) {
        return pools.get(id);
    }

    public SectionCategory sectionCategory(String description, Maker<String, SectionCategory> maker) {
        return sectionCategories.intern(description, maker);
    }

    public Category category(Category.Key key, Maker<Category.Key, Category> maker) {
        return categories.intern(key, maker);
    }

    public Category category(int id) {
        return categories.get(id);
    }

    /** Counts a zone of a script for whose place there is no room. */
    public void refuseScriptPlace() {
        SCRIPT_PLACES.refuse();
    }

    /**
     * Registers a GPU context.
     *
     * @return the context, or null when {@value GpuContextTable#MAX_OPEN} are open
     */
    public GpuContextInfo addGpuContext(IntFunction<GpuContextInfo> make) {
        return gpuContexts.add(make);
    }

    /** A GPU context was closed; its last record has been written. */
    public void closeGpuContext(GpuContextInfo context) {
        gpuContexts.close(context, Clock.ticks());
    }

    /** The GPU contexts. */
    public GpuContextTable gpuContexts() {
        return gpuContexts;
    }

    /** Keeps a line for this and later sessions; false when there are too many. */
    public boolean addAppInfo(String line) {
        synchronized (appInfo) {
            if (appInfo.size() >= MAX_APP_INFO) {
                APP_INFO.refuse();
                return false;
            }
            appInfo.add(NameTable.wellFormed(line));
            return true;
        }
    }

    public List<String> appInfo() {
        synchronized (appInfo) {
            return List.copyOf(appInfo);
        }
    }
}
