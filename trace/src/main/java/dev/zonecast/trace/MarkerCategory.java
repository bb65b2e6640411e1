package dev.zonecast.trace;

/**
 * What a zone or a marker is about.
 *
 * @param name of the category
 * @param subcategory empty for the category as a whole
 * @param colorCode number of its colour in recordings, as {@code dev.zonecast.core.CategoryColor} has it
 */
public record MarkerCategory(String name, String subcategory, int colorCode) {
    /** What has no other. */
    public static final MarkerCategory OTHER = new MarkerCategory("Other", "", 0);

    /** Name of the category of zones that wait. */
    static final String IDLE = "Idle";

    @Override
    public String toString() {
        return subcategory.isEmpty() ? name : name + ": " + subcategory;
    }
}
