package dev.zonecast.agent;

import dev.zonecast.agent.methods.MethodOptions;
import dev.zonecast.agent.methods.MethodPatterns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What comes after {@code -javaagent:zonecast-agent.jar=}: {@code name=value} pairs, separated by commas; a name alone is {@code
 * name=true}. The agent's own options are {@link #OWN}; any other name is one of the profiler's options without its {@code zonecast.}
 * A comma inside a list of method patterns is known by what follows it: no {@code =} before the next comma.
 *
 * @param own the agent's options
 * @param profiler the profiler's, as system properties
 * @param mistakes one line for each word that makes no sense
 */
public record AgentOptions(Map<String, String> own, Map<String, String> profiler, List<String> mistakes) {
    /**
     * Methods that become zones, by patterns: {@code com.mygame.*,!com.mygame.math.*}. A pattern is the name of a class, or of a class and a
     * method; {@code *} matches any characters; {@code !} excludes; the last pattern that matches a method decides.
     */
    public static final String METHODS = "methods";

    /** Constructors become zones, too: false. A constructor's method name is {@code new}. */
    public static final String METHODS_CONSTRUCTORS = "methods.constructors";

    /** Bodies of lambdas become zones, too: false. A lambda has the name of the method around it. */
    public static final String METHODS_LAMBDAS = "methods.lambdas";

    /**
     * Share of the process's CPU time that zones of methods may cost: {@code 3%}. Over it, the methods with the most calls are no zones any
     * more. {@code off}: no limit.
     */
    public static final String BUDGET = "budget";

    /** A GPU zone for each draw call. */
    public static final String DRAWS = "draws";

    /** Uploads from this size on are zones: {@code 1M}. */
    public static final String UPLOADS = "uploads";

    /** Events of the JVM: true. */
    public static final String JVM = "jvm";

    /** Stack samples, with their period: {@code 1ms}. */
    public static final String SAMPLES = "samples";

    /** What LWJGL allocates. */
    public static final String LWJGL_MEMORY = "lwjgl-memory";

    /** Pictures of frames: {@code 320x180@30}, width, height and pictures a second. */
    public static final String IMAGES = "images";

    /** A snapshot of the last seconds when a frame takes longer: {@code 50ms}. */
    public static final String HITCH = "hitch";

    /** The agent's own. */
    static final Set<String> OWN = Set.of(
            METHODS,
            METHODS_CONSTRUCTORS,
            METHODS_LAMBDAS,
            BUDGET,
            DRAWS,
            UPLOADS,
            JVM,
            SAMPLES,
            LWJGL_MEMORY,
            IMAGES,
            HITCH);

    /** Lists, in which commas separate values. */
    private static final Set<String> LISTS = Set.of(METHODS, "sources", "categories");

    private static final String PREFIX = "zonecast.";

    /** @param known whether the profiler has an option of that system property */
    static AgentOptions parse(String text, java.util.function.Predicate<String> known) {
        var options = new AgentOptions(new LinkedHashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
        String list = null;
        for (String word : text.split(",", -1)) {
            String stripped = word.strip();
            if (stripped.isEmpty()) {
                continue;
            }
            int equals = stripped.indexOf('=');
            if (equals < 0 && list != null) {
                options.own.merge(list, stripped, (all, next) -> all + "," + next);
                continue;
            }
            String name = equals < 0 ? stripped : stripped.substring(0, equals).strip();
            String value = equals < 0 ? "true" : stripped.substring(equals + 1).strip();
            options.take(name, value, known);
            list = LISTS.contains(name) ? name : null;
        }
        return options;
    }

    private void take(String name, String value, java.util.function.Predicate<String> known) {
        String plain = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        if (OWN.contains(plain)) {
            own.put(plain, value);
        } else if (known.test(PREFIX + plain)) {
            profiler.put(PREFIX + plain, value);
        } else {
            mistakes.add("there is no option " + name);
        }
    }

    /**
     * What they say of methods as zones.
     *
     * @param log of values that make no sense
     */
    MethodOptions methods(java.util.function.Consumer<String> log) {
        return new MethodOptions(
                MethodPatterns.parse(get(METHODS, "")),
                isOn(METHODS_CONSTRUCTORS),
                isOn(METHODS_LAMBDAS),
                MethodOptions.budget(get(BUDGET, "3%"), log));
    }

    /** The value of one of the agent's options. */
    public String get(String name, String otherwise) {
        return own.getOrDefault(name, otherwise);
    }

    /** True unless it is absent or says no. */
    public boolean isOn(String name) {
        return switch (own.getOrDefault(name, "false").toLowerCase(java.util.Locale.ROOT)) {
            case "false", "no", "off", "0" -> false;
            default -> true;
        };
    }

    /** As {@link #isOn}, with another default. */
    public boolean isOn(String name, boolean otherwise) {
        return own.containsKey(name) ? isOn(name) : otherwise;
    }
}
