package dev.zonecast.gpu.gl;

import org.lwjgl.system.JNI;
import org.lwjgl.system.Library;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.Platform;
import org.lwjgl.system.SharedLibrary;

/**
 * libglvnd's state of the calling thread, to tell that the current context has not changed since the window system was asked. libglvnd's
 * {@code eglGetCurrentContext} and {@code glXGetCurrentContext} ask the kernel for the process id at each call, to notice a fork: 108 of the
 * 161 ns that a call takes on a 2.1 GHz machine. The state is found in 4 ns.
 *
 * <p>The state holds display, surfaces and context in its first eight words, in an order that is not documented. So the words are only
 * compared: where all are as they were, the context is. Every {@value #LOOKS_PER_CHECK} looks the window system is asked anyway.
 */
final class DispatchState {
    /** Where a check is rarer, the compiler leaves it out of the zone's code, and LWJGL's call allocates. */
    static final int LOOKS_PER_CHECK = 64;

    private static final int WORDS = 8;

    /** Address of the function that returns the address of the calling thread's state; that one is 0 without a context. */
    private final long getState;

    private final long[] words = new long[WORDS];
    private long state;
    private int looks;

    private DispatchState(long getState) {
        this.getState = getState;
    }

    /** Null without libglvnd. */
    static DispatchState find() {
        if (!isPossible(Platform.get(), Platform.getArchitecture().name())) {
            return null;
        }
        try {
            SharedLibrary library =
                    Library.loadNative(DispatchState.class, "dev.zonecast.gpu.gl", "libGLdispatch.so.0");
            long function = library.getFunctionAddress("__glDispatchGetCurrentThreadState");
            return function == 0 ? null : new DispatchState(function);
        } catch (LinkageError e) {
            // A driver without libglvnd.
            return null;
        }
    }

    /** The state's words are those of a 64-bit Linux. */
    static boolean isPossible(Platform platform, String architecture) {
        return platform == Platform.LINUX && architecture.endsWith("64");
    }

    /** The context that is current on the calling thread is the right one. Calls come from one thread at a time. */
    void remember() {
        state = JNI.callP(getState);
        for (int i = 0; state != 0 && i < WORDS; i++) {
            words[i] = MemoryUtil.memGetLong(state + (long) i * Long.BYTES);
        }
    }

    /** True if the calling thread's context is the one that was remembered; false if that is not certain. */
    boolean isAsRemembered() {
        long now = JNI.callP(getState);
        if (now == 0 || now != state) {
            return false;
        }
        for (int i = 0; i < WORDS; i++) {
            if (words[i] != MemoryUtil.memGetLong(now + (long) i * Long.BYTES)) {
                return false;
            }
        }
        return true;
    }

    /** Counts a look. True if the window system is to be asked all the same. */
    boolean isCheckDue() {
        return ++looks % LOOKS_PER_CHECK == 0;
    }
}
