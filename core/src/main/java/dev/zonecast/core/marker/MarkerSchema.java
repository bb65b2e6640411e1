package dev.zonecast.core.marker;

import dev.zonecast.core.Category;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * How viewers show the markers of a type. Immutable.
 *
 * @param name of the type, and of its markers; unique in a program
 * @param category of its markers
 * @param fields in the order of the record's components
 * @param chartLabel on a bar of the chart; places in braces are filled: {@code {marker.data.key}}
 * @param tooltipLabel heading of the tooltip
 * @param tableLabel in the table
 * @param shownIn where
 * @param staticLabels the same for all markers of the type
 */
public record MarkerSchema(
        String name,
        Category category,
        List<MarkerField> fields,
        String chartLabel,
        String tooltipLabel,
        String tableLabel,
        Set<MarkerLocation> shownIn,
        List<StaticLabel> staticLabels) {
    /** A recording has 15 places for an event's arguments, of which a zone takes the others. */
    public static final int MAX_FIELDS = 10;

    /** Characters of all names and labels together: they stand in one record of a recording. */
    static final int MAX_CHARS = 8_000;

    /** A line that is the same for all markers of a type. */
    public record StaticLabel(String label, String value) {}

    /** Starts a schema. */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** The label's text for a marker: see {@link MarkerType}. */
    public String fill(String label, double durationMillis, java.util.function.IntFunction<Object> value) {
        return MarkerLabel.fill(label, fields, value, place -> switch (place) {
            case "name" -> name;
            case "category" -> category.name();
            case "duration" -> MarkerFormat.DURATION.show(durationMillis);
            default -> "";
        });
    }

    /** Describes how markers are shown; for one thread. What is wrong is said when the type is made of it. */
    public static final class Builder {
        private record Described(String key, String label, MarkerFormat format, boolean searchable, boolean hidden) {}

        private final String name;
        private final List<Described> described = new ArrayList<>();
        private final List<StaticLabel> staticLabels = new ArrayList<>();
        private final EnumSet<MarkerLocation> shownIn =
                EnumSet.of(MarkerLocation.MARKER_CHART, MarkerLocation.MARKER_TABLE);
        private Category category = Category.OTHER;
        private String chartLabel = "{marker.name}";
        private String tooltipLabel = "{marker.name}";
        private String tableLabel;

        private Builder(String name) {
            this.name = name == null ? "" : name;
        }

        /** Category of the markers; {@link Category#OTHER} without. */
        public Builder category(Category value) {
            category = value == null ? Category.OTHER : value;
            return this;
        }

        /** Describes a component of the record. Those that are not described have their name for a label and a usual format. */
        public Builder field(String key, String label, MarkerFormat format) {
            described.add(new Described(key, label, format, false, false));
            return this;
        }

        /** As {@link #field}, found by searches. */
        public Builder searchableField(String key, String label, MarkerFormat format) {
            described.add(new Described(key, label, format, true, false));
            return this;
        }

        /** As {@link #field}, shown by labels alone. */
        public Builder hiddenField(String key, MarkerFormat format) {
            described.add(new Described(key, key, format, false, true));
            return this;
        }

        /** A line that is the same for all; null is empty. */
        public Builder staticLabel(String label, String value) {
            staticLabels.add(new StaticLabel(orEmpty(label), orEmpty(value)));
            return this;
        }

        private static String orEmpty(String text) {
            return text == null ? "" : text;
        }

        /** On a bar of the chart; null is empty. */
        public Builder chartLabel(String label) {
            chartLabel = orEmpty(label);
            return this;
        }

        /** Heading of the tooltip; null is empty. */
        public Builder tooltipLabel(String label) {
            tooltipLabel = orEmpty(label);
            return this;
        }

        /** In the table; without, or with null, all fields one after another. */
        public Builder tableLabel(String label) {
            tableLabel = label;
            return this;
        }

        /** All three labels. */
        public Builder labels(String label) {
            return chartLabel(label).tooltipLabel(label).tableLabel(label);
        }

        /** Where viewers show the markers; chart and table without. */
        public Builder shownIn(MarkerLocation first, MarkerLocation... more) {
            shownIn.clear();
            shownIn.add(first);
            shownIn.addAll(List.of(more));
            return this;
        }

        /** The schema for a record's components. */
        MarkerSchema build(List<MarkerField> components, String recordName) {
            if (name.isEmpty()) {
                throw new MarkerSchemaException(name, "it has no name");
            }
            if (components.size() > MAX_FIELDS) {
                throw new MarkerSchemaException(
                        name,
                        recordName + " has " + components.size() + " components; " + MAX_FIELDS + " are possible");
            }
            List<MarkerField> fields = new ArrayList<>(components);
            boolean[] seen = new boolean[fields.size()];
            for (Described field : described) {
                int at = place(field.key, components, recordName);
                if (seen[at]) {
                    throw new MarkerSchemaException(name, "the field " + field.key + " is described twice");
                }
                seen[at] = true;
                fields.set(at, checked(field, components.get(at).kind()));
            }
            String table = tableLabel != null ? tableLabel : usualTableLabel(fields);
            for (String label : List.of(chartLabel, tooltipLabel, table)) {
                MarkerLabel.check(name, label, fields);
            }
            MarkerSchema schema = new MarkerSchema(
                    name,
                    category,
                    List.copyOf(fields),
                    chartLabel,
                    tooltipLabel,
                    table,
                    Set.copyOf(shownIn),
                    List.copyOf(staticLabels));
            checkLength(schema);
            return schema;
        }

        private int place(String key, List<MarkerField> components, String recordName) {
            List<String> keys = components.stream().map(MarkerField::key).toList();
            int at = keys.indexOf(key);
            if (at < 0) {
                throw new MarkerSchemaException(
                        name,
                        recordName + " has no component " + key + "; it has "
                                + (keys.isEmpty() ? "none" : String.join(", ", keys)));
            }
            return at;
        }

        private MarkerField checked(Described field, MarkerField.Kind kind) {
            if (field.format == null || field.format.isNumeric() != kind.isNumeric()) {
                String kinds = kind.isNumeric() ? "a number" : "a text";
                throw new MarkerSchemaException(
                        name,
                        "the field " + field.key + " is " + kinds + " and cannot have the format " + field.format);
            }
            if (field.format == MarkerFormat.TIME && kind != MarkerField.Kind.WHOLE) {
                throw new MarkerSchemaException(
                        name,
                        "the field " + field.key
                                + " has the format TIME: its component must be a long, from Marker.now()");
            }
            return new MarkerField(
                    field.key,
                    field.label == null ? field.key : field.label,
                    field.format,
                    kind,
                    field.searchable,
                    field.hidden);
        }

        private static String usualTableLabel(List<MarkerField> fields) {
            return String.join(
                    ", ",
                    fields.stream()
                            .filter(field -> !field.hidden())
                            .map(field -> field.label().replaceAll("[{}]", "") + ": {marker.data." + field.key() + "}")
                            .toList());
        }

        private static void checkLength(MarkerSchema schema) {
            int chars = schema.name.length()
                    + schema.chartLabel.length()
                    + schema.tooltipLabel.length()
                    + schema.tableLabel.length();
            for (MarkerField field : schema.fields) {
                chars += field.key().length() + field.label().length();
            }
            for (StaticLabel line : schema.staticLabels) {
                chars += line.label().length() + line.value().length();
            }
            if (chars > MAX_CHARS) {
                throw new MarkerSchemaException(
                        schema.name, "its names and labels have " + chars + " characters; " + MAX_CHARS + " fit");
            }
        }
    }
}
