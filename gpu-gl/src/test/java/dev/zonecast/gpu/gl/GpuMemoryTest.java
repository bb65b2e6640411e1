package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lwjgl.opengl.EXTTextureCompressionS3TC.GL_COMPRESSED_RGBA_S3TC_DXT1_EXT;
import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.gpu.contract.MemoryEvents;
import java.util.List;
import org.junit.jupiter.api.Test;

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
                        "Allocated GL renderbuffers 1: 400",
                        "Freed GL textures 1: 1024",
                        "Freed GL buffers 1: 500",
                        "Freed GL renderbuffers 1: 400"),
                lines);
    }
}
