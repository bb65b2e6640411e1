package dev.zonecast.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * A kind of marker: name, category, and how its data is shown. Equal ones of one trace are the same object.
 *
 * @param name of its markers
 * @param category of its markers
 * @param schema name of the schema; empty if its markers have no data
 * @param fields of the data
 * @param chartLabel on a bar of a chart, with places in braces
 * @param tooltipLabel heading of a tooltip
 * @param tableLabel in a table
 * @param description lines that are the same for all
 * @param shownIn bits of {@code dev.zonecast.core.marker.MarkerLocation}
 */
public record MarkerKind(
        String name,
        MarkerCategory category,
        String schema,
        List<DataField> fields,
        String chartLabel,
        String tooltipLabel,
        String tableLabel,
        String description,
        int shownIn) {

    /** A kind without data. */
    static MarkerKind plain(String name, String category) {
        MarkerCategory known = new MarkerCategory(category, "", 0);
        return new MarkerKind(name, known, "", List.of(), "", "", "", "", 0);
    }

    /** The values of one of its markers for people, each with its key; those that are missing are left out. */
    public List<String> texts(List<Object> values) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < Math.min(values.size(), fields.size()); i++) {
            if (values.get(i) != null) {
                texts.add(fields.get(i).key() + ": " + values.get(i));
            }
        }
        return texts;
    }

    /** True if the other is shown the same way. */
    public boolean looksLike(MarkerKind other) {
        return schema.equals(other.schema)
                && fields.equals(other.fields)
                && chartLabel.equals(other.chartLabel)
                && tooltipLabel.equals(other.tooltipLabel)
                && tableLabel.equals(other.tableLabel)
                && description.equals(other.description)
                && shownIn == other.shownIn;
    }
}
