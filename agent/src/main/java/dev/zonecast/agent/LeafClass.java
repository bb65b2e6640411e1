package dev.zonecast.agent;

import java.lang.constant.DirectMethodHandleDesc;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

    // Tags of the constant pool.
    static final int UTF8 = 1;
    static final int CLASS = 7;
    static final int METHOD = 10;
    static final int NAME_AND_TYPE = 12;
    static final int METHOD_HANDLE = 15;
    static final int INVOKE_DYNAMIC = 18;

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

    /** The attribute with the bootstrap methods; 0 if there is none. */
    private final int bootstrapsStart;

    // What is added.
    private final AddedConstants added;
    private final ByteWriter wrappers = new ByteWriter();
    private int wrapperCount;

    /** A method as it lies in the file. */
    final class Leaf {
        private final int start;
        private final int end;
        private final int code;
        private final int codeEnd;

        /** Constant; 0 while it keeps its own. */
        private int newName;

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

    /** @param linkage what calls of hooks are linked by */
    LeafClass(byte[] bytes, DirectMethodHandleDesc linkage) {
        in = bytes;
        if (u4(0) != MAGIC) {
            throw new IllegalArgumentException("no class file");
        }
        constants = new int[u2(8)];
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
        bootstrapsStart = bootstrapsStart();
        added = new AddedConstants(constants.length, bootstrapsStart == 0 ? 0 : u2(bootstrapsStart + 6), linkage);
    }

    /** The version without the minor one. */
    int majorVersion() {
        return u2(6);
    }

    /** The leaves for which there is a rule, and other methods that a rule names, in their order. */
    Map<Leaf, LeafRule> ruled(LeafRules rules) {
        Map<Leaf, LeafRule> found = new LinkedHashMap<>();
        for (Leaf method : methods) {
            String name = method.name();
            LeafRule rule = method.isStatic() && rules.mayFit(name) ? rules.find(name, method.type()) : null;
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
        int name = u2(constant(classIndex, CLASS));
        return u2(constant(name, UTF8)) == JNI.length() && text(name).equals(JNI);
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
    void wrap(Leaf leaf, LeafRule rule, String prefix) {
        leaf.newName = added.utf8(prefix + leaf.name());
        int moved = added.method(thisClass, leaf.newName, u2(leaf.start + 4));
        ByteWriter code = new LeafCode(added, leaf.type(), rule, moved).attribute();
        wrappers.u2(u2(leaf.start) & ~ACC_NATIVE).u2(u2(leaf.start + 2)).u2(u2(leaf.start + 4));
        wrappers.u2(1).u2(added.utf8("Code")).u4(code.size()).all(code);
        wrapperCount++;
    }

    byte[] toBytes() {
        ByteWriter attributes = attributes();
        ByteWriter out = new ByteWriter();
        out.part(in, 0, 8).u2(added.count()).part(in, POOL_START, poolEnd).all(added.bytes());
        out.part(in, poolEnd, methodsStart).u2(methods.size() + wrapperCount);
        for (Leaf method : methods) {
            if (method.newName == 0) {
                out.part(in, method.start, method.end);
            } else {
                int flags = (u2(method.start) & ~ACC_PUBLIC_PRIVATE_PROTECTED) | ACC_PRIVATE | ACC_SYNTHETIC;
                out.u2(flags).u2(method.newName).part(in, method.start + 4, method.end);
            }
        }
        return out.all(wrappers).all(attributes).toBytes();
    }

    /** Those of the class, with one more bootstrap method. */
    private ByteWriter attributes() {
        ByteWriter all = new ByteWriter();
        int own = attributesStart + 2;
        if (bootstrapsStart == 0) {
            all.u2(u2(attributesStart) + 1).part(in, own, in.length);
            return all.u2(added.utf8(BOOTSTRAP_METHODS))
                    .u4(6)
                    .u2(1)
                    .u2(added.linkage())
                    .u2(0);
        }
        int at = bootstrapsStart;
        int length = length(at + 2);
        all.part(in, attributesStart, at + 2).u4(length + 4).u2(u2(at + 6) + 1).part(in, at + 8, at + 6 + length);
        return all.u2(added.linkage()).u2(0).part(in, at + 6 + length, in.length);
    }

    private int bootstrapsStart() {
        int at = attributesStart + 2;
        for (int i = u2(attributesStart); i > 0; i--) {
            if (text(u2(at)).equals(BOOTSTRAP_METHODS)) {
                return at;
            }
            at += 6 + length(at + 2);
        }
        return 0;
    }
}
