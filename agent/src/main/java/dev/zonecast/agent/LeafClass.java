package dev.zonecast.agent;

import java.lang.constant.DirectMethodHandleDesc;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A class file of LWJGL whose leaves get hooks. A leaf is renamed, and a method of its old name calls hook and leaf; nothing else changes.
 * Most bytes are copied as they are, because a program's start waits for this: {@code java.lang.classfile}, which reads and writes each
 * method, took a quarter of a second of it. Layout: Java Virtual Machine Specification, chapter 4.
 *
 * <p>A damaged class file is found by an exception, {@link IndexOutOfBoundsException} or {@link IllegalArgumentException}. For one thread.
 */
final class LeafClass {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int POOL_START = 10;
    private static final int MOST_CONSTANTS = 0xFFFF;

    // Tags of the constant pool.
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;
    private static final int INVOKE_DYNAMIC = 18;

    private static final int INVOKE_STATIC_KIND = 6;

    private static final int ACC_PUBLIC_PRIVATE_PROTECTED = 0x0007;
    private static final int ACC_PRIVATE = 0x0002;
    private static final int ACC_STATIC = 0x0008;
    private static final int ACC_NATIVE = 0x0100;
    private static final int ACC_SYNTHETIC = 0x1000;

    private static final String BOOTSTRAP_METHODS = "BootstrapMethods";
    private static final String JNI = "org/lwjgl/system/JNI";

    private final byte[] in;

    /** Offsets of the constants, behind the tag; 0 for the second place of a long or double. */
    private final int[] constants;

    private final int poolEnd;
    private final int thisClass;
    private final int methodsStart;
    private final List<Leaf> methods = new ArrayList<>();
    private final int attributesStart;

    /** Methodrefs to functions of {@link #JNI}, by index; null if there are none. */
    private final boolean[] jniCalls;

    // What is added.
    private final ByteWriter pool = new ByteWriter();
    private final Map<String, Integer> added = new HashMap<>();
    private int nextConstant;
    private final ByteWriter wrappers = new ByteWriter();
    private int wrapperCount;
    private int bootstrap = -1;
    private int bootstrapHandle;

    /** A method as it lies in the file. */
    final class Leaf {
        private final int start;
        private final int end;
        private final int code;
        private final int codeEnd;
        private boolean renamed;

        Leaf(int start, int end, int code, int codeEnd) {
            this.start = start;
            this.end = end;
            this.code = code;
            this.codeEnd = codeEnd;
        }

        String name() {
            return text(u2(start + 2));
        }

        String type() {
            return text(u2(start + 4));
        }

        private boolean isStatic() {
            return (u2(start) & ACC_STATIC) != 0;
        }

        private boolean leavesJava() {
            return (u2(start) & ACC_NATIVE) != 0 || (code > 0 && jniCalls != null && callsJni(code, codeEnd));
        }
    }

    LeafClass(byte[] bytes) {
        in = bytes;
        if (u4(0) != MAGIC) {
            throw new IllegalArgumentException("no class file");
        }
        constants = new int[u2(8)];
        nextConstant = constants.length;
        poolEnd = readPool();
        jniCalls = jniCalls();
        thisClass = u2(poolEnd + 2);
        int at = poolEnd + 6;
        at += 2 + 2 * u2(at);
        int fields = u2(at);
        at += 2;
        for (int i = 0; i < fields; i++) {
            at = attributesEnd(at + 6);
        }
        methodsStart = at;
        int count = u2(at);
        at += 2;
        for (int i = 0; i < count; i++) {
            at = readMethod(at);
        }
        attributesStart = at;
        if (attributesEnd(at) != in.length) {
            throw new IllegalArgumentException("class file of another length");
        }
    }

    /** The version without the minor one. */
    int majorVersion() {
        return u2(6);
    }

    /** The leaves for which there is a rule, and other methods that a rule names, in their order. */
    Map<Leaf, LeafRule> ruled(List<LeafRule> rules) {
        Map<Leaf, LeafRule> found = new LinkedHashMap<>();
        for (Leaf method : methods) {
            LeafRule rule = method.isStatic() ? LeafRule.of(rules, method.name(), method.type()) : null;
            if (rule != null && (rule.anyMethod() || method.leavesJava())) {
                found.put(method, rule);
            }
        }
        return found;
    }

