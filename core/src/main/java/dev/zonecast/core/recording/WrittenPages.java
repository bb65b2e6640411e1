package dev.zonecast.core.recording;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells the system that what was written to a file some time ago will not be read soon ({@code posix_fadvise}, Linux): it brings that
 * to the disk at once, and uses the memory again. Otherwise a recording fills the memory of the machine with itself, at the expense of
 * the program's own files; and memory that was never used before costs a virtual machine eight times as much to write to (measured:
 * 2.4 ns in place of 0.3 ns a byte), as its host has to find it first.
 *
 * <p>For one thread. Where it is not possible nothing is told.
 */
public final class WrittenPages {
    /** What a disk gets at once. */
    private static final long STEP_BYTES = 4 << 20;

    /** What was written last stays in memory: the disk is not waited for. More than that would leave the processor's cache. */
    private static final long KEPT_BYTES = 8 << 20;

    // Linux on x86-64 and AArch64.
    private static final int READ_ONLY_CLOSE_ON_EXEC = 0x80000;
    private static final int DONT_NEED = 4;

    /** Tells nothing. */
    public static final WrittenPages NONE = new WrittenPages(-1, null, null, 0);

    private final int descriptor;
    private final MethodHandle advise;
    private final MethodHandle close;
    private final long fromBytes;
    private long toldBytes;

    private WrittenPages(int descriptor, MethodHandle advise, MethodHandle close, long fromBytes) {
        this.fromBytes = fromBytes;
        this.descriptor = descriptor;
        this.advise = advise;
        this.close = close;
    }

    /**
     * For a file that was just made.
     *
     * @param fromBytes a file that is not larger than that is left alone: it may be read soon
     */
    @SuppressWarnings("restricted") // It is asked whether that is allowed.
    public static WrittenPages of(Path file, long fromBytes) {
        boolean possible = System.getProperty("os.name").startsWith("Linux")
                && WrittenPages.class.getModule().isNativeAccessEnabled()
                && Files.isRegularFile(file);
        if (!possible) {
            return NONE;
        }
        try (Arena arena = Arena.ofConfined()) {
            // The channel does not show its descriptor; the advice holds for the file, through any descriptor.
            MethodHandle open = function("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
            MemorySegment name = arena.allocateFrom(file.toAbsolutePath().toString());
            int descriptor = (int) open.invokeExact(name, READ_ONLY_CLOSE_ON_EXEC);
            return descriptor < 0
                    ? NONE
                    : new WrittenPages(
                            descriptor,
                            function(
                                    "posix_fadvise",
                                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT)),
                            function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT)),
                            fromBytes);
        } catch (Throwable e) {
            return NONE;
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }

    /** So many bytes of the file are written. */
    public void written(long bytes) {
        if (descriptor >= 0 && bytes > fromBytes && bytes - toldBytes >= STEP_BYTES + KEPT_BYTES) {
            toldBytes = bytes - KEPT_BYTES;
            try {
                // From the beginning on: what the disk had not yet the last time is dropped now.
                int _ = (int) advise.invokeExact(descriptor, 0L, toldBytes, DONT_NEED);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    /** After the file was closed: with a descriptor of its file a process loses its locks on it. */
    public void close() {
        if (descriptor >= 0) {
            try {
                int _ = (int) close.invokeExact(descriptor);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }
}
