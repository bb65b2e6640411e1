package dev.zonecast.lwjgl;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryUtil;

class SystemAllocatorTest {
    @Test
    @EnabledForJreRange(min = JRE.JAVA_22) // Without native calls LWJGL's allocator cannot be called.
    void shouldTraceTheCLibrarysAllocatorWhenItIsAskedFor() throws Exception {
        Configuration.MEMORY_ALLOCATOR.set("system");
        AllocatorUse.requireTraced();
        assertTrue(MemoryUtil.getAllocator().getMalloc() != 0);
        assertTrue(MemoryUtil.getAllocator().getAlignedFree() != 0);
    }
}
