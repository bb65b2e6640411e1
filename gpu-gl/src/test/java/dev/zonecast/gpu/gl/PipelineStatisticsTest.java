package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.gpu.GpuStatistic;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GLCapabilities;

class PipelineStatisticsTest {
    /** Uses a slot of the counters once, in a Mesa without compute shaders. */
    static final class WithoutComputeShaders {
        public static void main(String[] arguments) {
            try (HeadlessContext ignored = new HeadlessContext(HeadlessContext.Api.OPENGL)) {
                GLCapabilities of = GL.getCapabilities();
                System.out.println(
                        of.GL_ARB_pipeline_statistics_query + " " + (of.OpenGL43 || of.GL_ARB_compute_shader));
                GlFunctions gl = DesktopFunctions.ofCurrent();
                PipelineStatistics counters = new PipelineStatistics(gl);
                boolean begun = counters.begin(1, 0);
                counters.end(1, 0);
                GL11C.glFinish();
                long[] values = new long[GpuStatistic.PIPELINE.size()];
                boolean read = counters.read(1, values);
                System.out.println(begun + " " + read + " " + Arrays.toString(values) + " " + GL11C.glGetError());
            }
        }
    }

    @Test
    void shouldCountTheRestWhereThereAreNoComputeShaders() throws Exception {
        // By the class path: both properties list jars and folders.
        String classPath = String.join(
                File.pathSeparator,
                "target/test-classes",
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path"));
        ProcessBuilder child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        WithoutComputeShaders.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        child.environment().put("MESA_EXTENSION_OVERRIDE", "-GL_ARB_compute_shader");
        Process process = child.start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertEquals(0, process.waitFor(), lines::toString);
        assumeTrue(lines.getFirst().equals("true false"), "Mesa counts, and has no compute shaders: " + lines);
        assertEquals("true true [0, 0, 0, 0, 0, -1] " + GL11C.GL_NO_ERROR, lines.getLast());
    }
}
