package dev.zonecast.agent.methods;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/**
 * Which methods become zones: patterns separated by commas. A pattern is the name of a class, or of a class and a method: {@code
 * com.mygame.World}, {@code com.mygame.World.update}. A {@code *} matches any characters, dots included. A pattern after {@code !} excludes.
 * The last pattern that matches a method decides.
 *
 * <p>Thread-safe.
 */
public final class MethodPatterns {
    private final List<Each> all;

    private MethodPatterns(List<Each> all) {
        this.all = all;
    }

    /**
     * Reads patterns.
     *
     * @param text may be empty: no method matches
     */
    public static MethodPatterns parse(String text) {
        List<Each> all = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            String pattern = word.strip();
            if (!pattern.isEmpty() && !pattern.equals("!")) {
                all.add(new Each(pattern));
            }
        }
        return new MethodPatterns(all);
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** False if no method of a class can match: a quick look before the class file is read. */
    boolean mayMatch(String className) {
        for (Each pattern : all) {
            if (!pattern.excludes && pattern.mayMatch(className)) {
                return true;
            }
        }
        return false;
    }

    /**
     * True if a method is chosen.
     *
     * @param chosen whether it is without any pattern
     */
    boolean choose(String className, String method, boolean chosen) {
        boolean result = chosen;
        for (Each pattern : all) {
            if (pattern.matches(className, method)) {
                pattern.matched.set(true);
                result = !pattern.excludes;
            }
        }
        return result;
    }

    /** Patterns that matched no method so far. */
    List<String> unmatched() {
        var unmatched = new ArrayList<String>();
        for (Each pattern : all) {
            if (!pattern.matched.get()) {
                unmatched.add(pattern.text);
            }
        }
        return unmatched;
    }

    private static final class Each {
        final String text;
        final boolean excludes;
        final AtomicBoolean matched = new AtomicBoolean();

        /** What a name begins with that matches. */
        private final String prefix;

        private final Pattern expression;

        Each(String text) {
            this.text = text;
            excludes = text.startsWith("!");
            String pattern = excludes ? text.substring(1).strip() : text;
            int star = pattern.indexOf('*');
            prefix = star < 0 ? pattern : pattern.substring(0, star);
            expression = Pattern.compile(Arrays.stream(pattern.split("\\*", -1))
                    .map(Pattern::quote)
                    .reduce((left, right) -> left + ".*" + right)
                    .orElse(""));
        }

        boolean mayMatch(String className) {
            return className.startsWith(prefix) || prefix.startsWith(className + ".");
        }

        boolean matches(String className, String method) {
            return mayMatch(className)
                    && (expression.matcher(className).matches()
                            || expression.matcher(className + "." + method).matches());
        }
    }
}
