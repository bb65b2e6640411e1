package dev.zonecast.gpu.gl;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * How many bytes a block of texels takes. Numbers: the tables of sized internal formats in OpenGL 4.6 (8.12, 8.13, 8.14), OpenGL ES
 * 3.2, and KHR_texture_compression_astc_ldr, EXT_texture_compression_s3tc, EXT_texture_sRGB.
 *
 * @param blockBytes of a block
 * @param blockWidth texels; 1 if the format is not compressed
 * @param blockHeight texels
 */
record TexelFormat(int blockBytes, int blockWidth, int blockHeight) {
    /** Bytes of a block, texels of each of its sides, formats with their numbers. */
    private static final String TABLE = """
            1 1: RED=1903 STENCIL_INDEX=1901 STENCIL_INDEX8=8D48 R8=8229 R8_SNORM=8F94 R8I=8231 R8UI=8232
            1 1: R3_G3_B2=2A10 RGBA2=8055 ALPHA=1906 ALPHA8=803C LUMINANCE=1909 LUMINANCE8=8040
            1 1: INTENSITY=8049 INTENSITY8=804B
            2 1: RG=8227 RG8=822B RG8_SNORM=8F95 RG8I=8237 RG8UI=8238 R16=822A R16_SNORM=8F98 R16F=822D R16I=8233
            2 1: R16UI=8234 RGB4=804F RGB5=8050 RGB565=8D62 RGBA4=8056 RGB5_A1=8057 DEPTH_COMPONENT16=81A5
            2 1: LUMINANCE_ALPHA=190A LUMINANCE8_ALPHA8=8045
            3 1: RGB=1907 RGB8=8051 RGB8_SNORM=8F96 RGB8I=8D8F RGB8UI=8D7D SRGB=8C40 SRGB8=8C41
            4 1: RGBA=1908 RGBA8=8058 RGBA8_SNORM=8F97 RGBA8I=8D8E RGBA8UI=8D7C SRGB_ALPHA=8C42 SRGB8_ALPHA8=8C43
            4 1: RGB10=8052 RGB10_A2=8059 RGB10_A2UI=906F R11F_G11F_B10F=8C3A RGB9_E5=8C3D R32F=822E R32I=8235
            4 1: R32UI=8236 RG16=822C RG16_SNORM=8F99 RG16F=822F RG16I=8239 RG16UI=823A DEPTH_COMPONENT=1902
            4 1: DEPTH_COMPONENT24=81A6 DEPTH_COMPONENT32=81A7 DEPTH_COMPONENT32F=8CAC DEPTH_STENCIL=84F9
            4 1: DEPTH24_STENCIL8=88F0 BGRA8_EXT=93A1
            6 1: RGB12=8053 RGB16=8054 RGB16_SNORM=8F9A RGB16F=881B RGB16I=8D89 RGB16UI=8D77 RGBA12=805A
            8 1: RGBA16=805B RGBA16_SNORM=8F9B RGBA16F=881A RGBA16I=8D88 RGBA16UI=8D76 RG32F=8230 RG32I=823B
            8 1: RG32UI=823C DEPTH32F_STENCIL8=8CAD
            12 1: RGB32F=8815 RGB32I=8D83 RGB32UI=8D71
            16 1: RGBA32F=8814 RGBA32I=8D82 RGBA32UI=8D70
            8 4: RGB_DXT1=83F0 RGBA_DXT1=83F1 SRGB_DXT1=8C4C SRGB_ALPHA_DXT1=8C4D OES_ETC1_RGB8=8D64 RED_RGTC1=8DBB
            8 4: SIGNED_RED_RGTC1=8DBC RGB8_ETC2=9274 SRGB8_ETC2=9275 RGB8_PUNCHTHROUGH_ALPHA1_ETC2=9276
            8 4: SRGB8_PUNCHTHROUGH_ALPHA1_ETC2=9277 R11_EAC=9270 SIGNED_R11_EAC=9271
            16 4: RGBA_DXT3=83F2 RGBA_DXT5=83F3 SRGB_ALPHA_DXT3=8C4E SRGB_ALPHA_DXT5=8C4F RG_RGTC2=8DBD
            16 4: SIGNED_RG_RGTC2=8DBE RGBA_BPTC_UNORM=8E8C SRGB_ALPHA_BPTC_UNORM=8E8D RGB_BPTC_SIGNED_FLOAT=8E8E
            16 4: RGB_BPTC_UNSIGNED_FLOAT=8E8F RGBA8_ETC2_EAC=9278 SRGB8_ALPHA8_ETC2_EAC=9279 RG11_EAC=9272
            16 4: SIGNED_RG11_EAC=9273
            """;

    private static final int ASTC_FIRST = 0x93B0;
    private static final int ASTC_SRGB_FIRST = 0x93D0;
    private static final int[][] ASTC = {
        {4, 4}, {5, 4}, {5, 5}, {6, 5}, {6, 6}, {8, 5}, {8, 6}, {8, 8}, {10, 5}, {10, 6}, {10, 8}, {10, 10}, {12, 10},
        {12, 12}
    };

    /** As an unknown format counts. */
    private static final TexelFormat OTHER = new TexelFormat(4, 1, 1);

    private static final Map<Integer, TexelFormat> FORMATS = new HashMap<>();

    static {
        for (String line : TABLE.lines().toList()) {
            String[] words = line.split("[: ]+");
            int side = Integer.parseInt(words[1]);
            TexelFormat format = new TexelFormat(Integer.parseInt(words[0]), side, side);
            for (int i = 2; i < words.length; i++) {
                FORMATS.put(HexFormat.fromHexDigits(words[i].substring(words[i].indexOf('=') + 1)), format);
            }
        }
        for (int i = 0; i < ASTC.length; i++) {
            TexelFormat format = new TexelFormat(16, ASTC[i][0], ASTC[i][1]);
            FORMATS.put(ASTC_FIRST + i, format);
            FORMATS.put(ASTC_SRGB_FIRST + i, format);
        }
    }

    long bytes(int width, int height, int depth) {
        long columns = (width + blockWidth - 1L) / blockWidth;
        long rows = (height + blockHeight - 1L) / blockHeight;
        return columns * rows * depth * blockBytes;
    }

    static TexelFormat of(int format) {
        return FORMATS.getOrDefault(format, OTHER);
    }
}
