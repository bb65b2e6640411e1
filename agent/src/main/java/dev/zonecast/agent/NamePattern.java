package dev.zonecast.agent;

import java.util.regex.Pattern;

/**
 * A regular expression for a name. It is compiled and asked only for names that begin as it does: a program's start has to compare
 * thousands of names with a hundred expressions. Thread-safe.
 */
final class NamePattern {
    /** Before a name that may have it or not: LWJGL's functions with and without checks. */
    private static final String OPTIONAL = "n?";

    private static final char OPTIONAL_LETTER = 'n';

    /** Characters by which names and patterns are sorted. All functions of OpenGL share the first two, and many the third. */
    private static final int SORTED_BY = 5;

    private final String text;
    private final boolean hasOptional;

    /** Characters without alternative, behind the optional one. */
    private final String beginning;

    /** Whether there is nothing behind the beginning. */
    private final boolean isName;

    private volatile Pattern pattern;

    /** @param text without {@code |} outside of brackets */
    NamePattern(String text) {
        this.text = text;
        hasOptional = text.startsWith(OPTIONAL);
        int from = hasOptional ? OPTIONAL.length() : 0;
        int end = from;
        while (end < text.length() && isLiteral(text.charAt(end))) {
            end++;
        }
        isName = end == text.length();
        if (!isName && "?*{".indexOf(text.charAt(end)) >= 0) {
            end--;
        }
        beginning = text.substring(from, end);
    }

    /**
     * How all names begin that fit, as {@link #beginningOf} has it.
     *
     * @throws IllegalArgumentException for a pattern whose names have no common beginning of five characters
     */
    String beginning() {
        String common = beginningOf(beginning);
        if (common.length() < SORTED_BY) {
            throw new IllegalArgumentException("names of " + text + " begin in different ways");
        }
        return common;
    }

    /** The first five characters of a name, without the letter that LWJGL's names may have before. */
    static String beginningOf(String name) {
        int from = !name.isEmpty() && name.charAt(0) == OPTIONAL_LETTER ? 1 : 0;
        return name.substring(from, Math.min(from + SORTED_BY, name.length()));
    }

    private static boolean isLiteral(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '/';
    }

    /** True if the whole name fits. */
    boolean fits(String name) {
        if (name.startsWith(beginning)) {
            return isName ? name.length() == beginning.length() : matches(name);
        }
        if (hasOptional && name.startsWith(beginning, 1) && name.charAt(0) == OPTIONAL_LETTER) {
            return isName ? name.length() == beginning.length() + 1 : matches(name);
        }
        return false;
    }

    private boolean matches(String name) {
        Pattern known = pattern;
        if (known == null) {
            known = Pattern.compile(text);
            pattern = known;
        }
        return known.matcher(name).matches();
    }
}