    // --- reading

    private int u1(int at) {
        return in[at] & 0xFF;
    }

    private int u2(int at) {
        return (in[at] & 0xFF) << 8 | (in[at + 1] & 0xFF);
    }

    private int u4(int at) {
        return u2(at) << 16 | u2(at + 2);
    }

    private int length(int at) {
        int length = u4(at);
        if (length < 0 || length > in.length) {
            throw new IllegalArgumentException("length " + length);
        }
        return length;
    }

    private int readPool() {
        int at = POOL_START;
        for (int i = 1; i < constants.length; i++) {
            int tag = u1(at);
            constants[i] = at + 1;
            switch (tag) {
                case UTF8 -> at += 3 + u2(at + 1);
                case 3, 4, 9, METHOD, 11, NAME_AND_TYPE, 17, INVOKE_DYNAMIC -> at += 5;
                case 5, 6 -> {
                    at += 9;
                    i++;
                }
                case CLASS, 8, 16, 19, 20 -> at += 3;
                case METHOD_HANDLE -> at += 4;
                default -> throw new IllegalArgumentException("tag " + tag + " in the constant pool");
            }
        }
        return at;
    }

    private int constant(int index, int tag) {
        int at = constants[index];
        if (at == 0 || in[at - 1] != tag) {
            throw new IllegalArgumentException("constant " + index + " has another tag than " + tag);
        }
        return at;
    }

    /** Names and descriptors that a rule fits are ASCII; of others the letters may be wrong. */
    private String text(int index) {
        int at = constant(index, UTF8);
        return new String(in, at + 2, u2(at), StandardCharsets.ISO_8859_1);
    }

    private boolean[] jniCalls() {
        boolean[] calls = null;
        for (int i = 1; i < constants.length; i++) {
            int at = constants[i];
            if (at > 0 && in[at - 1] == METHOD && isJni(u2(at))) {
                calls = calls == null ? new boolean[constants.length] : calls;
                calls[i] = true;
            }
        }
        return calls;
    }

    private boolean isJni(int classIndex) {
        int at = constant(u2(constant(classIndex, CLASS)), UTF8);
        return u2(at) == JNI.length() && text(u2(constants[classIndex])).equals(JNI);
    }

    /** @param at number of the attributes */
    private int attributesEnd(int at) {
        int end = at + 2;
        for (int i = u2(at); i > 0; i--) {
            end += 6 + length(end + 2);
        }
        return end;
    }

    private int readMethod(int start) {
        int code = 0;
        int codeEnd = 0;
        int at = start + 8;
        for (int i = u2(start + 6); i > 0; i--) {
            int length = length(at + 2);
            if (text(u2(at)).equals("Code")) {
                code = at + 14;
                codeEnd = code + length(at + 10);
            }
            at += 6 + length;
        }
        if (codeEnd > at || at > in.length) {
            throw new IllegalArgumentException("method beyond its end");
        }
        methods.add(new Leaf(start, at, code, codeEnd));
        return at;
    }

    private boolean callsJni(int code, int end) {
        final int invokestatic = 184;
        for (int at = code; at < end; ) {
            int opcode = u1(at);
            if (opcode == invokestatic && jniCalls[u2(at + 1)]) {
                return true;
            }
            at += instructionBytes(opcode, at, code);
        }
        return false;
    }

    /** Of an instruction with its operands. */
    private int instructionBytes(int opcode, int at, int code) {
        // Of a switch.
        int padded = at + 4 - ((at - code) & 3);
        return switch (opcode) {
            case 16, 18, 21, 22, 23, 24, 25, 54, 55, 56, 57, 58, 169, 188 -> 2;
            case 17, 19, 20, 132, 178, 179, 180, 181, 182, 183, 184, 187, 189, 192, 193, 198, 199 -> 3;
            case 185, 186, 200, 201 -> 5;
            case 197 -> 4;
            case 196 -> u1(at + 1) == 132 ? 6 : 4;
            case 170 -> padded - at + 12 + 4 * branches((long) u4(padded + 8) - u4(padded + 4) + 1);
            case 171 -> padded - at + 8 + 8 * branches(u4(padded + 4));
            default -> opcode >= 153 && opcode <= 168 ? 3 : 1;
        };
    }

