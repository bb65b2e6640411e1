package dev.zonecast.core.marker;

import java.io.ByteArrayOutputStream;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a class file with the few instructions that {@link MarkerTypes} needs. The JDK's writer, {@code java.lang.classfile}, came with
 * Java 24. Layout: Java Virtual Machine Specification, chapter 4.
 */
final class ClassBytes {
    static final int FINAL = 0x0010;
    static final int STATIC = 0x0008;
    private static final int SYNTHETIC = 0x1000;
    private static final int SUPER = 0x0020;

    private static final int MAGIC = 0xCAFEBABE;

    /** Class files of Java 21. */
    private static final int MAJOR_VERSION = 65;

    // Tags of the constant pool.
    private static final int UTF8 = 1;
    private static final int INTEGER = 3;
    private static final int LONG = 5;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;
    private static final int DYNAMIC = 17;

    private static final int INVOKE_STATIC_KIND = 6;

    private final ClassDesc type;
    private final ClassDesc superclass;
    private final Bytes pool = new Bytes();
    private final Map<List<Object>, Integer> constants = new HashMap<>();
    private int nextConstant = 1;
    private final Bytes methods = new Bytes();
    private int methodCount;

    /** Each is a call of a method with one number. */
    private final List<int[]> bootstraps = new ArrayList<>();

    ClassBytes(ClassDesc type, ClassDesc superclass) {
        this.type = type;
        this.superclass = superclass;
    }

    /** Begins a method; {@link Code#end} adds it. */
    Code method(int flags, String name, MethodTypeDesc descriptor) {
        return new Code(flags, name, descriptor);
    }

    byte[] toBytes() {
        int ownClass = classIndex(type);
        int superIndex = classIndex(superclass);
        int bootstrapName = utf8("BootstrapMethods");
        Bytes file = new Bytes();
        file.u4(MAGIC).u2(0).u2(MAJOR_VERSION).u2(nextConstant).all(pool);
        file.u2(FINAL | SYNTHETIC | SUPER).u2(ownClass).u2(superIndex);
        final int interfacesAndFields = 0;
        file.u4(interfacesAndFields).u2(methodCount).all(methods);
        file.u2(1).u2(bootstrapName).u4(2 + 6 * bootstraps.size()).u2(bootstraps.size());
        bootstraps.forEach(each -> file.u2(each[0]).u2(1).u2(each[1]));
        return file.toBytes();
    }

    // --- constants

    private int constant(List<Object> key, int slots, Bytes entry) {
        Integer known = constants.putIfAbsent(key, nextConstant);
        if (known != null) {
            return known;
        }
        pool.all(entry);
        nextConstant += slots;
        return nextConstant - slots;
    }

    private int utf8(String text) {
        // Names and descriptors of ours: ASCII, whose bytes are those of the class file's own UTF-8.
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return constant(
                List.of(UTF8, text), 1, new Bytes().u1(UTF8).u2(bytes.length).all(bytes));
    }

    private int classIndex(ClassDesc of) {
        String descriptor = of.descriptorString();
        int name = utf8(descriptor.substring(1, descriptor.length() - 1));
        return constant(List.of(CLASS, name), 1, new Bytes().u1(CLASS).u2(name));
    }

    private int pair(int tag, int first, int second) {
        return constant(
                List.of(tag, first, second), 1, new Bytes().u1(tag).u2(first).u2(second));
    }

    private int nameAndType(String name, String descriptor) {
        return pair(NAME_AND_TYPE, utf8(name), utf8(descriptor));
    }

    private int method(ClassDesc owner, String name, MethodTypeDesc descriptor) {
        return pair(METHOD, classIndex(owner), nameAndType(name, descriptor.descriptorString()));
    }

    private int integer(int value) {
        return constant(List.of(INTEGER, value), 1, new Bytes().u1(INTEGER).u4(value));
    }

    private int longInteger(long value) {
        Bytes entry = new Bytes().u1(LONG).u4((int) (value >>> 32)).u4((int) value);
        return constant(List.of(LONG, value), 2, entry);
    }

    /** A constant that a static method makes: of lookup, name and type, as always, and of a number. */
    private int dynamic(ClassDesc owner, String method, MethodTypeDesc descriptor, ClassDesc result, int number) {
        int reference = method(owner, method, descriptor);
        Bytes handle = new Bytes().u1(METHOD_HANDLE).u1(INVOKE_STATIC_KIND).u2(reference);
        int handleIndex = constant(List.of(METHOD_HANDLE, reference), 1, handle);
        bootstraps.add(new int[] {handleIndex, integer(number)});
        return pair(DYNAMIC, bootstraps.size() - 1, nameAndType("_", result.descriptorString()));
    }

    /** The instructions of a method; each call adds one. */
    final class Code {
        private final int flags;
        private final int nameIndex;
        private final int descriptorIndex;
        private final Bytes code = new Bytes();
        private final Bytes frames = new Bytes();
        private int frameCount;
        private int lastFrame = -1;
        private int stack;
        private int maxStack;
        private int maxLocals;

        private Code(int flags, String name, MethodTypeDesc descriptor) {
            this.flags = flags;
            nameIndex = utf8(name);
            descriptorIndex = utf8(descriptor.descriptorString());
            maxLocals = slots(descriptor) + ((flags & STATIC) == 0 ? 1 : 0);
        }

