package dev.zonecast.gpu.gl;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.lwjgl.system.FunctionProvider;
import org.lwjgl.system.MemoryUtil;

/** A driver that a test plays: each of its methods whose name begins with {@code gl} has an address. */
abstract class PlayedFunctions implements FunctionProvider, AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final Map<String, Long> addresses = new HashMap<>();

    PlayedFunctions() {
        for (Method method : getClass().getDeclaredMethods()) {
            if (method.getName().startsWith("gl")) {
                addresses.put(method.getName(), addressOf(method));
            }
        }
    }

    @SuppressWarnings("restricted") // The tests may make native code.
    private long addressOf(Method method) {
        MemoryLayout[] parameters = Arrays.stream(method.getParameterTypes())
                .map(PlayedFunctions::layout)
                .toArray(MemoryLayout[]::new);
        try {
            return Linker.nativeLinker()
                    .upcallStub(
                            MethodHandles.lookup().unreflect(method).bindTo(this),
                            method.getReturnType() == void.class
                                    ? FunctionDescriptor.ofVoid(parameters)
                                    : FunctionDescriptor.of(layout(method.getReturnType()), parameters),
                            arena)
                    .address();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static MemoryLayout layout(Class<?> type) {
        return type == int.class
                ? ValueLayout.JAVA_INT
                : type == boolean.class ? ValueLayout.JAVA_BOOLEAN : ValueLayout.JAVA_LONG;
    }

    @Override
    public long getFunctionAddress(ByteBuffer functionName) {
        return addresses.getOrDefault(MemoryUtil.memASCII(functionName).replace("\0", ""), 0L);
    }

    static void putInt(long address, int value) {
        if (address != 0) {
            MemoryUtil.memPutInt(address, value);
        }
    }

    static void putLong(long address, long value) {
        if (address != 0) {
            MemoryUtil.memPutLong(address, value);
        }
    }

    static void putText(long address, String text) {
        MemoryUtil.memUTF8(text, true, MemoryUtil.memByteBuffer(address, text.length() + 1));
    }

    @Override
    public void close() {
        arena.close();
    }
}
