package dev.zonecast.demo.modular;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.system.MemoryUtil.NULL;

import dev.zonecast.core.Frame;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zonecast;
import dev.zonecast.framecapture.gl.GlFrameCapture;
import dev.zonecast.gpu.gl.GpuCtx;
import java.io.IOException;
import java.nio.file.Path;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL33C;

/** GPU zones and frame images of OpenGL, without a window. */
public final class GlProgram {
    private static final SourceLocation PASS = SourceLocation.here("pass");
    private static final int SIZE = 64;

    private GlProgram() {}

    /** Runs it; the argument is a folder for recordings. */
    public static void main(String[] arguments) throws IOException {
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
        if (!glfwInit()) {
            throw new IllegalStateException("GLFW's null platform does not start");
        }
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        long window = glfwCreateWindow(SIZE, SIZE, "modular", NULL, NULL);
        if (window == NULL) {
            throw new IllegalStateException("no OpenGL context");
        }
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        Zonecast.startRecording(Path.of(arguments[0], "gl.fxt"));
        try (GpuCtx gpu = GpuCtx.builder().name("OpenGL").create();
                GlFrameCapture capture = GlFrameCapture.builder().create()) {
            long zone = gpu.begin(PASS);
            GL33C.glClear(GL33C.GL_COLOR_BUFFER_BIT);
            gpu.end(zone);
            capture.capture(SIZE, SIZE);
            GL33C.glFinish();
            gpu.collect();
            Frame.mark();
            System.out.println(
                    "OpenGL: " + gpu.statistics().zones() + " zone, images available: " + capture.isAvailable());
        }
        Zonecast.stopRecording();
        glfwDestroyWindow(window);
    }
}
