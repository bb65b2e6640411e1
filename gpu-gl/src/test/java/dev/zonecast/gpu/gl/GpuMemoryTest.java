package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lwjgl.opengl.EXTTextureCompressionS3TC.GL_COMPRESSED_RGBA_S3TC_DXT1_EXT;
import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.gpu.contract.MemoryEvents;
import dev.zonecast.core.gpu.contract.PlotValues;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL11;

class GpuMemoryTest {
    @Test
    void shouldTellWhatTexelsNeed() {
        assertEquals(4 * 512 * 512, GpuMemory.bytes(GL_RGBA8, 1, 512, 512, 1));
        assertEquals(4 * (16 + 4 + 1), GpuMemory.bytes(GL_RGBA8, 0, 4, 4, 1));
        assertEquals(4 * (16 + 4), GpuMemory.bytes(GL_RGBA8, 2, 4, 4, 1));
        assertEquals(2 * (8 * 2 + 4 + 2 + 1), GpuMemory.bytes(GL_R16F, 0, 8, 2, 1));
        assertEquals(16 * (64 + 8 + 1), GpuMemory.bytes(GL_RGBA32F, 0, 4, 4, 4));
        assertEquals(8 * 3 * 2, GpuMemory.bytes(GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 1, 9, 8, 1));
        int astc10x5 = 0x93B8;
        assertEquals(16 * 2 * 3, GpuMemory.bytes(astc10x5, 1, 20, 11, 1));
        assertEquals(16, GpuMemory.bytes(0x93DD, 1, 12, 12, 1));
        assertEquals(4, GpuMemory.bytes(0x1234_5678, 1, 1, 1, 1));
        assertEquals(4, GpuMemory.bytes(GL_RGBA8, 5, 0, -1, 0));
        assertEquals(1L << 40, GpuMemory.bytes(GL_RGBA32F, 1, 1 << 18, 1 << 18, 1));
    }

    @Test
    void shouldCountABaseFormatAsTheOneWithEightBitsAComponent() {
        List.of(GL11.GL_ALPHA, GL11.GL_LUMINANCE, GL11.GL_INTENSITY, GL11.GL_INTENSITY8)
                .forEach(format -> assertEquals(64, GpuMemory.bytes(format, 1, 8, 8, 1)));
        assertEquals(2 * 64, GpuMemory.bytes(GL11.GL_LUMINANCE_ALPHA, 1, 8, 8, 1));
    }

    @Test
    void shouldShowObjectsInPoolsByTheirKind() throws Exception {
        GpuMemory memory = new GpuMemory("GL");

        List<String> lines = MemoryEvents.recorded(() -> {
            memory.buffer(1, 1000);
            memory.buffer(1, 500);
            memory.texture(1, GL_TEXTURE_2D, 1, GL_RGBA8, 16, 16, 1);
            memory.texture(2, GL_TEXTURE_CUBE_MAP, 1, GL_R8, 4, 4, 1);
            memory.texture(3, GL_TEXTURE_2D_ARRAY, 2, GL_R8, 4, 4, 10);
            memory.texture(4, GL_TEXTURE_3D, 2, GL_R8, 4, 4, 4);
            memory.multisampleTexture(5, 4, GL_RGBA8, 10, 10);
            memory.texture(7, GL_TEXTURE_1D_ARRAY, 0, GL_RGBA8, 256, 64, 1);
            memory.renderbuffer(1, 0, GL_DEPTH24_STENCIL8, 10, 10);
            memory.textureDeleted(1);
            memory.bufferDeleted(1);
            memory.bufferDeleted(-1);
            memory.renderbufferDeleted(1);
        });

        assertEquals(
                List.of(
                        "Allocated GL buffers 1: 1000",
                        "Freed GL buffers 1: 1000",
                        "Allocated GL buffers 1: 500",
                        "Allocated GL textures 1: 1024",
                        "Allocated GL textures 2: 96",
                        "Allocated GL textures 3: 200",
                        "Allocated GL textures 4: 72",
                        "Allocated GL textures 5: 1600",
                        "Allocated GL textures 7: 130816",
                        "Allocated GL renderbuffers 1: 400",
                        "Freed GL textures 1: 1024",
                        "Freed GL buffers 1: 500",
                        "Freed GL renderbuffers 1: 400"),
                lines);
    }

    @Test
    void shouldShowLabelledObjectsInPoolsOfTheirLabelsToo() throws Exception {
        GpuMemory memory = new GpuMemory("GLL");

        List<String> lines = MemoryEvents.recorded(() -> {
            memory.bufferLabel(1, "mesh");
            memory.buffer(1, 1000);
            memory.texture(2, GL_TEXTURE_2D, 1, GL_RGBA8, 16, 16, 1);
            memory.textureLabel(2, "shadow map");
            memory.renderbuffer(3, 0, GL_DEPTH24_STENCIL8, 10, 10);
            memory.renderbufferLabel(3, "depth");
            memory.renderbufferLabel(3, "");
            memory.textureDeleted(2);
            memory.bufferDeleted(1);
        });

        assertEquals(
                List.of(
                        "Allocated GLL buffers 1: 1000",
                        "Allocated GLL buffers: mesh 1: 1000",
                        "Allocated GLL textures 2: 1024",
                        "Allocated GLL textures: shadow map 2: 1024",
                        "Allocated GLL renderbuffers 3: 400",
                        "Allocated GLL renderbuffers: depth 3: 400",
                        "Freed GLL renderbuffers: depth 3: 400",
                        "Freed GLL textures 2: 1024",
                        "Freed GLL textures: shadow map 2: 1024",
                        "Freed GLL buffers 1: 1000",
                        "Freed GLL buffers: mesh 1: 1000"),
                lines);
    }

    @Test
    void shouldPlotWhatTheDriverSaysOfItsMemoryAndRaiseNoError() throws Exception {
        try (HeadlessContext ignored = new HeadlessContext(HeadlessContext.Api.OPENGL)) {
            boolean hasNvx = GL.getCapabilities().GL_NVX_gpu_memory_info;
            boolean hasAny = hasNvx || GL.getCapabilities().GL_ATI_meminfo;

            Map<String, List<Long>> values = PlotValues.recorded("GLD memory", () -> new GpuMemory("GLD").record());

            assertEquals(hasAny ? 3 : 0, values.size(), values.toString());
            assertEquals(hasNvx, values.containsKey("GLD memory: free"));
            assertTrue(values.values().stream().allMatch(all -> all.size() == 1 && all.getFirst() >= 0));
            assertEquals(GL_NO_ERROR, glGetError());
        }
    }

    @Test
    void shouldPlotNothingWhereNoContextIsCurrent() throws Exception {
        GpuMemory memory = new GpuMemory("GLN");

        assertEquals(Map.of(), PlotValues.recorded("GLN", memory::record));
    }
}
