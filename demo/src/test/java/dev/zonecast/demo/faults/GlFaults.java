package dev.zonecast.demo.faults;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.system.MemoryUtil.NULL;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.gl.GpuCtx;
import dev.zonecast.trace.bounds.Cause;
import java.nio.ByteBuffer;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL33C;
import org.lwjgl.system.MemoryUtil;

/** Faults of a real OpenGL program without a window. */
final class GlFaults implements AutoCloseable {
    private static final String HOW = "real OpenGL";
    private static final String CONTEXT = "OpenGL";
    private static final int SIZE = 256;
    private static final int TEXTURE_SIZE = 2048;
    private static final int STATEMENTS = 400;
    private static final int LIGHT = 4;
    private static final int PROBE = 400;
    private static final long HEAVY_MICROS = 40_000;

    private static final String VERTEX = """
            #version 330 core
            void main() {
                vec2 at = vec2(gl_VertexID % 2, gl_VertexID / 2) * 4.0 - 1.0;
                gl_Position = vec4(at, 0.0, 1.0);
            }
            """;

    private static final String HEAVY = """
            #version 330 core
            uniform int rounds;
            out vec4 color;
            void main() {
                float x = gl_FragCoord.x;
                for (int i = 0; i < rounds; i++) {
                    x = sin(x) * 1.5 + cos(x * 0.7 + gl_FragCoord.y);
                }
                color = vec4(x, 0.0, 0.0, 1.0);
            }
            """;

    private final long window;
    private final GpuCtx gpu;
    private final int program;
    private final int rounds;
    private final int[] framebuffers = new int[3];
    private final ByteBuffer pixels = MemoryUtil.memCalloc(4 * TEXTURE_SIZE * TEXTURE_SIZE);
    private int shaders;

    GlFaults() {
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
        if (!glfwInit()) {
            throw new IllegalStateException("GLFW's null platform does not start");
        }
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        window = glfwCreateWindow(SIZE, SIZE, "faults", NULL, NULL);
        if (window == NULL) {
            throw new IllegalStateException("no OpenGL context");
        }
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        gpu = GpuCtx.builder().name(CONTEXT).create();
        GL33C.glBindVertexArray(GL33C.glGenVertexArrays());
        program = program(HEAVY);
        GL33C.glUseProgram(program);
        rounds = GL33C.glGetUniformLocation(program, "rounds");
        for (int i = 0; i < framebuffers.length; i++) {
            framebuffers[i] = framebuffer();
        }
        draw(LIGHT);
        GL33C.glFinish();
    }

    private static int program(String fragment) {
        int program = GL33C.glCreateProgram();
        for (int type : new int[] {GL33C.GL_VERTEX_SHADER, GL33C.GL_FRAGMENT_SHADER}) {
            int shader = GL33C.glCreateShader(type);
            GL33C.glShaderSource(shader, type == GL33C.GL_VERTEX_SHADER ? VERTEX : fragment);
            GL33C.glCompileShader(shader);
            GL33C.glAttachShader(program, shader);
            GL33C.glDeleteShader(shader);
        }
        GL33C.glLinkProgram(program);
        if (GL33C.glGetProgrami(program, GL33C.GL_LINK_STATUS) == 0) {
            throw new IllegalStateException(GL33C.glGetProgramInfoLog(program));
        }
        return program;
    }

    private static int framebuffer() {
        int framebuffer = GL33C.glGenFramebuffers();
        int color = GL33C.glGenRenderbuffers();
        GL33C.glBindRenderbuffer(GL33C.GL_RENDERBUFFER, color);
        GL33C.glRenderbufferStorage(GL33C.GL_RENDERBUFFER, GL33C.GL_RGBA8, SIZE, SIZE);
        GL33C.glBindFramebuffer(GL33C.GL_FRAMEBUFFER, framebuffer);
        GL33C.glFramebufferRenderbuffer(GL33C.GL_FRAMEBUFFER, GL33C.GL_COLOR_ATTACHMENT0, GL33C.GL_RENDERBUFFER, color);
        GL33C.glViewport(0, 0, SIZE, SIZE);
        return framebuffer;
    }

