package dev.zonecast.trace;

import dev.zonecast.core.marker.CategoryColor;

/**
 * What a zone or a marker is about.
 *
 * @param name of the category
 * @param subcategory empty for the category as a whole
 * @param color of the category
 */
public record MarkerCategory(String name, String subcategory, CategoryColor color) {
    /** What has no other. */
    public static final MarkerCategory OTHER = new MarkerCategory("Other", "", CategoryColor.GREY);

    @Override
    public String toString() {
        return subcategory.isEmpty() ? name : name + ": " + subcategory;
    }
}
