package example;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.Frame;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.gl.GpuCtx;
import org.lwjgl.opengl.GL;

/** A triangle in OpenGL: zones of the CPU, and of the GPU by one object and one call a frame. */
public final class GlTriangle {
    private static final SourceLocation SUBMIT = SourceLocation.here("submit");
    private static final SourceLocation PRESENT = SourceLocation.here("present");
    private static final SourceLocation CLEAR = SourceLocation.here("clear", 0x3A7BD5);
    private static final SourceLocation TRIANGLE = SourceLocation.here("triangle", 0xD5843A);

    private static final String VERTEX = """
            #version 330 core
            out vec3 color;
            void main() {
                vec2 corners[3] = vec2[](vec2(-0.7, -0.7), vec2(0.7, -0.7), vec2(0.0, 0.7));
                gl_Position = vec4(corners[gl_VertexID], 0.0, 1.0);
                color = vec3(gl_VertexID == 0, gl_VertexID == 1, gl_VertexID == 2);
            }
            """;
    private static final String FRAGMENT = """
            #version 330 core
            in vec3 color;
            out vec4 pixel;
            void main() {
                pixel = vec4(color, 1.0);
            }
            """;

    /** Draws until the window is closed or as many frames as {@code -Dframes} says. */
    public static void main(String[] arguments) {
        long window = openWindow();
        glUseProgram(program());
        glBindVertexArray(glGenVertexArrays());
        try (GpuCtx gpu = GpuCtx.builder().name("triangle").create()) {
            int frames = Integer.getInteger("frames", 600);
            while (frames-- > 0 && !glfwWindowShouldClose(window)) {
                try (var _ = Zone.open(SUBMIT)) {
                    draw(gpu);
                }
                try (var _ = Zone.open(PRESENT)) {
                    glfwSwapBuffers(window);
                    glfwPollEvents();
                }
                gpu.collect();
                Frame.mark();
            }
            glFinish();
            gpu.collect();
        }
        glfwTerminate();
    }

    private static void draw(GpuCtx gpu) {
        try (var _ = gpu.open(CLEAR)) {
            glClear(GL_COLOR_BUFFER_BIT);
        }
        try (var _ = gpu.open(TRIANGLE)) {
            glDrawArrays(GL_TRIANGLES, 0, 3);
        }
    }

    private static long openWindow() {
        boolean headless = Boolean.getBoolean("headless");
        glfwInitHint(GLFW_PLATFORM, headless ? GLFW_PLATFORM_NULL : GLFW_ANY_PLATFORM);
        if (!glfwInit()) {
            throw new IllegalStateException("GLFW does not start: no display? -Dheadless=true needs none");
        }
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, headless ? GLFW_EGL_CONTEXT_API : GLFW_NATIVE_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        long window = glfwCreateWindow(640, 480, "Zonecast: triangle", 0, 0);
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        return window;
    }

    private static int program() {
        int program = glCreateProgram();
        for (int type : new int[] {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER}) {
            int shader = glCreateShader(type);
            glShaderSource(shader, type == GL_VERTEX_SHADER ? VERTEX : FRAGMENT);
            glCompileShader(shader);
            glAttachShader(program, shader);
        }
        glLinkProgram(program);
        return program;
    }
}
