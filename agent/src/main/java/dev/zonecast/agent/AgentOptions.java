package dev.zonecast.agent;

import dev.zonecast.agent.methods.MethodOptions;
import dev.zonecast.agent.methods.MethodPatterns;
import dev.zonecast.core.Option;
import dev.zonecast.core.registry.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The text after {@code -javaagent:zonecast-agent.jar=}: {@code name=value} pairs, separated by commas. A name is one of {@link AgentOption},
 * or one of the profiler's options without its {@code zonecast.} A comma inside a list belongs to the list if no option's name follows it.
 * An unknown name, and a value that is wrong or empty, is a mistake. Plain loops, here and in what reads options: see {@link LeafRule#all}.
 *
 * @param own texts of the agent's options, all readable
 * @param profiler the profiler's options, as system properties, all readable
 * @param mistakes a line each
 */
public record AgentOptions(Map<String, String> own, Map<String, String> profiler, List<String> mistakes) {
    private static final String PREFIX = "zonecast.";
    private static final String TRUE = "true";

    static AgentOptions parse(String text) {
        var options = new AgentOptions(new LinkedHashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
        var texts = new LinkedHashMap<String, String>();
        String list = null;
        for (String word : text.split(",", -1)) {
            String stripped = word.strip();
            int equals = stripped.indexOf('=');
            String name =
                    plain(equals < 0 ? stripped : stripped.substring(0, equals).strip());
            if (stripped.isEmpty()) {
                continue;
            }
            if (list != null && !isKnown(name) && (equals < 0 || ofProfiler(list) == Option.RING_POLICIES)) {
                texts.merge(list, stripped, (all, next) -> all + "," + next);
                continue;
            }
            // Null: the name alone.
            texts.put(name, equals < 0 ? null : stripped.substring(equals + 1).strip());
            list = isList(name) ? name : null;
        }
        for (Map.Entry<String, String> each : texts.entrySet()) {
            options.take(each.getKey(), each.getValue());
        }
        return options;
    }

    /** A name without the prefix of system properties. */
    static String plain(String name) {
        return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
    }

    private static boolean isKnown(String name) {
        return AgentOption.of(name) != null || ofProfiler(name) != null;
    }

    private static boolean isList(String name) {
        Option<?> ofProfiler = ofProfiler(name);
        return ofProfiler == null ? name.equals(AgentOption.METHODS.name()) : ofProfiler.isList();
    }

    private static Option<?> ofProfiler(String name) {
        for (Option<?> option : Option.all()) {
            if (option.toString().equals(PREFIX + name)) {
                return option;
            }
        }
        return null;
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        AgentOption.ALL.forEach(option -> names.add(option.name()));
        Option.all().forEach(option -> names.add(plain(option.toString())));
        return names;
    }

    private void take(String name, String text) {
        AgentOption<?> option = AgentOption.of(name);
        Option<?> ofProfiler = ofProfiler(name);
        String form = option != null
                ? option.form().words()
                : ofProfiler != null ? ofProfiler.form().words() : null;
        if (form == null) {
            mistakes.add("there is no option \"" + name + "\"" + NearestName.hint(name, names())
                    + "; the option help lists all");
        } else if (text != null && text.isEmpty()) {
            wrong(name, text, form);
        } else if (option != null) {
            String value = text == null || text.equalsIgnoreCase(TRUE) ? option.alone() : text;
            if (value == null || !option.form().fits(value)) {
                wrong(name, text, form);
            } else {
                own.put(name, value);
            }
        } else {
            // The true of an option that is no switch would be the name of a file, say.
            String value = text == null && ofProfiler.isSwitch() ? TRUE : text;
            if (value != null && ofProfiler.fits(value)) {
                profiler.put(PREFIX + name, value);
            } else {
                wrong(name, text, form);
            }
        }
    }

    /** The options of methods as zones. */
    MethodOptions methods() {
        return new MethodOptions(
                MethodPatterns.parse(get(AgentOption.METHODS)),
                get(AgentOption.CONSTRUCTORS),
                get(AgentOption.LAMBDAS),
                get(AgentOption.BUDGET));
    }

    private void wrong(String name, String text, String words) {
        mistakes.add((text == null ? name : name + "=" + text) + " cannot be read; " + name + " takes " + words);
    }

    /** The value of an option of the agent. */
    public <T> T get(AgentOption<T> option) {
        String text = own.get(option.name());
        return text == null ? option.defaultValue() : option.form().read(text);
    }
}
