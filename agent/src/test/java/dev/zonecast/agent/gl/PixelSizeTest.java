package dev.zonecast.agent.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PixelSizeTest {
    /** Formats RGBA, RGB, RG, red, depth; types byte, half, half of OpenGL ES 2, float, 5_6_5, 8_8_8_8. */
    @ParameterizedTest
    @CsvSource({
        "0x1908, 0x1401, 4",
        "0x1908, 0x140B, 8",
        "0x1908, 0x8D61, 8",
        "0x1907, 0x8D61, 6",
        "0x1908, 0x1406, 16",
        "0x1907, 0x8363, 2",
        "0x1908, 0x8035, 4",
        "0x1903, 0x1401, 1",
        "0x1902, 0x1406, 4"
    })
    void shouldCountTheBytesOfAPixel(String format, String type, long bytes) {
        assertEquals(bytes, PixelSize.of(Integer.decode(format), Integer.decode(type)));
    }
}
