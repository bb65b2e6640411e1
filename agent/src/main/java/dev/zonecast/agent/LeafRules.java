package dev.zonecast.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules for the methods of a class. They are found by how a name begins, because a program's start looks up thousands of names. For one
 * thread while rules are added, thread-safe afterwards.
 */
final class LeafRules {
    private final Map<String, List<LeafRule>> byBeginning = new HashMap<>();

    /** @param rule comes after the rules that were added earlier */
    void add(LeafRule rule) {
        String beginning = rule.method().beginning();
        List<LeafRule> rules = byBeginning.get(beginning);
        if (rules == null) {
            rules = new ArrayList<>();
            byBeginning.put(beginning, rules);
        }
        rules.add(rule);
    }

    boolean isEmpty() {
        return byBeginning.isEmpty();
    }

    /** False if no rule fits a method of this name, whatever its type. */
    boolean mayFit(String method) {
        return byBeginning.containsKey(NamePattern.beginningOf(method));
    }

    /** The first rule that fits a method; null if none does. */
    LeafRule find(String method, String type) {
        for (LeafRule rule : byBeginning.getOrDefault(NamePattern.beginningOf(method), List.of())) {
            if (rule.fitsMethod(method, type)) {
                return rule;
            }
        }
        return null;
    }
}
