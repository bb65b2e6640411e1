package dev.zonecast.gpu.gl.window;

import java.util.List;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.FunctionProvider;
import org.lwjgl.system.JNI;
import org.lwjgl.system.Library;
import org.lwjgl.system.MemoryUtil;
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
        SharedLibrary library = library();
        return library == null ? 0 : library.getFunctionAddress(function);
    }

    /**
     * Functions of GLX, with those of extensions; without GLX it has none. In a session of Wayland LWJGL's own provider is EGL's, even for
     * contexts of GLX: its addresses for them are stubs.
     */
    public static FunctionProvider glx() {
        SharedLibrary library =
                Platform.get() == Platform.LINUX ? of(Platform.LINUX).library() : null;
        if (library == null) {
            return name -> 0;
        }
        long getProcAddress = library.getFunctionAddress("glXGetProcAddressARB");
        return name -> {
            long symbol = library.getFunctionAddress(name);
            return symbol != 0 || getProcAddress == 0
                    ? symbol
                    : JNI.callPP(MemoryUtil.memAddress(name), getProcAddress);
        };
    }

    /** Null on a machine without this window system. */
    private SharedLibrary library() {
        try {
            return Library.loadNative(
                    WindowSystem.class, "dev.zonecast.gpu.gl", configured, libraries.toArray(String[]::new));
        } catch (LinkageError e) {
            return null;
        }
    }
}
