package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.memory.RawMemory;
import java.lang.module.ModuleDescriptor;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ModuleDescriptorTest {
    @Test
    void shouldExportOnlyTheApiWhenRunOnTheModulePath() {
        Module core = ModuleDescriptorTest.class.getModule();

        Set<String> exportedToAll = core.getDescriptor().exports().stream()
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());

        assertEquals("dev.zonecast.core", core.getName());
        assertEquals(
                Set.of(
                        "dev.zonecast.core",
                        "dev.zonecast.core.event",
                        "dev.zonecast.core.gpu",
                        "dev.zonecast.core.kind",
                        "dev.zonecast.core.marker"),
                exportedToAll);
    }

    @Test
    void shouldRunOnTheToolchainsJdkUnlessMavensUserNamesAJvm() {
        int feature = Runtime.version().feature();

        assertTrue(feature >= 25 || System.getProperty("jvm") != null, () -> "tests run on Java " + feature);
    }

    @Test
    void shouldHaveNativeAccessWhenTestsRun() {
        assertTrue(RawMemory.ALLOWED);
    }
}
