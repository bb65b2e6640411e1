package dev.zonecast.gpu.gl;

import java.util.List;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.JNI;
import org.lwjgl.system.Library;
import org.lwjgl.system.Platform;
import org.lwjgl.system.SharedLibrary;

/**
 * The handle of an OpenGL context in its window system (GLX, EGL, WGL, CGL). LWJGL's capabilities alone do not identify a context: a
 * program may use one object for several contexts, and several objects for one.
 */
final class NativeContext {
    private static final String MACOS_OPENGL = "/System/Library/Frameworks/OpenGL.framework/Versions/Current/OpenGL";

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
        NativeContext context = through(windowSystem());
        return context.getCurrent != 0 ? context : through(egl());
    }

    /** The context that is current on the calling thread, through OpenGL ES. */
    static NativeContext ofEs() {
        NativeContext context = through(egl());
        return context.getCurrent != 0 ? context : through(windowSystem());
    }

    private static NativeContext through(long function) {
        long current = function == 0 ? 0 : JNI.callP(function);
        return new NativeContext(current == 0 ? 0 : function, current);
    }

    /** The function of a window system that returns the current context's handle, and the libraries that may have it. */
    record Query(String function, Configuration<String> configured, List<String> libraries) {
        /** Of the platform's own window system. */
        static Query ofWindowSystem(Platform platform) {
            return switch (platform) {
                case WINDOWS ->
                    new Query("wglGetCurrentContext", Configuration.OPENGL_LIBRARY_NAME, List.of("opengl32"));
                case MACOSX ->
                    new Query("CGLGetCurrentContext", Configuration.OPENGL_LIBRARY_NAME, List.of(MACOS_OPENGL));
                default ->
                    new Query(
                            "glXGetCurrentContext",
                            Configuration.OPENGL_LIBRARY_NAME,
                            List.of("libGLX.so.0", "libGL.so.1"));
            };
        }

        static Query ofEgl(Platform platform) {
            String library = switch (platform) {
                case WINDOWS, MACOSX -> "libEGL";
                default -> "libEGL.so.1";
            };
            return new Query("eglGetCurrentContext", Configuration.EGL_LIBRARY_NAME, List.of(library));
        }
    }

    private static long windowSystem() {
        return function(Query.ofWindowSystem(Platform.get()));
    }

    private static long egl() {
        return function(Query.ofEgl(Platform.get()));
    }

    /** By the library's symbols: GetProcAddress functions answer with a stub for any name that begins with gl. */
    private static long function(Query query) {
        try {
            SharedLibrary library = Library.loadNative(
                    NativeContext.class,
                    "dev.zonecast.gpu.gl",
                    query.configured,
                    query.libraries.toArray(String[]::new));
            return library.getFunctionAddress(query.function);
        } catch (LinkageError e) {
            // A machine without this window system.
            return 0;
        }
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
        boolean isCurrent = JNI.callP(getCurrent) == handle;
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
