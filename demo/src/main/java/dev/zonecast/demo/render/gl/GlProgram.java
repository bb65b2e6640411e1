package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.demo.render.RenderingException;
import dev.zonecast.demo.render.ShaderSource;

/** A linked program of a vertex and a fragment shader. */
final class GlProgram implements AutoCloseable {
    private static final String HEADER = "opengl.glsl";

    private final String name;
    private final int program;

    /** @throws RenderingException with the driver's log, if a shader does not compile or the program does not link */
    GlProgram(String vertexShader, String fragmentShader) {
        name = vertexShader + " + " + fragmentShader;
        program = glCreateProgram();
        int vertex = compile(GL_VERTEX_SHADER, vertexShader);
        int fragment = compile(GL_FRAGMENT_SHADER, fragmentShader);
        glAttachShader(program, vertex);
        glAttachShader(program, fragment);
        glLinkProgram(program);
        glDeleteShader(vertex);
        glDeleteShader(fragment);
        if (glGetProgrami(program, GL_LINK_STATUS) == GL_FALSE) {
            throw new RenderingException(name + " does not link:\n" + glGetProgramInfoLog(program));
        }
        int block = glGetUniformBlockIndex(program, FrameUniforms.BLOCK_NAME);
        if (block != GL_INVALID_INDEX) {
            glUniformBlockBinding(program, block, FrameUniforms.BINDING);
        }
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

    void use() {
        glUseProgram(program);
    }

    /** @throws RenderingException if the program has no such uniform */
    int uniform(String uniformName) {
        int location = glGetUniformLocation(program, uniformName);
        if (location < 0) {
            throw new RenderingException(name + " has no uniform " + uniformName);
        }
        return location;
    }

    /** Binds a sampler to a texture unit, once for the life of the program. */
    GlProgram sampler(String uniformName, int unit) {
        glUseProgram(program);
        glUniform1i(uniform(uniformName), unit);
        return this;
    }

    @Override
    public void close() {
        glDeleteProgram(program);
    }
}
