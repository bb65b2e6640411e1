package dev.zonecast.tracy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian numbers at any byte of an array, as all of the protocol's are. */
public final class Wire {
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private Wire() {}

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN)
                .withInvokeExactBehavior();
    }

    /** How many bytes of a text make whole characters and are no more than allowed. */
    public static int prefixBytes(byte[] utf8, int maxBytes) {
        int length = Math.min(utf8.length, maxBytes);
        while (length < utf8.length && length > 0 && (utf8[length] & 0xC0) == 0x80) {
            length--;
        }
        return length;
    }

    /** The low 16 bits. */
    public static void putShort(byte[] target, int at, int value) {
        SHORT.set(target, at, (short) value);
    }

    /** 4 bytes. */
    public static void putInt(byte[] target, int at, int value) {
        INT.set(target, at, value);
    }

    /** 8 bytes. */
    public static void putLong(byte[] target, int at, long value) {
        LONG.set(target, at, value);
    }

    /** 4 bytes. */
    public static int getInt(byte[] source, int at) {
        return (int) INT.get(source, at);
    }

    /** 2 bytes, unsigned. */
    public static int getShort(byte[] source, int at) {
        return (short) SHORT.get(source, at) & 0xFFFF;
    }

    /** 8 bytes. */
    public static long getLong(byte[] source, int at) {
        return (long) LONG.get(source, at);
    }
}
