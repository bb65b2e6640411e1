package dev.zonecast.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which functions of LWJGL get a hook, and which. A rule is a line of the table {@code leaves.txt}, whose first lines explain it.
 *
 * @param owner class, without {@code org/lwjgl/}
 * @param method name
 * @param descriptor of the method; null: any
 * @param when the hook is called
 * @param hook name of the hook, as {@code gl$draw}
 * @param arguments of the method that the hook gets, by their positions
 * @param takesResult whether the hook gets the method's result, as its last argument
 * @param anyMethod whether the method need not be a leaf, one that leaves Java
 */
record LeafRule(
        Pattern owner,
        Pattern method,
        String descriptor,
        When when,
        String hook,
        List<Integer> arguments,
        boolean takesResult,
        boolean anyMethod) {
    /** When a hook is called. */
    enum When {
        BEFORE,
        AFTER,
        /** Two hooks: {@code NAMEBegin} before, which returns a long, and {@code NAMEEnd}, or else {@code end}, after, which gets it. */
        AROUND
    }

    static final String BEGIN = "Begin";
    static final String END = "End";

    private static final String TABLE = "leaves.txt";
    private static final String RESULT = "result";

    /** The rules of the table, in its order: the first that fits holds. */
    static List<LeafRule> all() {
        try (var in = new BufferedReader(
                new InputStreamReader(LeafRule.class.getResourceAsStream(TABLE), StandardCharsets.UTF_8))) {
            return in.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(LeafRule::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LeafRule parse(String line) {
        String[] words = line.strip().split("\\s+");
        boolean any = words[3].endsWith("!");
        List<String> arguments = Arrays.asList(words).subList(5, words.length);
        return new LeafRule(
                Pattern.compile(words[0]),
                Pattern.compile(words[1]),
                words[2].equals("*") ? null : words[2],
                When.valueOf((any ? words[3].substring(0, words[3].length() - 1) : words[3]).toUpperCase(Locale.ROOT)),
                words[4].replace('.', '$'),
                arguments.stream()
                        .filter(word -> !word.equals(RESULT))
                        .map(Integer::valueOf)
                        .toList(),
                arguments.contains(RESULT),
                any);
    }

    boolean fitsOwner(String simpleName) {
        return owner.matcher(simpleName).matches();
    }

    boolean fitsMethod(String name, String type) {
        return (descriptor == null || type.startsWith(descriptor))
                && method.matcher(name).matches();
    }
}
