package dev.zonecast.gpu.gl;

import static org.lwjgl.opengl.GL46C.*;

/**
 * How many bytes a block of texels takes. Numbers: the tables of sized internal formats in OpenGL 4.6 (8.12, 8.13, 8.14), OpenGL ES
 * 3.2, and KHR_texture_compression_astc_ldr, EXT_texture_compression_s3tc, EXT_texture_sRGB.
 *
 * @param blockBytes of a block
 * @param blockWidth texels; 1 if the format is not compressed
 * @param blockHeight texels
 */
record TexelFormat(int blockBytes, int blockWidth, int blockHeight) {
    private static final int OES_ETC1_RGB8 = 0x8D64;
    private static final int SRGB_S3TC_FIRST = 0x8C4C;
    private static final int S3TC_FIRST = 0x83F0;
    private static final int ASTC_FIRST = 0x93B0;
    private static final int ASTC_SRGB_FIRST = 0x93D0;
    private static final int[][] ASTC = {
        {4, 4}, {5, 4}, {5, 5}, {6, 5}, {6, 6}, {8, 5}, {8, 6}, {8, 8}, {10, 5}, {10, 6}, {10, 8}, {10, 10}, {12, 10},
        {12, 12}
    };
    private static final int ALPHA8 = 0x803C;
    private static final int LUMINANCE8 = 0x8040;
    private static final int LUMINANCE8_ALPHA8 = 0x8045;
    private static final int BGRA8_EXT = 0x93A1;

    /** As an unknown format counts. */
    private static final TexelFormat OTHER = new TexelFormat(4, 1, 1);

    long bytes(int width, int height, int depth) {
        long columns = (width + blockWidth - 1L) / blockWidth;
        long rows = (height + blockHeight - 1L) / blockHeight;
        return columns * rows * depth * blockBytes;
    }

    static TexelFormat of(int format) {
        int plain = plainBytes(format);
        return plain > 0 ? new TexelFormat(plain, 1, 1) : compressed(format);
    }

    private static int plainBytes(int format) {
        return switch (format) {
            case GL_RED,
                    GL_STENCIL_INDEX,
                    GL_STENCIL_INDEX8,
                    GL_R8,
                    GL_R8_SNORM,
                    GL_R8I,
                    GL_R8UI,
                    GL_R3_G3_B2,
                    GL_RGBA2,
                    ALPHA8,
                    LUMINANCE8 -> 1;
            case GL_RG,
                    GL_RG8,
                    GL_RG8_SNORM,
                    GL_RG8I,
                    GL_RG8UI,
                    GL_R16,
                    GL_R16_SNORM,
                    GL_R16F,
                    GL_R16I,
                    GL_R16UI,
                    GL_RGB4,
                    GL_RGB5,
                    GL_RGB565,
                    GL_RGBA4,
                    GL_RGB5_A1,
                    GL_DEPTH_COMPONENT16,
                    LUMINANCE8_ALPHA8 -> 2;
            case GL_RGB, GL_RGB8, GL_RGB8_SNORM, GL_RGB8I, GL_RGB8UI, GL_SRGB, GL_SRGB8 -> 3;
            case GL_RGBA,
                    GL_RGBA8,
                    GL_RGBA8_SNORM,
                    GL_RGBA8I,
                    GL_RGBA8UI,
                    GL_SRGB_ALPHA,
                    GL_SRGB8_ALPHA8,
                    GL_RGB10,
                    GL_RGB10_A2,
                    GL_RGB10_A2UI,
                    GL_R11F_G11F_B10F,
                    GL_RGB9_E5,
                    GL_R32F,
                    GL_R32I,
                    GL_R32UI,
                    GL_RG16,
                    GL_RG16_SNORM,
                    GL_RG16F,
                    GL_RG16I,
                    GL_RG16UI,
                    GL_DEPTH_COMPONENT,
                    GL_DEPTH_COMPONENT24,
                    GL_DEPTH_COMPONENT32,
                    GL_DEPTH_COMPONENT32F,
                    GL_DEPTH_STENCIL,
                    GL_DEPTH24_STENCIL8,
                    BGRA8_EXT -> 4;
            case GL_RGB12, GL_RGB16, GL_RGB16_SNORM, GL_RGB16F, GL_RGB16I, GL_RGB16UI, GL_RGBA12 -> 6;
            case GL_RGBA16,
                    GL_RGBA16_SNORM,
                    GL_RGBA16F,
                    GL_RGBA16I,
                    GL_RGBA16UI,
                    GL_RG32F,
                    GL_RG32I,
                    GL_RG32UI,
                    GL_DEPTH32F_STENCIL8 -> 8;
            case GL_RGB32F, GL_RGB32I, GL_RGB32UI -> 12;
            case GL_RGBA32F, GL_RGBA32I, GL_RGBA32UI -> 16;
            default -> 0;
        };
    }

    private static TexelFormat compressed(int format) {
        return switch (format) {
            case S3TC_FIRST,
                    S3TC_FIRST + 1,
                    SRGB_S3TC_FIRST,
                    SRGB_S3TC_FIRST + 1,
                    OES_ETC1_RGB8,
                    GL_COMPRESSED_RED_RGTC1,
                    GL_COMPRESSED_SIGNED_RED_RGTC1,
                    GL_COMPRESSED_RGB8_ETC2,
                    GL_COMPRESSED_SRGB8_ETC2,
                    GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2,
                    GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2,
                    GL_COMPRESSED_R11_EAC,
                    GL_COMPRESSED_SIGNED_R11_EAC -> new TexelFormat(8, 4, 4);
            case S3TC_FIRST + 2,
                    S3TC_FIRST + 3,
                    SRGB_S3TC_FIRST + 2,
                    SRGB_S3TC_FIRST + 3,
                    GL_COMPRESSED_RG_RGTC2,
                    GL_COMPRESSED_SIGNED_RG_RGTC2,
                    GL_COMPRESSED_RGBA_BPTC_UNORM,
                    GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM,
                    GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT,
                    GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT,
                    GL_COMPRESSED_RGBA8_ETC2_EAC,
                    GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC,
                    GL_COMPRESSED_RG11_EAC,
                    GL_COMPRESSED_SIGNED_RG11_EAC -> new TexelFormat(16, 4, 4);
            default -> {
                int astc = format >= ASTC_SRGB_FIRST ? format - ASTC_SRGB_FIRST : format - ASTC_FIRST;
                yield astc >= 0 && astc < ASTC.length ? new TexelFormat(16, ASTC[astc][0], ASTC[astc][1]) : OTHER;
            }
        };
    }
}
