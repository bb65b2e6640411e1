package dev.zonecast.framecapture.vk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lwjgl.util.shaderc.Shaderc.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.lwjgl.system.MemoryUtil;

/**
 * The compiled shader is that of its source. {@code -Dzonecast.test.writeShader=true} in the JVM of the tests writes it anew, after a change
 * of the source or of the compiler.
 */
class ShaderTest {
    private static final Path RESOURCES = Path.of("src/main/resources/dev/zonecast/framecapture");
    private static final Path SOURCE = RESOURCES.resolve("gl/dxt1.comp");
    private static final Path COMPILED = RESOURCES.resolve("vk/dxt1.comp.spv");

    @Test
    void shouldBeWhatItsSourceCompilesTo() throws IOException {
        byte[] compiled = compile("#version 450\n" + Files.readString(SOURCE));
        if (Boolean.getBoolean("zonecast.test.writeShader")) {
            Files.write(COMPILED, compiled);
        }

        assertArrayEquals(compiled, Files.readAllBytes(COMPILED));
    }

    private static byte[] compile(String source) {
        long compiler = shaderc_compiler_initialize();
        long options = shaderc_compile_options_initialize();
        shaderc_compile_options_set_optimization_level(options, shaderc_optimization_level_performance);
        long result = shaderc_compile_into_spv(
                compiler,
                source,
                shaderc_glsl_compute_shader,
                SOURCE.getFileName().toString(),
                "main",
                options);
        try {
            assertEquals(
                    shaderc_compilation_status_success,
                    shaderc_result_get_compilation_status(result),
                    () -> shaderc_result_get_error_message(result));
            byte[] bytes = new byte[(int) shaderc_result_get_length(result)];
            MemoryUtil.memByteBuffer(nshaderc_result_get_bytes(result), bytes.length)
                    .get(bytes);
            return bytes;
        } finally {
            shaderc_result_release(result);
            shaderc_compile_options_release(options);
            shaderc_compiler_release(compiler);
        }
    }
}
