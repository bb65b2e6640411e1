package dev.zonecast.demo.render.gl;

import java.util.List;
import org.lwjgl.system.Platform;

/** The ways to an OpenGL context. */
enum ContextKind {
    /** A window that a person sees, on the platform's own window system. */
    WINDOW("window"),
    /** GLFW without a window system, EGL context. */
    GLFW_NULL("GLFW's null platform, EGL"),
    /** EGL on a graphics device, without GLFW: what NVIDIA's driver offers on a server. */
    EGL_DEVICE("EGL device"),
    /** EGL without any surface, Mesa. */
    EGL_SURFACELESS("EGL surfaceless"),
    /** A window that stays hidden, for platforms without EGL. */
    HIDDEN_WINDOW("hidden window");

    private final String description;

    ContextKind(String description) {
        this.description = description;
    }

    String description() {
        return description;
    }

    boolean usesEgl() {
        return this == GLFW_NULL || this == EGL_DEVICE || this == EGL_SURFACELESS;
    }

    /** The ways to try, in this order, for a program without a visible window on this platform. */
    static List<ContextKind> headless() {
        return switch (Platform.get()) {
            case LINUX, FREEBSD ->
                hasWindowSystem()
                        ? List.of(GLFW_NULL, EGL_DEVICE, EGL_SURFACELESS, HIDDEN_WINDOW)
                        : List.of(GLFW_NULL, EGL_DEVICE, EGL_SURFACELESS);
            default -> List.of(HIDDEN_WINDOW);
        };
    }

    private static boolean hasWindowSystem() {
        return System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
    }
}
