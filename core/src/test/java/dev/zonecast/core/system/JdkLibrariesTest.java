package dev.zonecast.core.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class JdkLibrariesTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldHaveOpenWhatThreadsOfTheProfilerLoad() throws IOException {
        JdkLibraries.open();

        String maps = Files.readString(Path.of("/proc/self/maps"));
        for (String name : new String[] {"libmanagement.so", "libmanagement_ext.so", "libnet.so", "libnio.so"}) {
            assertTrue(maps.contains(name), name);
        }
    }
}
