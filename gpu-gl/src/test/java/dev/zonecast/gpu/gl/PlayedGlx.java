package dev.zonecast.gpu.gl;

import java.util.ArrayList;
import java.util.List;
import org.lwjgl.system.MemoryUtil;

/** GLX_OML_sync_control as its specification and Mesa have it, with swaps that complete when the test wants. */
@SuppressWarnings("unused") // Called by address.
final class PlayedGlx extends PlayedFunctions {
    private static final int SCREEN = 3;

    private final long names = MemoryUtil.memAddress(MemoryUtil.memUTF8("GLX_SGI_swap_control GLX_OML_sync_control "));
    private final long fewNames = MemoryUtil.memAddress(MemoryUtil.memUTF8("GLX_OML_sync_control_of_another_name "));

    long connection = 1;
    long context = 2;
    long window = 3;
    boolean hasExtension = true;
    boolean answers = true;

    private long completed;
    private long micros;

    /** How often it was asked for the number of completed swaps. */
    int questions;

    /** Targets that were not reached: a real driver waits for them. */
    final List<Long> waits = new ArrayList<>();

    /** The window's last swap is that one. Returns its time. */
    long complete(long swap) {
        return completeAt(swap, System.nanoTime() / 1_000);
    }

    long completeAt(long swap, long atMicros) {
        completed = swap;
        micros = atMicros;
        return atMicros;
    }

    /** As Mesa does with a window that was current nowhere. */
    void countAnew() {
        completed = 0;
        micros = 0;
    }

    long glXGetCurrentDisplay() {
        return connection;
    }

    long glXGetCurrentContext() {
        return context;
    }

    long glXGetCurrentDrawable() {
        return window;
    }

    int glXQueryContext(long ofConnection, long ofContext, int what, long value) {
        boolean isKnown = ofConnection == connection && ofContext == context && what == 0x800C;
        putInt(value, SCREEN);
        return isKnown ? 0 : 1;
    }

    long glXQueryExtensionsString(long ofConnection, int screen) {
        return screen != SCREEN ? 0 : hasExtension ? names : fewNames;
    }

    int glXGetSyncValuesOML(long ofConnection, long drawable, long ust, long msc, long sbc) {
        questions++;
        return answer(drawable, System.nanoTime() / 1_000, ust, msc, sbc);
    }

    int glXWaitForSbcOML(long ofConnection, long drawable, long target, long ust, long msc, long sbc) {
        if (target == 0 || target > completed) {
            waits.add(target);
        }
        return answer(drawable, micros, ust, msc, sbc);
    }

    private int answer(long drawable, long time, long ust, long msc, long sbc) {
        if (!answers || drawable != window) {
            return 0;
        }
        putLong(ust, time);
        putLong(msc, 4711);
        putLong(sbc, completed);
        return 1;
    }

    @Override
    public void close() {
        super.close();
        MemoryUtil.nmemFree(names);
        MemoryUtil.nmemFree(fewNames);
    }
}
