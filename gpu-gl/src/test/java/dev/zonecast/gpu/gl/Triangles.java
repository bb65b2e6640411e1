package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lwjgl.opengl.GL20C.*;

/** The smallest program that draws. */
final class Triangles {
    private static final String VERTEX = """
            #version 330 core
            void main() { gl_Position = vec4(gl_VertexID & 1, gl_VertexID >> 1 & 1, 0, 1); }
            """;

    private static final String FRAGMENT = """
            #version 330 core
            out vec4 color;
            void main() { color = vec4(1); }
            """;

    private Triangles() {}

    static int program() {
        int program = glCreateProgram();
        for (boolean vertex : new boolean[] {true, false}) {
            int shader = glCreateShader(vertex ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
            glShaderSource(shader, vertex ? VERTEX : FRAGMENT);
            glCompileShader(shader);
            glAttachShader(program, shader);
            glDeleteShader(shader);
        }
        glLinkProgram(program);
        assertEquals(GL_TRUE, glGetProgrami(program, GL_LINK_STATUS), () -> glGetProgramInfoLog(program));
        return program;
    }
}
