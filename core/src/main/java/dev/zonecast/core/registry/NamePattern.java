package dev.zonecast.core.registry;

import java.util.Arrays;
import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names with wildcards: {@code *} matches any characters, also none. */
public final class NamePattern {
    private NamePattern() {}

    /** Matches the whole of a name that fits one of the patterns; none fits an empty collection. */
    public static Pattern any(Collection<String> patterns) {
        return Pattern.compile(
                patterns.isEmpty()
                        ? "(?!)"
                        : patterns.stream().map(NamePattern::expression).collect(Collectors.joining("|")),
                Pattern.DOTALL);
    }

    private static String expression(String pattern) {
        return Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    }
}
