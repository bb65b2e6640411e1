package dev.zonecast.agent.gl;

import dev.zonecast.gpu.gl.GpuMemory;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GL12C;
import org.lwjgl.opengl.GL30C;

/** How many bytes a pixel takes in the program's memory; numbers of OpenGL 4.6, table 8.2. */
final class PixelSize {
    /** Of OpenGL ES 2. */
    private static final int GL_HALF_FLOAT_OES = 0x8D61;

    private PixelSize() {}

    static long of(int format, int type) {
        return switch (type) {
            case GL12C.GL_UNSIGNED_BYTE_3_3_2, GL12C.GL_UNSIGNED_BYTE_2_3_3_REV -> 1;
            case GL12C.GL_UNSIGNED_SHORT_5_6_5,
                    GL12C.GL_UNSIGNED_SHORT_5_6_5_REV,
                    GL12C.GL_UNSIGNED_SHORT_4_4_4_4,
                    GL12C.GL_UNSIGNED_SHORT_4_4_4_4_REV,
                    GL12C.GL_UNSIGNED_SHORT_5_5_5_1,
                    GL12C.GL_UNSIGNED_SHORT_1_5_5_5_REV -> 2;
            case GL12C.GL_UNSIGNED_INT_8_8_8_8,
                    GL12C.GL_UNSIGNED_INT_8_8_8_8_REV,
                    GL12C.GL_UNSIGNED_INT_10_10_10_2,
                    GL12C.GL_UNSIGNED_INT_2_10_10_10_REV,
                    GL30C.GL_UNSIGNED_INT_24_8,
                    GL30C.GL_UNSIGNED_INT_10F_11F_11F_REV,
                    GL30C.GL_UNSIGNED_INT_5_9_9_9_REV -> 4;
            case GL30C.GL_FLOAT_32_UNSIGNED_INT_24_8_REV -> 8;
            case GL11C.GL_SHORT, GL11C.GL_UNSIGNED_SHORT, GL30C.GL_HALF_FLOAT, GL_HALF_FLOAT_OES ->
                2 * components(format);
            case GL11C.GL_INT, GL11C.GL_UNSIGNED_INT, GL11C.GL_FLOAT -> 4 * components(format);
            default -> components(format);
        };
    }

    private static long components(int format) {
        return switch (format) {
            case GL11C.GL_DEPTH_COMPONENT, GL30C.GL_RED_INTEGER -> 1;
            case GL12C.GL_BGR, GL30C.GL_RGB_INTEGER, GL30C.GL_BGR_INTEGER -> 3;
            case GL12C.GL_BGRA, GL30C.GL_RGBA_INTEGER, GL30C.GL_BGRA_INTEGER -> 4;
            case GL30C.GL_RG_INTEGER -> 2;
            // These formats are internal formats too.
            default -> GpuMemory.bytes(format, 1, 1, 1, 1);
        };
    }
}
