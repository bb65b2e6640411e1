package dev.zonecast.core.registry;

import java.util.Collection;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Names with wildcards: {@code *} matches any characters, also none. */
public final class NamePattern {
    private NamePattern() {}

    /** Matches the whole of a name that fits one of the patterns; none fits an empty collection. */
    public static Pattern any(Collection<String> patterns) {
        StringJoiner any = new StringJoiner("|").setEmptyValue("(?!)");
        for (String pattern : patterns) {
            any.add(expression(pattern));
        }
        return Pattern.compile(any.toString(), Pattern.DOTALL);
    }

    private static String expression(String pattern) {
        StringJoiner all = new StringJoiner(".*");
        for (String part : pattern.split("\\*", -1)) {
            all.add(Pattern.quote(part));
        }
        return all.toString();
    }
}
