package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The quick comparison gives what the regular expression gives. */
class NamePatternTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "glClear;glClear",
                "glClear;glClearColor",
                "glClear;nglClear",
                "n?glFlush;glFlush",
                "n?glFlush;nglFlush",
                "n?glFlush;nnglFlush",
                "n?glFlush;nglFlushed",
                "glBuffers?\\w*;glBuffer",
                "glBuffers?\\w*;glBuffersX",
                "glBuffers?;glBuff",
                "nglTex(ture)?Image;nglTexImage",
                "nglTex(ture)?Image;nglTextureImage",
                "nglTex(ture)?Image;glTexImage",
                "n?glDraw(?!Tex)\\w*;glDrawArrays",
                "n?glDraw(?!Tex)\\w*;nglDrawTex",
                "opengl(es)?/\\w+;opengles/GLES20",
                "opengl(es)?/\\w+;openal/AL10",
                "SDL_GL_\\w+;SDL_GL_Swap",
                "vulkan/[A-Z]{2,}\\w*;vulkan/VkRect2D",
                "vulkan/[A-Z]{2,}\\w*;vulkan/KHRSurface"
            })
    void fitsAsTheExpression(String expression, String name) {
        assertEquals(
                Pattern.compile(expression).matcher(name).matches(),
                new NamePattern(expression).fits(name),
                expression);
    }
}
