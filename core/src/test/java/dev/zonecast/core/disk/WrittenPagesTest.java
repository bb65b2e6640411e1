package dev.zonecast.core.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.platform.Platform;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrittenPagesTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, true",
        "Linux, aarch64, true",
        "Linux, riscv64, false",
        "Windows 11, amd64, false",
        "Mac OS X, aarch64, false"
    })
    void shouldAdviseTheSystemWhereItsNumbersAreKnown(String os, String arch, boolean advises) {
        assertEquals(advises, WrittenPages.canAdvise(Platform.of(os, arch)));
    }
}
