package dev.zonecast.agent;

import static org.lwjgl.egl.EGL10.*;
import static org.lwjgl.egl.EGL12.eglBindAPI;
import static org.lwjgl.egl.EGL14.*;
import static org.lwjgl.opengl.GL11C.*;

import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.stream.Stream;
import org.lwjgl.PointerBuffer;
import org.lwjgl.egl.EGL;
import org.lwjgl.opengl.GL;
import org.lwjgl.system.JNI;
import org.lwjgl.system.MemoryStack;

/**
 * A game with EGL alone that knows nothing of Zonecast. It makes its context current in each frame. It plays as many frames as each of its
 * arguments asks for; without any, as each number on its standard input. A number below 0 replaces the surface before. 0 draws a part of
 * the next frame, after LWJGL's capabilities are set once more.
 */
final class PlainEglGame {
    /** EGL_MESA_platform_surfaceless, which LWJGL does not have. */
    private static final int PLATFORM_SURFACELESS = 0x31DD;

    private static final int SIZE = 64;

    public static void main(String[] arguments) {
        var game = new PlainEglGame();
        Stream<String> numbers =
                arguments.length > 0 ? Stream.of(arguments) : new Scanner(System.in, StandardCharsets.UTF_8).tokens();
        numbers.mapToInt(Integer::parseInt).forEach(game::play);
        game.end();
    }

    private final long display = openDisplay();
    private final long config = chooseConfig();
    private final long context;
    private long surface = openSurface();

    /** Whether the next frame has begun. */
    private boolean begun;

    private PlainEglGame() {
        context = eglCreateContext(display, config, EGL_NO_CONTEXT, new int[] {EGL_NONE});
        makeCurrent();
        GL.createCapabilities();
    }

    private static long openDisplay() {
        long function = EGL.getFunctionProvider().getFunctionAddress("eglGetPlatformDisplayEXT");
        // LWJGL's own method refuses the default display, which is 0.
        long display = JNI.callPPP(PLATFORM_SURFACELESS, EGL_DEFAULT_DISPLAY, 0L, function);
        int[] major = new int[1];
        int[] minor = new int[1];
        check(eglInitialize(display, major, minor));
        EGL.createDisplayCapabilities(display, major[0], minor[0]);
        check(eglBindAPI(EGL_OPENGL_API));
        return display;
    }

    private long chooseConfig() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer chosen = stack.mallocPointer(1);
            IntBuffer count = stack.mallocInt(1);
            IntBuffer wish = stack.ints(
                    EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_NONE);
            check(eglChooseConfig(display, wish, chosen, count) && count.get(0) > 0);
            return chosen.get(0);
        }
    }

    private long openSurface() {
        return eglCreatePbufferSurface(display, config, new int[] {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE});
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("EGL: error " + eglGetError());
        }
    }

    private void makeCurrent() {
        check(eglMakeCurrent(display, surface, surface, context));
    }

    private void begin() {
        if (!begun) {
            makeCurrent();
            begun = true;
        }
    }

    private void play(int frames) {
        if (frames < 0) {
            long former = surface;
            surface = openSurface();
            check(eglDestroySurface(display, former));
        }
        if (frames == 0) {
            begin();
            GL.setCapabilities(GL.getCapabilities());
            glClear(GL_COLOR_BUFFER_BIT);
        }
        for (int i = 0; i < Math.abs(frames); i++) {
            begin();
            begun = false;
            glClear(GL_COLOR_BUFFER_BIT);
            check(eglSwapBuffers(display, surface));
        }
        // What the GPU has not finished when the context goes is dropped.
        glFinish();
        System.out.println("frames " + frames + ", error " + glGetError());
    }

    private void end() {
        check(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
        GL.setCapabilities(null);
        check(eglDestroyContext(display, context));
        check(eglDestroySurface(display, surface));
    }
}
