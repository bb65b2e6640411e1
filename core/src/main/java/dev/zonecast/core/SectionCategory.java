package dev.zonecast.core;

import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registered;
import dev.zonecast.core.registry.Slots;

/** A kind of {@link Section}: "level", "loading". Equal descriptions give the same object. Thread-safe. */
@SuppressWarnings("exports") // The superclass is for our own packages.
public final class SectionCategory extends Registered {
    private static final Slots<String, SectionCategory> ALL =
            Slots.make(SectionCategory.class, "categories of sections", 1_000, name -> name);

    private final String description;

    private SectionCategory(int id, String description) {
        super(id);
        this.description = description;
    }

    /**
     * A category. At most 1,000 exist; one overflow category represents all further ones.
     *
     * @param description null or empty reads "(unnamed)"
     */
    public static SectionCategory of(String description) {
        String shown = description == null || description.isEmpty() ? "(unnamed)" : NameTable.wellFormed(description);
        return ALL.intern(shown, SectionCategory::new);
    }

    public String description() {
        return description;
    }

    @Override
    public String toString() {
        return description;
    }
}
