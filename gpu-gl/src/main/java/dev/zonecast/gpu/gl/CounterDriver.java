package dev.zonecast.gpu.gl;

import static org.lwjgl.system.MemoryUtil.memUTF8Safe;
import static org.lwjgl.system.MemoryUtil.nmemCallocChecked;
import static org.lwjgl.system.MemoryUtil.nmemFree;

import dev.zonecast.core.gpu.HardwareCounter;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.lwjgl.system.FunctionProvider;
import org.lwjgl.system.MemoryUtil;

/** An extension of OpenGL for hardware counters, in the context that is current. Functions are called by address. */
abstract class CounterDriver {
    /** Zones whose counts wait for the GPU at most. */
    static final int SLOTS = 1024;

    private static final int SCRATCH_BYTES = 4096;

    private final FunctionProvider provider;

    CounterDriver(FunctionProvider provider) {
        this.provider = provider;
    }

    final long function(String name) {
        return provider.getFunctionAddress(name);
    }

    /** All counters, in an order that stays. */
    abstract List<HardwareCounter> counters();

    /**
     * Queries of some counters; null if there are none.
     *
     * @param context name of the GPU context, for the log
     * @param chosen indexes in {@link #counters}
     * @param isLost true once the context is lost
     */
    abstract GlCounters count(String context, List<Integer> chosen, BooleanSupplier isLost);

    /** What a function writes to zeroed memory. */
    interface Written<T> {
        T read(long memory);
    }

    static <T> T withMemory(Written<T> use) {
        long memory = nmemCallocChecked(1, SCRATCH_BYTES);
        try {
            return use.read(memory);
        } finally {
            nmemFree(memory);
        }
    }

    /** A function that writes a text of so many bytes at most. */
    interface TextFunction {
        void write(int room, long text);
    }

    static String text(TextFunction function) {
        return withMemory(memory -> {
            function.write(SCRATCH_BYTES - 1, memory);
            String text = memUTF8Safe(memory);
            return text == null ? "" : text.strip();
        });
    }

    /** Calls a function that fills numbers. */
    interface NumbersFunction {
        void write(long numbers);
    }

    static int[] numbers(int count, NumbersFunction function) {
        long memory = nmemCallocChecked(Math.max(1, count), Integer.BYTES);
        try {
            function.write(memory);
            int[] numbers = new int[count];
            for (int i = 0; i < count; i++) {
                numbers[i] = MemoryUtil.memGetInt(memory + (long) Integer.BYTES * i);
            }
            return numbers;
        } finally {
            nmemFree(memory);
        }
    }
}