    private void draw(int heaviness) {
        GL33C.glUniform1i(rounds, heaviness);
        GL33C.glDrawArrays(GL33C.GL_TRIANGLES, 0, 3);
    }

    /** A pass has a framebuffer of its own: a software renderer runs the draws of one framebuffer tile by tile, all of them together. */
    private void drawPass(SourceLocation zone, int framebuffer, int heaviness) {
        long token = gpu.begin(zone);
        GL33C.glBindFramebuffer(GL33C.GL_FRAMEBUFFER, framebuffer);
        draw(heaviness);
        gpu.end(token);
    }

    private void drawFrame(int heaviness) {
        drawPass(Stage.SHADOWS, framebuffers[0], LIGHT);
        drawPass(Stage.BLOOM, framebuffers[1], heaviness);
        drawPass(Stage.MAIN_PASS, framebuffers[2], LIGHT);
        long token = Zone.begin(Stage.FENCE);
        GL33C.glFinish();
        Zone.end(token);
        gpu.collect();
    }

    /** How heavy a draw has to be to take so long. */
    private int heaviness(long micros) {
        draw(PROBE);
        GL33C.glFinish();
        long begin = System.nanoTime();
        draw(PROBE);
        GL33C.glFinish();
        double microsOfProbe = Math.max(1, (System.nanoTime() - begin) / 1e3);
        return (int) Math.min(1_000_000, PROBE * micros / microsOfProbe);
    }

    SeededFaults.Plan pass() {
        Fault fault = new Fault("a spike in one pass", HOW, Cause.GPU, CONTEXT, "bloom");
        int heavy = heaviness(HEAVY_MICROS);
        return new SeededFaults.Plan(fault, true, (stage, micros) -> drawFrame(heavy));
    }

    SeededFaults.Plan shader() {
        Fault fault = new Fault("a shader compile", HOW, Cause.COMPILE, "main", "link a program");
        return new SeededFaults.Plan(fault, true, (stage, micros) -> {
            long end = System.nanoTime() + micros * 1000;
            long token = Zone.begin(Stage.SHADER);
            while (System.nanoTime() < end) {
                GL33C.glDeleteProgram(program(newShader()));
            }
            Zone.end(token);
            drawFrame(LIGHT);
        });
    }

    /** Source that the driver has not seen. */
    private String newShader() {
        StringBuilder source = new StringBuilder("#version 330 core\nout vec4 color;\nvoid main() {\nfloat x = 1.0;\n");
        for (int i = 0; i < STATEMENTS; i++) {
            source.append("x = sin(x * ").append(++shaders).append(".5) + gl_FragCoord.x;\n");
        }
        return source.append("color = vec4(x);\n}\n").toString();
    }

    SeededFaults.Plan upload() {
        Fault fault = new Fault("an upload", HOW, Cause.UPLOAD, "main", "upload a texture");
        return new SeededFaults.Plan(fault, true, (stage, micros) -> {
            GL33C.glBindTexture(GL33C.GL_TEXTURE_2D, GL33C.glGenTextures());
            long end = System.nanoTime() + micros * 1000;
            long token = Zone.begin(Stage.UPLOAD);
            while (System.nanoTime() < end) {
                GL33C.glTexImage2D(
                        GL33C.GL_TEXTURE_2D,
                        0,
                        GL33C.GL_RGBA8,
                        TEXTURE_SIZE,
                        TEXTURE_SIZE,
                        0,
                        GL33C.GL_RGBA,
                        GL33C.GL_UNSIGNED_BYTE,
                        pixels);
            }
            Zone.end(token);
            drawFrame(LIGHT);
        });
    }

    @Override
    public void close() {
        gpu.close();
        MemoryUtil.memFree(pixels);
        glfwDestroyWindow(window);
        glfwTerminate();
    }
}
