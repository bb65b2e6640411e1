package dev.zonecast.agent;

import java.util.ArrayList;
import java.util.List;

/** Code that calls the hooks of a rule and a leaf. {@link HookCall} writes the same calls of hooks. For one thread. */
final class LeafCode {
    // The first of the five opcodes for int, long, float, double and reference.
    private static final int LOAD = 21;
    private static final int STORE = 54;
    private static final int RETURN = 172;

    private static final int WIDE = 196;
    private static final int INVOKESTATIC = 184;
    private static final int INVOKEDYNAMIC = 186;
    private static final int ATHROW = 191;

    private static final String THROWABLE = "java/lang/Throwable";

    private final AddedConstants constants;
    private final LeafRule rule;
    private final int leaf;
    private final List<String> parameters = new ArrayList<>();
    private final List<Integer> slots = new ArrayList<>();
    private final String result;
    private final int tokenSlot;
    private final int resultSlot;
    private final ByteWriter code = new ByteWriter();

    /**
     * @param type of the leaf
     * @param leaf constant with it
     */
    LeafCode(AddedConstants constants, String type, LeafRule rule, int leaf) {
        this.constants = constants;
        this.rule = rule;
        this.leaf = leaf;
        int slot = 0;
        int at = 1;
        while (type.charAt(at) != ')') {
            int end = at;
            while (type.charAt(end) == '[') {
                end++;
            }
            end = type.charAt(end) == 'L' ? type.indexOf(';', end) + 1 : end + 1;
            String parameter = type.substring(at, end);
            parameters.add(parameter);
            slots.add(slot);
            slot += parameter.equals("J") || parameter.equals("D") ? 2 : 1;
            at = end;
        }
        result = type.substring(at + 1);
        tokenSlot = slot;
        resultSlot = slot + 2;
    }

    /** What the attribute has behind its length. */
    ByteWriter attribute() {
        switch (rule.when()) {
            case BEFORE -> {
                selected();
                hook(rule.hook(), "(" + selectedTypes() + ")V");
                call();
                end();
            }
            case AFTER -> {
                call();
                keep();
                selected();
                taken();
                hook(rule.hook(), "(" + selectedTypes() + takenType() + ")V");
                giveBack();
            }
            case AROUND -> {
                return around();
            }
        }
        return attribute(0, 0);
    }

    private ByteWriter around() {
        selected();
        hook(rule.hook() + LeafRule.BEGIN, "(" + selectedTypes() + ")J");
        local(STORE, "J", tokenSlot);
        int start = code.size();
        call();
        keep();
        load("J", tokenSlot);
        if (rule.takesResult()) {
            selected();
            taken();
            hook(rule.hook() + LeafRule.END, "(J" + selectedTypes() + takenType() + ")V");
        } else {
            hook(rule.hook() + LeafRule.END, "(J)V");
        }
        giveBack();
        int end = code.size();
        // A callback of the program's may throw. What it threw lies on the operand stack.
        load("J", tokenSlot);
        hook(rule.hook() + LeafRule.END, "(J)V");
        code.u1(ATHROW);
        return attribute(start, end);
    }

    /** @param end of the code for whose exceptions there is a handler, which stands there; 0: there is none */
    private ByteWriter attribute(int start, int end) {
        // More than any of the calls takes.
        int stack = tokenSlot + 5;
        ByteWriter all = new ByteWriter();
        all.u2(stack).u2(resultSlot + 2).u4(code.size()).all(code);
        if (end == 0) {
            final int noHandlersNoAttributes = 0;
            return all.u4(noHandlersNoAttributes);
        }
        ByteWriter frame = frame(end);
        final int anyClass = 0;
        all.u2(1).u2(start).u2(end).u2(end).u2(anyClass);
        return all.u2(1)
                .u2(constants.utf8("StackMapTable"))
                .u4(2 + frame.size())
                .u2(1)
                .all(frame);
    }

    /** What the verifier knows at the handler: the parameters, the token, and what was thrown. */
    private ByteWriter frame(int at) {
        final int fullFrame = 255;
        final int longItem = 4;
        ByteWriter frame = new ByteWriter();
        frame.u1(fullFrame).u2(at).u2(parameters.size() + 1);
        for (String each : parameters) {
            switch (each.charAt(0)) {
                case 'J' -> frame.u1(longItem);
                case 'D' -> frame.u1(3);
                case 'F' -> frame.u1(2);
                case '[' -> frame.u1(7).u2(constants.type(each));
                case 'L' -> frame.u1(7).u2(constants.type(each.substring(1, each.length() - 1)));
                default -> frame.u1(1);
            }
        }
        return frame.u1(longItem).u2(1).u1(7).u2(constants.type(THROWABLE));
    }

    private void call() {
        for (int i = 0; i < parameters.size(); i++) {
            load(parameters.get(i), slots.get(i));
        }
        code.u1(INVOKESTATIC).u2(leaf);
    }

    private void keep() {
        local(STORE, result, resultSlot);
    }

    private void giveBack() {
        load(result, resultSlot);
        end();
    }

    private void end() {
        code.u1(RETURN + kind(result));
    }

    private void hook(String name, String type) {
        code.u1(INVOKEDYNAMIC).u2(constants.hook(name, type)).u2(0);
    }

    private void selected() {
        for (int i : rule.arguments()) {
            load(parameters.get(i), slots.get(i));
        }
    }

    private String selectedTypes() {
        StringBuilder types = new StringBuilder();
        for (int i : rule.arguments()) {
            types.append(erased(parameters.get(i)));
        }
        return types.toString();
    }

    private void taken() {
        if (rule.takesResult()) {
            load(result, resultSlot);
        }
    }

    private String takenType() {
        return rule.takesResult() ? erased(result) : "";
    }

    private String erased(String type) {
        return type.length() == 1 ? type : "Ljava/lang/Object;";
    }

    private void load(String type, int slot) {
        local(LOAD, type, slot);
    }

    /** Nothing for void. */
    private void local(int first, String type, int slot) {
        if (type.equals("V")) {
            return;
        }
        if (slot > 0xFF) {
            code.u1(WIDE).u1(first + kind(type)).u2(slot);
        } else {
            code.u1(first + kind(type)).u1(slot);
        }
    }

    private int kind(String type) {
        return switch (type.charAt(0)) {
            case 'J' -> 1;
            case 'F' -> 2;
            case 'D' -> 3;
            case 'L', '[' -> 4;
            case 'V' -> 5;
            default -> 0;
        };
    }
}
