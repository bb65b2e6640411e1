package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.lwjgl.system.MemoryUtil;

/** Pixels of all kinds: smooth, noisy, of few colours, of one. */
final class VariedPicture {
    private VariedPicture() {}

    static void draw(TestTarget target, int seed) {
        Random random = new Random(seed);
        ByteBuffer pixels = MemoryUtil.memAlloc(target.width * target.height * 4);
        for (int y = 0; y < target.height; y++) {
            for (int x = 0; x < target.width; x++) {
                int tile = (x / 64 + y / 64 * 13 + seed) % 5;
                int rgba = switch (tile) {
                    case 0 -> random.nextInt();
                    case 1 -> (x * 3 & 0xFF) | (y * 5 & 0xFF) << 8 | (x + y & 0xFF) << 16;
                    case 2 -> random.nextBoolean() ? 0xFFFFFFFF : 0;
                    case 3 -> (x / 64) * 0x010203 + (y / 64) * 0x112233;
                    default -> 0x808080 + (random.nextInt() & 0x030303);
                };
                pixels.putInt(Integer.reverseBytes(rgba));
            }
        }
        int texture = glGenTextures();
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(
                GL_TEXTURE_2D, 0, GL_RGBA8, target.width, target.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.flip());
        // By its address: the type of the argument differs between versions of LWJGL.
        MemoryUtil.nmemFree(MemoryUtil.memAddress(pixels));
        int from = glGenFramebuffers();
        glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
        glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer);
        glBlitFramebuffer(
                0, 0, target.width, target.height, 0, 0, target.width, target.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glDeleteFramebuffers(from);
        glDeleteTextures(texture);
    }

    /** False for a picture of few colours: nothing was drawn. */
    static boolean isVaried(int[] blocks) {
        return Arrays.stream(blocks).distinct().count() > 1000;
    }
}
