package dev.zonecast.core.marker;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Labels with places for data: {@code {marker.data.key}}, {@code {marker.name}}, {@code {marker.duration}} and so on, and
 * {@code {marker.data.key ? 'yes' : 'no'}}; the Firefox profiler's language.
 */
final class MarkerLabel {
    private static final Set<String> COMMON = Set.of("name", "start", "end", "duration", "category");
    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)\\}");
    /** What is between the braces: a field, perhaps with two texts to choose from; or a place that all markers have. */
    private static final Pattern CONTENT =
            Pattern.compile("marker\\.data\\.(\\w+)(?:\\s*\\?\\s*'([^']*)'\\s*:\\s*'([^']*)')?|marker\\.(\\w+)");

    private MarkerLabel() {}

    /** Throws if the label names something that a marker does not have, or does not close a place. */
    static void check(String schema, String label, List<MarkerField> fields) {
        Matcher places = PLACE.matcher(label);
        for (int at = label.indexOf('{'); at >= 0; at = label.indexOf('{', places.end())) {
            if (!places.find(at) || places.start() != at) {
                throw new MarkerSchemaException(
                        schema,
                        "the label \"" + label + "\" does not close the brace before \"" + label.substring(at + 1)
                                + "\"");
            }
        }
        places.reset();
        while (places.find()) {
            String place = places.group(1).strip();
            Matcher content = CONTENT.matcher(place);
            boolean isKnown = content.matches();
            if (isKnown && content.group(1) != null) {
                String key = content.group(1);
                if (fields.stream().noneMatch(field -> field.key().equals(key))) {
                    throw new MarkerSchemaException(schema, "the label \"" + label + "\" names no field: " + key);
                }
            } else if (!isKnown || !COMMON.contains(content.group(4))) {
                throw new MarkerSchemaException(
                        schema,
                        "the label \"" + label + "\" has {" + place + "}; {marker.data.<field>} and {marker."
                                + String.join(
                                        "}, {marker.", COMMON.stream().sorted().toList()) + "} are known");
            }
        }
    }

    /**
     * Fills the places.
     *
     * @param value of a field; null if it is missing
     * @param common value of a place that all markers have
     */
    static String fill(
            String label, List<MarkerField> fields, IntFunction<Object> value, Function<String, String> common) {
        return PLACE.matcher(label).replaceAll(found -> {
            Matcher content = CONTENT.matcher(found.group(1).strip());
            String text = "";
            if (content.matches()) {
                String key = content.group(1);
                text = key == null ? common.apply(content.group(4)) : ofField(content, fields, value);
            }
            return Matcher.quoteReplacement(text);
        });
    }

    private static String ofField(Matcher content, List<MarkerField> fields, IntFunction<Object> value) {
        int field = 0;
        while (field < fields.size() && !fields.get(field).key().equals(content.group(1))) {
            field++;
        }
        Object found = field == fields.size() ? null : value.apply(field);
        if (content.group(2) != null) {
            return isSet(found) ? content.group(2) : content.group(3);
        }
        return found == null ? "" : fields.get(field).format().show(found);
    }

    private static boolean isSet(Object value) {
        return value instanceof Number number
                ? Math.abs(number.doubleValue()) > 0
                : value != null && !List.of("", "false").contains(value.toString());
    }
}
