package dev.zonecast.capture;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.function.Executable;

/**
 * Runs code that the permissions of files bind, whoever the user is. On Linux capabilities belong to a thread: the code runs on one that
 * has given up root's rights to any file for good. Elsewhere it runs as it is.
 */
public final class BoundUser {
    private static final int VERSION_3 = 0x2008_0522;
    private static final int HEADER_BYTES = 8;
    /** Effective, permitted, inheritable; two words each. */
    private static final int DATA_BYTES = 24;

    /** CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH. */
    private static final int ANY_FILE = 1 << 1 | 1 << 2;

    private BoundUser() {}

    /** Runs it on a thread of its own and waits; what it throws is thrown here. */
    public static void run(Executable test) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            if (System.getProperty("os.name").equals("Linux")) {
                giveUpRights();
            }
            try {
                test.execute();
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
            return null;
        });
        Thread.ofPlatform().name("bound user").start(task);
        try {
            task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    // The JDK restricts calls of native functions.
    @SuppressWarnings("restricted")
    private static void giveUpRights() throws Exception {
        SymbolLookup library = Linker.nativeLinker().defaultLookup();
        FunctionDescriptor signature =
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
        MethodHandle get = Linker.nativeLinker().downcallHandle(library.findOrThrow("capget"), signature);
        MethodHandle set = Linker.nativeLinker().downcallHandle(library.findOrThrow("capset"), signature);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment header = arena.allocate(HEADER_BYTES, Integer.BYTES);
            MemorySegment data = arena.allocate(DATA_BYTES, Integer.BYTES);
            header.set(ValueLayout.JAVA_INT, 0, VERSION_3);
            call(get, header, data);
            for (long at = 0; at < DATA_BYTES / 2; at += Integer.BYTES) {
                data.set(ValueLayout.JAVA_INT, at, data.get(ValueLayout.JAVA_INT, at) & ~ANY_FILE);
            }
            call(set, header, data);
        }
    }

    private static void call(MethodHandle function, MemorySegment header, MemorySegment data) {
        int result;
        try {
            result = (int) function.invokeExact(header, data);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        if (result != 0) {
            throw new AssertionError("the kernel refused");
        }
    }
}
