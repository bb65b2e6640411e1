package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.gpu.gl.window.WindowSystem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lwjgl.system.Platform;

/** What is chosen for each platform, on any. */
class WindowSystemTest {
    @ParameterizedTest
    @CsvSource({
        "LINUX, glXGetCurrentContext, libGLX.so.0, libEGL.so.1",
        "WINDOWS, wglGetCurrentContext, opengl32, libEGL",
        "MACOSX, CGLGetCurrentContext, /System/Library/Frameworks/OpenGL.framework/Versions/Current/OpenGL, libEGL"
    })
    void shouldAskTheWindowSystemOfThePlatform(Platform platform, String function, String library, String egl) {
        assertEquals(function, WindowSystem.of(platform).function());
        assertEquals(library, WindowSystem.of(platform).libraries().getFirst());
        assertEquals(egl, WindowSystem.ofEgl(platform).libraries().getFirst());
    }

    @ParameterizedTest
    @CsvSource({
        "LINUX, X64, true",
        "LINUX, ARM64, true",
        "LINUX, X86, false",
        "WINDOWS, X64, false",
        "MACOSX, ARM64, false"
    })
    void shouldReadTheStateOfTheDispatcherOn64BitLinux(Platform platform, String architecture, boolean possible) {
        assertEquals(possible, DispatchState.isPossible(platform, architecture));
    }
}
