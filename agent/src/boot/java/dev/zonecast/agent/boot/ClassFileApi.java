package dev.zonecast.agent.boot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The API by which the agent reads and writes class files. The agent is compiled against a backport of {@code java.lang.classfile}, because
 * Java 21 to 23 have none. On a newer Java this class gives the agent's classes the JDK's own API as they are loaded: the backport
 * refuses class files of Java 26 and newer, and the JVM has the JDK's in its archive of classes, so the program starts sooner.
 */
final class ClassFileApi {
    /** The backport's package. */
    static final String BACKPORT = "io.github.dmlloyd.classfile.";

    /** For tests: as on Java 21. */
    private static final String AS_JAVA_21 = "dev.zonecast.memory.asJava21";

    private static final boolean IS_IN_JDK = Agent.javaVersion() >= 24 && !Boolean.getBoolean(AS_JAVA_21);
    private static final String FROM = BACKPORT.replace('.', '/');
    private static final String TO = "java/lang/classfile/";

    /** Offset of the constants in a class file; their number lies before it. */
    private static final int POOL_START = 10;

    // Tags of the constant pool.
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;

    private ClassFileApi() {}

    /** A class file of the agent, for this JVM: with the JDK's package in place of the backport's, if there is one. */
    static byte[] ofThisJvm(byte[] bytes) throws IOException {
        if (!IS_IN_JDK || !new String(bytes, StandardCharsets.ISO_8859_1).contains(FROM)) {
            return bytes;
        }
        // By hand: with streams, the JVM's compiler takes a tenth of a second of the program's start.
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        int copied = 0;
        int at = POOL_START;
        for (int i = u2(bytes, POOL_START - 2) - 1; i > 0; i--) {
            int tag = bytes[at++];
            if (tag == UTF8) {
                int end = at + 2 + u2(bytes, at);
                // One byte a character, whichever characters they are.
                String text = new String(bytes, at + 2, end - at - 2, StandardCharsets.ISO_8859_1);
                if (text.contains(FROM)) {
                    byte[] changed = text.replace(FROM, TO).getBytes(StandardCharsets.ISO_8859_1);
                    out.write(bytes, copied, at - copied);
                    out.write(changed.length >> 8);
                    out.write(changed.length);
                    out.write(changed, 0, changed.length);
                    copied = end;
                }
                at = end;
            } else {
                at += size(tag);
            }
            if (tag == LONG || tag == DOUBLE) {
                // The entry has two indexes.
                i--;
            }
        }
        out.write(bytes, copied, bytes.length - copied);
        return out.toByteArray();
    }

    private static int u2(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
    }

    /** Bytes of an entry that has a fixed size. */
    private static int size(int tag) throws IOException {
        switch (tag) {
            case LONG:
            case DOUBLE:
                return 8;
            case 3: // Integer
            case 4: // Float
            case 9: // Fieldref
            case 10: // Methodref
            case 11: // InterfaceMethodref
            case 12: // NameAndType
            case 17: // Dynamic
            case 18: // InvokeDynamic
                return 4;
            case 15: // MethodHandle
                return 3;
            case 7: // Class
            case 8: // String
            case 16: // MethodType
            case 19: // Module
            case 20: // Package
                return 2;
            default:
                throw new IOException("tag " + tag + " in the constant pool");
        }
    }
}
