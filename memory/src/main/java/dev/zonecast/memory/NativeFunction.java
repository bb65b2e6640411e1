package dev.zonecast.memory;

/**
 * A function of the system's libraries, of whole numbers and addresses: not of floating-point numbers, structures or a variable number of
 * arguments on macOS. For calls where some nanoseconds do not matter. Thread-safe.
 *
 * <p>All functions are called by one method handle of six arguments, because the JVM takes 5 to 10 ms to make one for each signature. The
 * calling conventions of x86-64 and AArch64 allow it. Up to six arguments lie in registers; Windows on x86-64 has four there, and the
 * caller removes the others from the stack. A function reads neither a register that is none of its arguments nor the upper half of an
 * {@code int}.
 */
public final class NativeFunction {
    static final int MAX_ARGUMENTS = 6;

    private final long address;
    private final boolean critical;

    NativeFunction(long address, boolean critical) {
        this.address = address;
        this.critical = critical;
    }

    /**
     * Calls it.
     *
     * @return what it returns; garbage of a function that returns nothing, and in the upper half of an {@code int}: cast it
     */
    public long call(long... arguments) {
        if (arguments.length > MAX_ARGUMENTS) {
            throw new IllegalArgumentException(arguments.length + " arguments, and six at most are possible");
        }
        return MemoryBackend.CHOSEN.call(
                address,
                critical,
                argument(arguments, 0),
                argument(arguments, 1),
                argument(arguments, 2),
                argument(arguments, 3),
                argument(arguments, 4),
                argument(arguments, 5));
    }

    private static long argument(long[] arguments, int index) {
        return index < arguments.length ? arguments[index] : 0;
    }
}
