package dev.zonecast.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;

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
 * @param staysOn whether the hook is called while the agent is off, too
 */
record LeafRule(
        NamePattern owner,
        NamePattern method,
        String descriptor,
        When when,
        String hook,
        List<Integer> arguments,
        boolean takesResult,
        boolean anyMethod,
        boolean staysOn) {
    /** When a hook is called. */
    enum When {
        BEFORE,
        AFTER,
        /**
         * Two hooks: {@code NAMEBegin} before, which returns a long, and {@code NAMEEnd}, or else {@code end}, after, which gets it. With
         * the result, {@code NAMEEnd} gets the long, the arguments and the result; {@code end} is called after an exception.
         */
        AROUND
    }

    /** Of the names of hooks {@link When#AROUND}. */
    static final String BEGIN = "Begin";

    static final String END = "End";

    private static final String TABLE = "leaves.txt";
    private static final String RESULT = "result";

    /**
     * The rules of the table, in its order: the first that fits holds. Plain loops, here and in what looks up rules: they run before the
     * program's main, where the first lambdas and streams cost more milliseconds than the rest.
     */
    static List<LeafRule> all() {
        Map<String, NamePattern> owners = new HashMap<>();
        List<LeafRule> rules = new ArrayList<>();
        try (var in = new BufferedReader(
                new InputStreamReader(LeafRule.class.getResourceAsStream(TABLE), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    rules.add(parse(line, owners));
                }
            }
            return rules;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param owners known already: most rules are of a few */
    private static LeafRule parse(String line, Map<String, NamePattern> owners) {
        List<String> words = new ArrayList<>();
        for (StringTokenizer rest = new StringTokenizer(line); rest.hasMoreTokens(); ) {
            words.add(rest.nextToken());
        }
        String when = words.get(3);
        boolean any = when.endsWith("!");
        boolean stays = when.endsWith("+");
        NamePattern owner = owners.get(words.get(0));
        if (owner == null) {
            owner = new NamePattern(words.get(0));
            owners.put(words.get(0), owner);
        }
        List<Integer> arguments = new ArrayList<>();
        boolean takesResult = false;
        for (String argument : words.subList(5, words.size())) {
            if (argument.equals(RESULT)) {
                takesResult = true;
            } else {
                arguments.add(Integer.valueOf(argument));
            }
        }
        return new LeafRule(
                owner,
                new NamePattern(words.get(1)),
                words.get(2).equals("*") ? null : words.get(2),
                When.valueOf((any || stays ? when.substring(0, when.length() - 1) : when).toUpperCase(Locale.ROOT)),
                words.get(4).replace('.', '$'),
                arguments,
                takesResult,
                any,
                stays);
    }

    boolean fitsMethod(String name, String type) {
        return (descriptor == null || type.startsWith(descriptor)) && method.fits(name);
    }
}