        Code iload(int slot) {
            return local(21, slot, 1);
        }

        Code lload(int slot) {
            return local(22, slot, 2);
        }

        Code aload(int slot) {
            return local(25, slot, 1);
        }

        Code istore(int slot) {
            return local(54, slot, -1);
        }

        Code lstore(int slot) {
            return local(55, slot, -2);
        }

        Code astore(int slot) {
            return local(58, slot, -1);
        }

        Code push(int value) {
            return wide(19, integer(value), 1);
        }

        Code push(long value) {
            return wide(20, longInteger(value), 2);
        }

        /** A constant that a static method makes of a number: {@link #dynamic}. */
        Code pushDynamic(ClassDesc owner, String method, MethodTypeDesc descriptor, ClassDesc result, int number) {
            return wide(19, dynamic(owner, method, descriptor, result, number), 1);
        }

        Code iadd() {
            return plain(96, -1);
        }

        Code ladd() {
            return plain(97, -2);
        }

        Code i2l() {
            return plain(133, 1);
        }

        Code invokevirtual(ClassDesc owner, String name, MethodTypeDesc descriptor) {
            return invoke(182, 1, owner, name, descriptor);
        }

        Code invokespecial(ClassDesc owner, String name, MethodTypeDesc descriptor) {
            return invoke(183, 1, owner, name, descriptor);
        }

        Code invokestatic(ClassDesc owner, String name, MethodTypeDesc descriptor) {
            return invoke(184, 0, owner, name, descriptor);
        }

        Code return_() {
            return plain(177, 0);
        }

        /** Makes the method longer by instructions that are never reached. */
        Code unreached(int bytes) {
            code.u1(167).u2(3 + bytes); // goto
            frame(0);
            for (int i = 0; i < bytes; i++) {
                code.u1(0); // nop
            }
            frame(0);
            return this;
        }

        /** Leaves the method if the number in a local variable is negative. It is the first variable behind the parameters. */
        Code returnIfNegative(int slot) {
            lload(slot).plain(9, 2).plain(148, -3); // lconst_0, lcmp
            code.u1(156).u2(4); // ifge, over the next instruction
            stack--;
            return_();
            frame(1);
            return this;
        }

        /** Adds the method to the class. */
        void end() {
            methods.u2(flags).u2(nameIndex).u2(descriptorIndex).u2(1).u2(utf8("Code"));
            int framesName = utf8("StackMapTable");
            int framesBytes = 2 + frames.size();
            methods.u4(12 + code.size() + 6 + framesBytes);
            methods.u2(maxStack).u2(maxLocals).u4(code.size()).all(code).u2(0);
            methods.u2(1).u2(framesName).u4(framesBytes).u2(frameCount).all(frames);
            methodCount++;
        }

        /** What the verifier knows here: an empty stack; of variables the parameters, and behind them a long if there is one. */
        private void frame(int longs) {
            final int sameFrameExtended = 251;
            final int longItem = 4;
            frames.u1(sameFrameExtended + longs).u2(code.size() - lastFrame - 1);
            if (longs > 0) {
                frames.u1(longItem);
            }
            lastFrame = code.size();
            frameCount++;
        }

        private Code local(int opcode, int slot, int pushed) {
            final int wide = 196;
            if (slot > 0xFF) {
                code.u1(wide).u1(opcode).u2(slot);
            } else {
                code.u1(opcode).u1(slot);
            }
            maxLocals = Math.max(maxLocals, slot + 2);
            return pushed(pushed);
        }

        private Code plain(int opcode, int pushed) {
            code.u1(opcode);
            return pushed(pushed);
        }

        private Code wide(int opcode, int index, int pushed) {
            code.u1(opcode).u2(index);
            return pushed(pushed);
        }

        private Code invoke(int opcode, int receiver, ClassDesc owner, String name, MethodTypeDesc descriptor) {
            int result = slots(descriptor.returnType());
            return wide(opcode, method(owner, name, descriptor), result - slots(descriptor) - receiver);
        }

        private Code pushed(int slots) {
            stack += slots;
            maxStack = Math.max(maxStack, stack);
            return this;
        }
    }

    /** Of all parameters. */
    private static int slots(MethodTypeDesc descriptor) {
        return descriptor.parameterList().stream().mapToInt(ClassBytes::slots).sum();
    }

    private static int slots(ClassDesc of) {
        return switch (of.descriptorString()) {
            case "V" -> 0;
            case "J", "D" -> 2;
            default -> 1;
        };
    }

    /** Big-endian numbers, one behind the other. */
    private static final class Bytes {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Bytes u1(int value) {
            out.write(value);
            return this;
        }

        Bytes u2(int value) {
            return u1(value >>> 8).u1(value);
        }

        Bytes u4(int value) {
            return u2(value >>> 16).u2(value);
        }

        Bytes all(byte[] bytes) {
            out.writeBytes(bytes);
            return this;
        }

        Bytes all(Bytes other) {
            return all(other.toBytes());
        }

        int size() {
            return out.size();
        }

        byte[] toBytes() {
            return out.toByteArray();
        }
    }
}
