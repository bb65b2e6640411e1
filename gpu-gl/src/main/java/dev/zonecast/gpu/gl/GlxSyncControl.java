package dev.zonecast.gpu.gl;

import static org.lwjgl.system.JNI.callP;
import static org.lwjgl.system.JNI.callPP;
import static org.lwjgl.system.JNI.callPPPI;
import static org.lwjgl.system.JNI.callPPPPPI;
import static org.lwjgl.system.JNI.callPPPPPPI;
import static org.lwjgl.system.MemoryUtil.memGetInt;
import static org.lwjgl.system.MemoryUtil.memGetLong;
import static org.lwjgl.system.MemoryUtil.memUTF8Safe;

import java.util.List;
import org.lwjgl.system.FunctionProvider;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.Platform;
import org.lwjgl.system.Pointer;

/**
 * GLX_OML_sync_control, called by address: LWJGL has no binding. Arguments of 64 bits go through LWJGL's calls with pointers, so it needs a
 * 64-bit system. One thread at a time, with the context current.
 */
final class GlxSyncControl {
    static final String NAME = "GLX_OML_sync_control";

    private static final int GLX_SCREEN = 0x800C;

    /** UST, MSC, SBC in the words of the extension: time, vertical blanks, completed swaps. */
    private static final int ANSWERS = 3;

    private final long getConnection;
    private final long getDrawable;
    private final long getContext;
    private final long queryContext;
    private final long queryExtensions;
    private final long getSyncValues;
    private final long waitForSwap;

    private long micros;
    private long completed;

    GlxSyncControl(FunctionProvider provider) {
        getConnection = provider.getFunctionAddress("glXGetCurrentDisplay");
        getDrawable = provider.getFunctionAddress("glXGetCurrentDrawable");
        getContext = provider.getFunctionAddress("glXGetCurrentContext");
        queryContext = provider.getFunctionAddress("glXQueryContext");
        queryExtensions = provider.getFunctionAddress("glXQueryExtensionsString");
        getSyncValues = provider.getFunctionAddress("glXGetSyncValuesOML");
        waitForSwap = provider.getFunctionAddress("glXWaitForSbcOML");
    }

    /** Why the current context cannot have it; null if it can. GLX gives addresses of functions that the driver does not have. */
    String problem() {
        if (Platform.get() != Platform.LINUX || !Pointer.BITS64) {
            return "it is an extension of GLX, on 64-bit Linux";
        }
        if (getConnection == 0 || getContext == 0 || connection() == 0 || callP(getContext) == 0) {
            return "no context of GLX is current on this thread";
        }
        boolean hasAll = getDrawable != 0 && getSyncValues != 0 && waitForSwap != 0;
        return hasAll && extensions().contains(NAME) ? null : "the driver does not have it";
    }

    private List<String> extensions() {
        if (queryContext == 0 || queryExtensions == 0) {
            return List.of();
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long connection = connection();
            long screen = stack.ncalloc(Integer.BYTES, 1, Integer.BYTES);
            if (callPPPI(connection, callP(getContext), GLX_SCREEN, screen, queryContext) != 0) {
                return List.of();
            }
            String names = memUTF8Safe(callPP(connection, memGetInt(screen), queryExtensions));
            return names == null ? List.of() : List.of(names.split(" ", -1));
        }
    }

    /** The connection to the X server of the current context; 0: none is current. */
    long connection() {
        return callP(getConnection);
    }

    /** What the calling thread draws to; 0: nothing. */
    long drawable() {
        return callP(getDrawable);
    }

    /**
     * Asks the X server how many swaps of a window are {@link #completed}. Does not wait for a swap.
     *
     * @return false if the driver does not answer
     */
    boolean askCompleted(long connection, long drawable) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long answer = stack.ncalloc(Long.BYTES, ANSWERS, Long.BYTES);
            // The time is that of the last vertical blank, not of the swap.
            return read(answer, callPPPPPI(connection, drawable, answer, answer + 8, answer + 16, getSyncValues));
        }
    }

    /**
     * Asks when the last completed swap was. Returns at once if as many swaps are complete, else waits.
     *
     * @param swaps greater than 0: the driver waits for all swaps otherwise
     * @return false if the driver does not answer
     */
    boolean askTime(long connection, long drawable, long swaps) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long answer = stack.ncalloc(Long.BYTES, ANSWERS, Long.BYTES);
            return read(answer, callPPPPPPI(connection, drawable, swaps, answer, answer + 8, answer + 16, waitForSwap));
        }
    }

    private boolean read(long answer, int isAnswered) {
        micros = memGetLong(answer);
        completed = memGetLong(answer + 2L * Long.BYTES);
        return isAnswered != 0;
    }

    /** By the last answer. */
    long completed() {
        return completed;
    }

    /** By the last {@link #askTime}, in microseconds: of CLOCK_MONOTONIC, as {@link System#nanoTime}, with Mesa. */
    long micros() {
        return micros;
    }
}