    private int branches(long count) {
        if (count < 0 || count > in.length) {
            throw new IllegalArgumentException("a switch of " + count + " branches");
        }
        return (int) count;
    }

    // --- writing

    /** Gives a leaf another name, and its old name to a method that calls the hooks of a rule and the leaf. */
    void wrap(Leaf leaf, LeafRule rule, String prefix, DirectMethodHandleDesc linkage) {
        leaf.renamed = true;
        if (bootstrap < 0) {
            bootstrapHandle = handle(linkage);
            bootstrap = bootstrapCount();
        }
        int moved = method(thisClass, utf8(prefix + leaf.name()), u2(leaf.start + 4));
        ByteWriter code = new LeafCode(leaf.type(), rule, moved).attribute();
        wrappers.u2(u2(leaf.start) & ~ACC_NATIVE).u2(u2(leaf.start + 2)).u2(u2(leaf.start + 4));
        wrappers.u2(1).u2(utf8("Code")).u4(code.size()).all(code);
        wrapperCount++;
    }

    byte[] toBytes(String prefix) {
        ByteWriter out = new ByteWriter();
        ByteWriter attributes = attributes();
        ByteWriter moved = new ByteWriter();
        for (Leaf method : methods) {
            if (method.renamed) {
                int flags = (u2(method.start) & ~ACC_PUBLIC_PRIVATE_PROTECTED) | ACC_PRIVATE | ACC_SYNTHETIC;
                moved.u2(flags).u2(utf8(prefix + method.name()));
                moved.part(in, method.start + 4, method.end);
            } else {
                moved.part(in, method.start, method.end);
            }
        }
        if (nextConstant > MOST_CONSTANTS) {
            throw new IllegalArgumentException("no room for " + nextConstant + " constants");
        }
        out.part(in, 0, 8).u2(nextConstant).part(in, POOL_START, poolEnd).all(pool);
        out.part(in, poolEnd, methodsStart)
                .u2(methods.size() + wrapperCount)
                .all(moved)
                .all(wrappers);
        return out.all(attributes).toBytes();
    }

    /** Those of the class, with one more bootstrap method. */
    private ByteWriter attributes() {
        ByteWriter all = new ByteWriter();
        int count = u2(attributesStart);
        boolean hasMethods = false;
        int at = attributesStart + 2;
        for (int i = 0; i < count; i++) {
            int end = at + 6 + length(at + 2);
            if (text(u2(at)).equals(BOOTSTRAP_METHODS)) {
                hasMethods = true;
                all.u2(u2(at)).u4(end - at - 6 + 4).u2(u2(at + 6) + 1).part(in, at + 8, end);
                all.u2(bootstrapHandle).u2(0);
            } else {
                all.part(in, at, end);
            }
            at = end;
        }
        if (!hasMethods) {
            all.u2(utf8(BOOTSTRAP_METHODS)).u4(6).u2(1).u2(bootstrapHandle).u2(0);
        }
        return new ByteWriter().u2(hasMethods ? count : count + 1).all(all);
    }

    private int bootstrapCount() {
        int at = attributesStart + 2;
        for (int i = u2(attributesStart); i > 0; i--) {
            if (text(u2(at)).equals(BOOTSTRAP_METHODS)) {
                return u2(at + 6);
            }
            at += 6 + length(at + 2);
        }
        return 0;
    }

    private int utf8(String ascii) {
        Integer known = added.get(ascii);
        if (known != null) {
            return known;
        }
        byte[] bytes = ascii.getBytes(StandardCharsets.ISO_8859_1);
        pool.u1(UTF8).u2(bytes.length).part(bytes, 0, bytes.length);
        return add(ascii);
    }

    private int add(String key) {
        added.put(key, nextConstant);
        return nextConstant++;
    }

    /** A constant of two numbers; the second may be none. */
    private int constant(int tag, int first, int second) {
        // No name begins with a digit.
        String key = tag + " " + first + " " + second;
        Integer known = added.get(key);
        if (known != null) {
            return known;
        }
        pool.u1(tag).u2(first);
        if (tag != CLASS) {
            pool.u2(second);
        }
        return add(key);
    }

