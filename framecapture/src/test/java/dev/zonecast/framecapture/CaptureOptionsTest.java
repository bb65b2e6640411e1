package dev.zonecast.framecapture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureOptionsTest {
    @ParameterizedTest
    @CsvSource({
        "1920, 1080, 320, 180, 320x180",
        "960, 540, 320, 180, 320x180",
        "1920, 1200, 320, 180, 288x180",
        "1280, 1024, 320, 180, 224x180",
        "3840, 1080, 320, 180, 320x92",
        "1080, 1920, 320, 180, 100x180",
        "320, 180, 320, 180, 320x180",
        "200, 100, 320, 180, 200x100",
        "65, 37, 320, 180, 64x36",
        "3, 3, 320, 180, 4x4",
        "1, 1, 320, 180, 4x4",
        "100000, 10, 320, 180, 320x4",
        "1920, 1080, 319, 179, 316x176",
        "1920, 1080, 4, 4, 4x4",
        "1920, 1080, 4096, 4096, 1920x1080",
        "2147483647, 2147483647, 320, 180, 180x180",
    })
    void shouldKeepTheAspectAndTheLimits(int width, int height, int maxWidth, int maxHeight, String expected) {
        CaptureOptions options = new CaptureOptions(maxWidth, maxHeight, CaptureRate.everyFrame(), false, false);

        assertEquals(expected, options.pictureWidth(width, height) + "x" + options.pictureHeight(width, height));
    }
}
