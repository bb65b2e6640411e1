package dev.zonecast.agent;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;

/** Native functions that tests put in place of a driver's. */
final class PlainFunction {
    private PlainFunction() {}

    /** Address of a function that does nothing. It may be called with any arguments. */
    @SuppressWarnings("restricted")
    static long answering(int value) {
        return Linker.nativeLinker()
                .upcallStub(
                        MethodHandles.constant(int.class, value),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT),
                        Arena.global())
                .address();
    }
}
