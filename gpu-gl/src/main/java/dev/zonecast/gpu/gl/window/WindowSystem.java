package dev.zonecast.gpu.gl.window;

import java.util.List;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.JNI;
import org.lwjgl.system.Library;
import org.lwjgl.system.Platform;
import org.lwjgl.system.SharedLibrary;

/**
 * What makes contexts current on threads: GLX, WGL or CGL, and EGL beside them.
 *
 * @param function returns the handle of the calling thread's context
 * @param configured LWJGL's option with the library's name
 * @param libraries that may have the function
 */
public record WindowSystem(String function, Configuration<String> configured, List<String> libraries) {
    private static final String MACOS_OPENGL = "/System/Library/Frameworks/OpenGL.framework/Versions/Current/OpenGL";

    /** The platform's own. */
    public static WindowSystem of(Platform platform) {
        return switch (platform) {
            case WINDOWS ->
                new WindowSystem("wglGetCurrentContext", Configuration.OPENGL_LIBRARY_NAME, List.of("opengl32"));
            case MACOSX ->
                new WindowSystem("CGLGetCurrentContext", Configuration.OPENGL_LIBRARY_NAME, List.of(MACOS_OPENGL));
            default ->
                new WindowSystem(
                        "glXGetCurrentContext",
                        Configuration.OPENGL_LIBRARY_NAME,
                        List.of("libGLX.so.0", "libGL.so.1"));
        };
    }

    /** EGL. */
    public static WindowSystem ofEgl(Platform platform) {
        String library = switch (platform) {
            case WINDOWS, MACOSX -> "libEGL";
            default -> "libEGL.so.1";
        };
        return new WindowSystem("eglGetCurrentContext", Configuration.EGL_LIBRARY_NAME, List.of(library));
    }

    /** The handle of the context that is current on the calling thread, by the platform's window system or else EGL; 0: none. */
    public static long currentContext() {
        long own = current(of(Platform.get()).address());
        return own != 0 ? own : current(ofEgl(Platform.get()).address());
    }

    /** As {@link #currentContext}, by the function at an {@link #address}. */
    public static long current(long address) {
        return address == 0 ? 0 : JNI.callP(address);
    }

    /**
     * Address of the function; 0 on a machine without this window system. By the library's symbols: GetProcAddress functions answer with a
     * stub for any name that begins with gl.
     */
    public long address() {
        try {
            SharedLibrary library = Library.loadNative(
                    WindowSystem.class, "dev.zonecast.gpu.gl", configured, libraries.toArray(String[]::new));
            return library.getFunctionAddress(function);
        } catch (LinkageError e) {
            return 0;
        }
    }
}
