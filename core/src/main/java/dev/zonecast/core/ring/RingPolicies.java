package dev.zonecast.core.ring;

import dev.zonecast.core.registry.NamePattern;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The policy of each ring, by the name of its thread when that gets its ring. Immutable. */
public final class RingPolicies {
    private static final String RULE = "(.*)=\\s*(?:(drop|off|overwrite|wait\\s+([0-9]{1,8}))(\\s+first)?|first)";

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
     * Reads rules: {@code audio=overwrite, render=first, loader-*=wait 500, *=drop}. The first one that fits counts; waits are in
     * microseconds.
     *
     * @param otherwise of threads that no rule fits, or that are first without another policy
     * @throws IllegalArgumentException if it cannot be read; the message says which rule
     */
    public static RingPolicies parse(String text, RingPolicy otherwise) {
        if (text.isBlank()) {
            return all(otherwise);
        }
        Pattern form = Pattern.compile(RULE);
        List<Rule> rules = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            Matcher rule = form.matcher(each.strip());
            if (rule.matches()) {
                rules.add(new Rule(NamePattern.any(List.of(rule.group(1).strip())), policy(rule, otherwise)));
            } else if (!each.isBlank()) {
                throw new IllegalArgumentException("not a rule for rings: \"" + each.strip()
                        + "\"; one reads THREADS=drop, =wait MICROSECONDS, =overwrite or =off, and =first alone or"
                        + " behind them");
            }
        }
        return new RingPolicies(List.copyOf(rules), otherwise);
    }

    private static RingPolicy policy(Matcher rule, RingPolicy otherwise) {
        if (rule.group(2) == null) {
            return otherwise.asFirst();
        }
        RingPolicy policy = RingPolicy.DROP;
        if (rule.group(3) != null) {
            policy = new RingPolicy(1000 * Long.parseLong(rule.group(3)));
        } else if (rule.group(2).equals("off")) {
            policy = RingPolicy.OFF;
        } else if (rule.group(2).equals("overwrite")) {
            policy = new RingPolicy(0, true);
        }
        return rule.group(4) == null ? policy : policy.asFirst();
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
