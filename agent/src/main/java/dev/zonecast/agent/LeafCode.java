package dev.zonecast.agent;

/** Writes the code of a method that calls the hooks of a rule and a leaf. For one thread. */
final class LeafCode extends HookCode {
    // The first of the five opcodes for int, long, float, double and reference.
    private static final int LOAD = 21;
    private static final int STORE = 54;
    private static final int RETURN = 172;

    private static final int WIDE = 196;
    private static final int INVOKESTATIC = 184;
    private static final int INVOKEDYNAMIC = 186;
    private static final int ATHROW = 191;

    private final AddedConstants constants;
    private final int leaf;
    private final ByteWriter code = new ByteWriter();
    private int locals;
    private int start;

    /**
     * @param type of the leaf
     * @param leaf constant with it
     */
    LeafCode(AddedConstants constants, String type, LeafRule rule, int leaf) {
        super(rule, type);
        this.constants = constants;
        this.leaf = leaf;
        locals = parameterSlots;
    }

    /** What the attribute has behind its length. */
    ByteWriter attribute() {
        // More than any of the calls takes.
        int stack = parameterSlots + 5;
        int token = parameterSlots;
        around();
        code.u1(RETURN + kind(result));
        int end = code.size();
        boolean handles = rule.when() == LeafRule.When.AROUND;
        if (handles) {
            // A callback of the program's may throw. What it threw lies on the operand stack.
            thrown(token);
            code.u1(ATHROW);
        }
        ByteWriter all = new ByteWriter().u2(stack).u2(locals).u4(code.size()).all(code);
        if (!handles) {
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
        return frame.u1(longItem).u2(1).u1(7).u2(constants.type("java/lang/Throwable"));
    }

    @Override
    void callFunction() {
        start = code.size();
        code.u1(INVOKESTATIC).u2(leaf);
    }

    @Override
    void hook(String name, String type) {
        code.u1(INVOKEDYNAMIC).u2(constants.hook(name, type)).u2(0);
    }

    @Override
    int local(String type) {
        locals += slots(type);
        return locals - slots(type);
    }

    @Override
    void load(String type, int local) {
        instruction(LOAD + kind(type), local);
    }

    @Override
    void store(String type, int local) {
        instruction(STORE + kind(type), local);
    }

    private void instruction(int opcode, int local) {
        if (local > 0xFF) {
            code.u1(WIDE).u1(opcode).u2(local);
        } else {
            code.u1(opcode).u1(local);
        }
    }

    private static int kind(String type) {
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
