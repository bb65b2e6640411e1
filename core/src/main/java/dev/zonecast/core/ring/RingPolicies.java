package dev.zonecast.core.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The policy of each ring, by the name of its thread when that gets its ring. Immutable. */
public final class RingPolicies {
    private record Rule(Pattern thread, RingPolicy policy) {}

    private final List<Rule> rules;
    private final RingPolicy otherwise;

    private RingPolicies(List<Rule> rules, RingPolicy otherwise) {
        this.rules = rules;
        this.otherwise = otherwise;
    }

    /** The same for all. */
    public static RingPolicies all(RingPolicy policy) {
        return new RingPolicies(List.of(), policy);
    }

    /**
     * Reads rules: {@code audio=overwrite, loader-*=wait 500, *=drop}. The first one that fits counts; waits are in microseconds.
     *
     * @param otherwise of threads that no rule fits
     * @throws IllegalArgumentException if it cannot be read; the message says which rule
     */
    public static RingPolicies parse(String text, RingPolicy otherwise) {
        List<Rule> rules = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            if (each.isBlank()) {
                continue;
            }
            int equals = each.lastIndexOf('=');
            RingPolicy policy =
                    equals < 0 ? null : policy(each.substring(equals + 1).strip());
            if (policy == null) {
                throw new IllegalArgumentException("not a rule for rings: \"" + each.strip()
                        + "\"; one reads THREADS=drop, =wait MICROSECONDS or =overwrite");
            }
            String[] parts = each.substring(0, equals).strip().split("\\*", -1);
            List<String> quoted = new ArrayList<>();
            for (String part : parts) {
                quoted.add(Pattern.quote(part));
            }
            rules.add(new Rule(Pattern.compile(String.join(".*", quoted), Pattern.DOTALL), policy));
        }
        return new RingPolicies(List.copyOf(rules), otherwise);
    }

    private static RingPolicy policy(String text) {
        String[] words = text.split("\\s+", -1);
        if (words.length == 2 && words[0].equals("wait") && words[1].matches("[0-9]{1,8}")) {
            return new RingPolicy(1000 * Long.parseLong(words[1]));
        }
        return switch (text) {
            case "drop" -> RingPolicy.DROP;
            case "overwrite" -> new RingPolicy(0, true);
            default -> null;
        };
    }

    /** The policy of a thread's ring. */
    public RingPolicy of(String threadName) {
        for (Rule rule : rules) {
            if (rule.thread.matcher(threadName).matches()) {
                return rule.policy;
            }
        }
        return otherwise;
    }
}
