package dev.zonecast.lwjgl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.jemalloc.JEmalloc;

class PreferredAllocatorTest {
    @Test
    void shouldTraceTheAllocatorThatLwjglPrefersWhenItIsThere() throws Exception {
        AllocatorUse.requireTraced();
        assertEquals(JEmalloc.Functions.malloc, MemoryUtil.getAllocator().getMalloc());
        assertTrue(MemoryUtil.getAllocator().getAlignedFree() != 0);
    }
}
