package dev.zonecast.lwjgl;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.lwjgl.system.MemoryUtil;

class LateInstallTest {
    @Test
    void shouldRefuseWhenLwjglHasAllocatedBefore() {
        long first = MemoryUtil.nmemAlloc(16);

        assertFalse(LwjglMemory.install());

        MemoryUtil.nmemFree(first);
    }
}
