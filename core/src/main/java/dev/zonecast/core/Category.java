package dev.zonecast.core;

import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registered;
import dev.zonecast.core.registry.Slots;

/**
 * What a zone or a marker is about: "Physics", or "Physics" with the subcategory "collisions". Viewers group and colour by it. Kept in
 * a {@code static final} field; equal names give the same object.
 *
 * <pre>{@code
 * private static final Category PHYSICS = Category.of("Physics", CategoryColor.GREEN);
 * private static final Category COLLISIONS = PHYSICS.sub("collisions");
 * }</pre>
 *
 * <p>Thread-safe, immutable.
 */
@SuppressWarnings("exports") // The superclass is for our own packages.
public final class Category extends Registered {
    private static final Slots<Key, Category> ALL =
            Slots.make(Category.class, "categories", 4_096, name -> new Key(name, ""));

    /** What has no category. */
    public static final Category OTHER = of("Other", CategoryColor.GREY);

    /**
     * Waiting: for another thread, the display, the GPU, something to do. Zones of it are recorded and listed as all others, but the
     * tools count them neither as work of which they tell shares nor as what made a frame slow.
     */
    public static final Category IDLE = of("Idle", CategoryColor.DARKGREY);

    /** What tells one from another. */
    public record Key(String name, String subcategory) {}

    private final Key key;
    private final CategoryColor color;

    private Category(int id, Key key, CategoryColor color) {
        super(id);
        this.key = key;
        this.color = color;
    }

    /**
     * A category. The colour that a name was given first stays; at most 4,096 exist, one overflow category
     * represents further ones.
     *
     * @param name null or empty reads "Other"
     * @param color null is {@link CategoryColor#GREY}
     */
    public static Category of(String name, CategoryColor color) {
        return interned(name, "", color == null ? CategoryColor.GREY : color);
    }

    /** A grey category. */
    public static Category of(String name) {
        return of(name, CategoryColor.GREY);
    }

    /** A part of this category, with its colour; null or empty is this category itself. */
    public Category sub(String subcategory) {
        return interned(key.name, subcategory == null ? "" : subcategory, color);
    }

    private static Category interned(String name, String subcategory, CategoryColor color) {
        String shown = name == null || name.isEmpty() ? "Other" : name;
        Key key = new Key(NameTable.wellFormed(shown), NameTable.wellFormed(subcategory));
        return ALL.intern(key, (id, k) -> new Category(id, k, color));
    }

    /** Name of the category, without the subcategory. */
    public String name() {
        return key.name;
    }

    /** Empty for the category as a whole. */
    public String subcategory() {
        return key.subcategory;
    }

    /** The colour of all its subcategories. */
    public CategoryColor color() {
        return color;
    }

    @Override
    public String toString() {
        return key.subcategory.isEmpty() ? key.name : key.name + ": " + key.subcategory;
    }
}
