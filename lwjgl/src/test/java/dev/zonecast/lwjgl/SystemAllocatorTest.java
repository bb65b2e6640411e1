package dev.zonecast.lwjgl;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryUtil;

class SystemAllocatorTest {
    @Test
    void shouldTraceTheCLibrarysAllocatorWhenItIsAskedFor() throws Exception {
        Configuration.MEMORY_ALLOCATOR.set("system");
        AllocatorUse.requireTraced();
        assertTrue(MemoryUtil.getAllocator().getMalloc() != 0);
        assertTrue(MemoryUtil.getAllocator().getAlignedFree() != 0);
    }
}
