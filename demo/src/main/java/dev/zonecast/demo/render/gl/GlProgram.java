package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.demo.render.PassDevice.ProgramKind;
import dev.zonecast.demo.render.RenderingException;
import dev.zonecast.demo.render.ShaderSource;
import java.util.Map;

/** A linked program of a vertex and a fragment shader. */
final class GlProgram implements AutoCloseable {
    private static final String HEADER = "opengl.glsl";

    /** Texture units of the shaders' samplers. */
    private static final Map<String, Integer> SAMPLERS =
            Map.of("shadowMap", 0, "source", 0, "bloom0", 1, "bloom1", 2, "bloom2", 3);

    private final ProgramKind kind;
    private final int program;
    private final int parameter;

    /** @throws RenderingException with the driver's log, if a shader does not compile or the program does not link */
    GlProgram(ProgramKind kind, String vertexShader, String fragmentShader) {
        this.kind = kind;
        program = glCreateProgram();
        int vertex = compile(GL_VERTEX_SHADER, vertexShader);
        int fragment = compile(GL_FRAGMENT_SHADER, fragmentShader);
        glAttachShader(program, vertex);
        glAttachShader(program, fragment);
        glLinkProgram(program);
        glDeleteShader(vertex);
        glDeleteShader(fragment);
        if (glGetProgrami(program, GL_LINK_STATUS) == GL_FALSE) {
            throw new RenderingException(
                    vertexShader + " + " + fragmentShader + " does not link:\n" + glGetProgramInfoLog(program));
        }
        int block = glGetUniformBlockIndex(program, FrameUniforms.BLOCK_NAME);
        if (block != GL_INVALID_INDEX) {
            glUniformBlockBinding(program, block, FrameUniforms.BINDING);
        }
        glUseProgram(program);
        // A name that the program does not have is at -1, which OpenGL passes over.
        SAMPLERS.forEach((sampler, unit) -> glUniform1i(glGetUniformLocation(program, sampler), unit));
        parameter = glGetUniformLocation(program, "parameter");
    }

    private static int compile(int type, String source) {
        int shader = glCreateShader(type);
        glShaderSource(shader, ShaderSource.read(HEADER, source));
        glCompileShader(shader);
        if (glGetShaderi(shader, GL_COMPILE_STATUS) == GL_FALSE) {
            throw new RenderingException(source + " does not compile:\n" + glGetShaderInfoLog(shader));
        }
        return shader;
    }

    /** Also sets how depths are tested and which faces are left out. */
    void use() {
        glUseProgram(program);
        enable(GL_DEPTH_TEST, kind != ProgramKind.OVER_ALL);
        enable(GL_CULL_FACE, kind == ProgramKind.OBJECTS);
        enable(GL_POLYGON_OFFSET_FILL, kind == ProgramKind.CASTERS);
        glPolygonOffset(2, 4);
        glDepthFunc(kind == ProgramKind.SKY ? GL_LEQUAL : GL_LESS);
        glDepthMask(kind.meshes());
    }

    private static void enable(int capability, boolean on) {
        if (on) {
            glEnable(capability);
        } else {
            glDisable(capability);
        }
    }

    /** Of the program in use. */
    void parameter(float x, float y) {
        glUniform2f(parameter, x, y);
    }

    @Override
    public void close() {
        glDeleteProgram(program);
    }
}
