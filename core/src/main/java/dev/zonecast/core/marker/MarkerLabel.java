package dev.zonecast.core.marker;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Labels with places for data: {@code {marker.data.key}}, {@code {marker.name}}, {@code {marker.duration}} and so on, and
 * {@code {marker.data.key ? 'yes' : 'no'}}; the Firefox profiler's language.
 */
final class MarkerLabel {
    private static final Set<String> COMMON = Set.of("name", "start", "end", "duration", "category");
    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)\\}");
    private static final Pattern CHOICE =
            Pattern.compile("marker\\.data\\.(\\w+)\\s*\\?\\s*'([^']*)'\\s*:\\s*'([^']*)'");
    private static final Pattern DATA = Pattern.compile("marker\\.data\\.(\\w+)");
    private static final Pattern COMMON_PLACE = Pattern.compile("marker\\.(\\w+)");

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
            Matcher choice = CHOICE.matcher(place);
            Matcher data = DATA.matcher(place);
            Matcher common = COMMON_PLACE.matcher(place);
            if (choice.matches() || data.matches()) {
                String key = choice.matches() ? choice.group(1) : data.group(1);
                if (fields.stream().noneMatch(field -> field.key().equals(key))) {
                    throw new MarkerSchemaException(schema, "the label \"" + label + "\" names no field: " + key);
                }
            } else if (!common.matches() || !COMMON.contains(common.group(1))) {
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
     * @param data value of a field, formatted; null if it is missing
     * @param common value of a place that all markers have
     */
    static String fill(String label, Function<String, String> data, Function<String, String> common) {
        return PLACE.matcher(label).replaceAll(found -> {
            String place = found.group(1).strip();
            Matcher choice = CHOICE.matcher(place);
            Matcher field = DATA.matcher(place);
            Matcher other = COMMON_PLACE.matcher(place);
            String text;
            if (choice.matches()) {
                text = isSet(data.apply(choice.group(1))) ? choice.group(2) : choice.group(3);
            } else if (field.matches()) {
                text = data.apply(field.group(1));
            } else {
                text = other.matches() ? common.apply(other.group(1)) : null;
            }
            return Matcher.quoteReplacement(text == null ? "" : text);
        });
    }

    private static boolean isSet(String value) {
        return value != null && !value.isEmpty() && !value.equals("0") && !value.equals("false");
    }
}
