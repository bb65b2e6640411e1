package dev.zonecast.core.registry;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/**
 * Which categories are recorded: all, or those that are named. Places in the program remember what it says of them, so that a zone asks
 * nobody.
 *
 * <p>Thread-safe; changes are made under the lock of this class.
 */
public final class CategorySelection {
    private static final List<Runnable> WHEN_CHANGED = new CopyOnWriteArrayList<>();

    /** Null: all. */
    private static volatile Pattern chosen;

    private CategorySelection() {}

    /** Adds an action that runs after each change, under the lock of this class. It cannot be removed. */
    public static void whenChanged(Runnable action) {
        WHEN_CHANGED.add(action);
    }

    /**
     * Chooses the recorded categories.
     *
     * @param names of categories, each with all its subcategories, or "category: subcategory"; {@code *} matches any characters. What has
     *     no category is "Other". Empty: all
     */
    public static synchronized void choose(Collection<String> names) {
        chosen = names.isEmpty() ? null : NamePattern.any(names);
        WHEN_CHANGED.forEach(Runnable::run);
    }

    /** Does something that a change must not come between. */
    public static synchronized void whileItStands(Runnable action) {
        action.run();
    }

    /**
     * True if a category is recorded.
     *
     * @param whole its name with the subcategory's
     */
    public static boolean has(String name, String whole) {
        Pattern names = chosen;
        return names == null
                || names.matcher(name).matches()
                || names.matcher(whole).matches();
    }

    /** Names from a line, apart by commas. */
    public static Set<String> parse(String line) {
        Set<String> names = new TreeSet<>();
        for (String each : line.split(",", -1)) {
            if (!each.isBlank()) {
                names.add(each.strip());
            }
        }
        return names;
    }
}
