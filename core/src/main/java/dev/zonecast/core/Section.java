package dev.zonecast.core;

import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Switch;
import dev.zonecast.core.state.SectionTable;

/**
 * A span of the whole program, not of one thread: a level, a loading screen, the run of a benchmark. Any thread may begin it, any thread
 * may end it, and sections may overlap. Recordings have them; Tracy shows them from version 0.14 on.
 *
 * <pre>{@code
 * private static final SectionCategory LEVEL = SectionCategory.of("level");
 *
 * Section level = Section.open(LEVEL, "level 3");
 * ...
 * level.close();
 * }</pre>
 *
 * Use sections for rare spans, a few a second: each costs an object and a map entry. A viewer that connects later shows an open section
 * from its true begin. At most {@value SectionTable#MAX_OPEN} may be open; further ones are dropped and counted.
 *
 * <p>Thread-safe.
 */
public final class Section implements AutoCloseable {
    private static final SectionTable<SectionInfo> TABLE = SectionTable.of(SectionInfo.class);
    private static final Section NONE = new Section(null);

    private final SectionInfo info;

    private Section(SectionInfo info) {
        this.info = info;
    }

    /**
     * Begins a section.
     *
     * @param text title in the viewer; any number of different texts
     */
    public static Section open(SectionCategory category, String text) {
        if (!Switch.ON || category == null) {
            return NONE;
        }
        // Starts the profiler if this is the program's first event.
        boolean ignored = Gate.isOpen();
        String shown = NameTable.wellFormed(String.valueOf(text));
        SectionInfo info = TABLE.begin(id -> new SectionInfo(id, category, shown, System.nanoTime()));
        return info == null ? NONE : new Section(info);
    }

    /** Ends the section; a second call does nothing. */
    @Override
    public void close() {
        if (info != null) {
            TABLE.end(info);
        }
    }
}
