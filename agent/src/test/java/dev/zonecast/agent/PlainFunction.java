package dev.zonecast.agent;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import org.lwjgl.vulkan.VKCapabilitiesDevice;
import org.lwjgl.vulkan.VkDevice;

/** Native functions that tests put in place of a driver's. */
public final class PlainFunction {
    private PlainFunction() {}

    /** Address of a function that does nothing. It may be called with any arguments. */
    public static long answering(int value) {
        return address(MethodHandles.constant(int.class, value));
    }

    /** As {@link #answering(int)}, with an address or another value of 64 bits. */
    public static long answering(long value) {
        return address(MethodHandles.constant(long.class, value));
    }

    /**
     * Address of a function that calls a static method.
     *
     * @param parameters so many, each a long; an address is one, too
     */
    static long calling(Class<?> owner, String method, int parameters) throws ReflectiveOperationException {
        MethodType type = MethodType.methodType(int.class, Collections.nCopies(parameters, long.class));
        return address(MethodHandles.lookup().findStatic(owner, method, type));
    }

    @SuppressWarnings("restricted")
    private static long address(MethodHandle called) {
        MemoryLayout[] parameters = Collections.nCopies(called.type().parameterCount(), ValueLayout.JAVA_LONG)
                .toArray(MemoryLayout[]::new);
        MemoryLayout result = called.type().returnType() == long.class ? ValueLayout.JAVA_LONG : ValueLayout.JAVA_INT;
        return Linker.nativeLinker()
                .upcallStub(called, FunctionDescriptor.of(result, parameters), Arena.global())
                .address();
    }

    /** From now on a device calls another function in place of its driver's. */
    static void replace(VkDevice device, String name, long address) throws ReflectiveOperationException {
        var field = VKCapabilitiesDevice.class.getField(name);
        field.setAccessible(true);
        field.setLong(device.getCapabilities(), address);
    }
}
