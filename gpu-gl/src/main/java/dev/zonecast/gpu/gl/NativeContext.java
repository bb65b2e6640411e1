package dev.zonecast.gpu.gl;

import dev.zonecast.gpu.gl.window.WindowSystem;
import org.lwjgl.system.Platform;

/**
 * The handle of an OpenGL context in its window system (GLX, EGL, WGL, CGL). LWJGL's capabilities alone do not identify a context: a
 * program may use one object for several contexts, and several objects for one.
 */
final class NativeContext {
    /** Address of the window system's function that returns the current context's handle; 0 if no window system knows the context. */
    private final long getCurrent;

    private final long handle;

    /** Saves most questions to the window system; null if it cannot. */
    private DispatchState dispatch;

    private NativeContext(long getCurrent, long handle) {
        this.getCurrent = getCurrent;
        this.handle = handle;
        this.dispatch = getCurrent == 0 ? null : DispatchState.find();
    }

    /** The context that is current on the calling thread, through OpenGL. */
    static NativeContext ofDesktop() {
        NativeContext context = through(WindowSystem.of(Platform.get()));
        return context.getCurrent != 0 ? context : through(WindowSystem.ofEgl(Platform.get()));
    }

    /** The context that is current on the calling thread, through OpenGL ES. */
    static NativeContext ofEs() {
        NativeContext context = through(WindowSystem.ofEgl(Platform.get()));
        return context.getCurrent != 0 ? context : through(WindowSystem.of(Platform.get()));
    }

    private static NativeContext through(WindowSystem system) {
        long function = system.address();
        long current = WindowSystem.current(function);
        return new NativeContext(current == 0 ? 0 : function, current);
    }

    /** True if the calling thread has the context, or if no window system knows it. */
    boolean isCurrent() {
        if (getCurrent == 0) {
            return true;
        }
        boolean isUnchanged = dispatch != null && dispatch.isAsRemembered();
        if (isUnchanged && !dispatch.isCheckDue()) {
            return true;
        }
        boolean isCurrent = WindowSystem.current(getCurrent) == handle;
        if (isUnchanged && !isCurrent) {
            // The state does not tell contexts apart.
            dispatch = null;
        } else if (isCurrent && !isUnchanged && dispatch != null) {
            dispatch.remember();
        }
        return isCurrent;
    }

    /** For tests; null if the window system is always asked. */
    DispatchState dispatch() {
        return dispatch;
    }
}