    private int classConstant(String name) {
        return constant(CLASS, utf8(name), 0);
    }

    private int method(int owner, int name, int type) {
        return constant(METHOD, owner, constant(NAME_AND_TYPE, name, type));
    }

    private int handle(DirectMethodHandleDesc of) {
        String owner = of.owner().descriptorString();
        int method = method(
                classConstant(owner.substring(1, owner.length() - 1)),
                utf8(of.methodName()),
                utf8(of.lookupDescriptor()));
        pool.u1(METHOD_HANDLE).u1(INVOKE_STATIC_KIND).u2(method);
        return add(METHOD_HANDLE + " " + method);
    }

    /** The code of a method that calls hooks and leaf. */
    private final class LeafCode {
        // The first of the five opcodes for int, long, float, double and reference.
        private static final int LOAD = 21;
        private static final int STORE = 54;
        private static final int RETURN = 172;

        private static final int WIDE = 196;
        private static final int INVOKESTATIC = 184;
        private static final int INVOKEDYNAMIC = 186;
        private static final int ATHROW = 191;

        private static final String THROWABLE = "java/lang/Throwable";

        private final LeafRule rule;
        private final int leaf;
        private final List<String> parameters = new ArrayList<>();
        private final List<Integer> slots = new ArrayList<>();
        private final String result;
        private final int tokenSlot;
        private final int resultSlot;
        private final ByteWriter code = new ByteWriter();

        /** @param leaf constant with the leaf */
        LeafCode(String type, LeafRule rule, int leaf) {
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
                    giveBack();
                }
                case AFTER -> {
                    call();
                    keep();
                    selected();
                    taken();
                    hook(rule.hook(), "(" + selectedTypes() + takenType() + ")V");
                    load(result, resultSlot);
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
            load(result, resultSlot);
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
                    .u2(utf8("StackMapTable"))
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
                    case '[' -> frame.u1(7).u2(classConstant(each));
                    case 'L' -> frame.u1(7).u2(classConstant(each.substring(1, each.length() - 1)));
                    default -> frame.u1(1);
                }
            }
            return frame.u1(longItem).u2(1).u1(7).u2(classConstant(THROWABLE));
        }

        private void call() {
            for (int i = 0; i < parameters.size(); i++) {
                load(parameters.get(i), slots.get(i));
            }
            code.u1(INVOKESTATIC).u2(leaf);
        }

        private void keep() {
            if (!isVoid()) {
                local(STORE, result, resultSlot);
            }
        }

        private void giveBack() {
            code.u1(RETURN + kind(result));
        }

        private boolean isVoid() {
            return result.equals("V");
        }

        // --- hooks, as HookCall writes them

        private void hook(String name, String type) {
            int nameAndType = constant(NAME_AND_TYPE, utf8(name), utf8(type));
            code.u1(INVOKEDYNAMIC)
                    .u2(constant(INVOKE_DYNAMIC, bootstrap, nameAndType))
                    .u2(0);
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
            if (!type.equals("V")) {
                local(LOAD, type, slot);
            }
        }

        private void local(int first, String type, int slot) {
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

    /** Big-endian numbers, one behind the other. */
    private static final class ByteWriter {
        private byte[] bytes = new byte[256];
        private int size;

        ByteWriter u1(int value) {
            room(1);
            bytes[size++] = (byte) value;
            return this;
        }

        ByteWriter u2(int value) {
            return u1(value >>> 8).u1(value);
        }

        ByteWriter u4(int value) {
            return u2(value >>> 16).u2(value);
        }

        ByteWriter part(byte[] of, int from, int to) {
            room(to - from);
            System.arraycopy(of, from, bytes, size, to - from);
            size += to - from;
            return this;
        }

        ByteWriter all(ByteWriter other) {
            return part(other.bytes, 0, other.size);
        }

        int size() {
            return size;
        }

        byte[] toBytes() {
            return Arrays.copyOf(bytes, size);
        }

        private void room(int more) {
            if (bytes.length - size < more) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
            }
        }
    }
}
