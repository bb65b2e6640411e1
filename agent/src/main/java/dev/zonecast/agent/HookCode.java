package dev.zonecast.agent;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes calls of a rule's hooks. Subclasses write the instructions. Types are descriptors, because a program's start waits for
 * {@link LeafCode}. For one thread.
 */
abstract class HookCode {
    final LeafRule rule;
    final List<String> parameters = new ArrayList<>();
    final String result;

    /** Local variables with the arguments of the function, by position. */
    final List<Integer> arguments = new ArrayList<>();

    /** Local variables that the parameters take, from 0 on. */
    final int parameterSlots;

    /** @param type of the function that has the hooks; its arguments are the first local variables */
    HookCode(LeafRule rule, String type) {
        this.rule = rule;
        int slot = 0;
        int at = 1;
        while (type.charAt(at) != ')') {
            int end = at;
            while (type.charAt(end) == '[') {
                end++;
            }
            end = type.charAt(end) == 'L' ? type.indexOf(';', end) + 1 : end + 1;
            parameters.add(type.substring(at, end));
            arguments.add(slot);
            slot += slots(type.substring(at, end));
            at = end;
        }
        parameterSlots = slot;
        result = type.substring(at + 1);
    }

    static int slots(String type) {
        return type.equals("J") || type.equals("D") ? 2 : 1;
    }

    // --- the instructions

    abstract void load(String type, int local);

    abstract void store(String type, int local);

    /** A local variable of its own. */
    abstract int local(String type);

    abstract void hook(String name, String type);

    /** The function itself; its arguments are on the operand stack. */
    abstract void callFunction();

    // --- the hooks

    /** The function with its hooks; its result is on the operand stack. */
    final void around() {
        int token = begin();
        for (int i = 0; i < parameters.size(); i++) {
            load(parameters.get(i), arguments.get(i));
        }
        callFunction();
        if (rule.when() != LeafRule.When.BEFORE) {
            end(token);
        }
    }

    /** The hook before the function, if there is one; returns the local variable of its token. */
    final int begin() {
        switch (rule.when()) {
            case BEFORE -> hook(rule.hook(), "(" + selected() + ")V");
            case AROUND -> {
                hook(rule.hook() + LeafRule.BEGIN, "(" + selected() + ")J");
                int token = local("J");
                store("J", token);
                return token;
            }
            case AFTER -> {}
        }
        return -1;
    }

    /** The hook after the function returned. The result is on the operand stack, before and after. */
    final void end(int token) {
        int kept = result.equals("V") ? -1 : local(result);
        if (kept >= 0) {
            store(result, kept);
        }
        if (rule.when() == LeafRule.When.AFTER) {
            hook(rule.hook(), "(" + selected() + taken(kept) + ")V");
        } else if (rule.takesResult()) {
            load("J", token);
            hook(rule.hook() + LeafRule.END, "(J" + selected() + taken(kept) + ")V");
        } else {
            thrown(token);
        }
        if (kept >= 0) {
            load(result, kept);
        }
    }

    /** The second hook of a rule {@code around}, after the function threw. */
    final void thrown(int token) {
        load("J", token);
        hook(rule.hook() + LeafRule.END, "(J)V");
    }

    /** Takes an argument from the operand stack into a local variable of its own. */
    final void move(int i) {
        arguments.set(i, local(parameters.get(i)));
        store(parameters.get(i), arguments.get(i));
    }

    /** Loads the arguments that the hook gets; returns their types. */
    private String selected() {
        StringBuilder types = new StringBuilder();
        for (int i : rule.arguments()) {
            load(parameters.get(i), arguments.get(i));
            types.append(erased(parameters.get(i)));
        }
        return types.toString();
    }

    private String taken(int kept) {
        if (!rule.takesResult()) {
            return "";
        }
        load(result, kept);
        return erased(result);
    }

    private static String erased(String type) {
        return type.length() == 1 ? type : "Ljava/lang/Object;";
    }
}
