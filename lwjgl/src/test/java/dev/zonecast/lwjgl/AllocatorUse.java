package dev.zonecast.lwjgl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.gpu.contract.MemoryEvents;
import java.nio.ByteBuffer;
import java.util.List;
import org.lwjgl.system.MemoryUtil;

/** What holds for each allocator of LWJGL's that is traced. There is one in a process. */
final class AllocatorUse {
    private static ByteBuffer stays;

    private AllocatorUse() {}

    /** Installs the tracing, and uses all functions of the allocator. */
    static void requireTraced() throws Exception {
        assertTrue(LwjglMemory.install());
        long early = MemoryUtil.nmemAlloc(1);

        List<String> lines = MemoryEvents.recorded(() -> {
            MemoryUtil.nmemFree(early);
            long a = MemoryUtil.nmemAlloc(100);
            long b = MemoryUtil.nmemCalloc(4, 25);
            a = MemoryUtil.nmemRealloc(a, 4000);
            long c = MemoryUtil.nmemAlignedAlloc(64, 128);
            MemoryUtil.nmemFree(b);
            MemoryUtil.nmemFree(a);
            MemoryUtil.nmemAlignedFree(c);
            MemoryUtil.nmemFree(0);
            stays = MemoryUtil.memAlloc(7);
        });

        assertTrue(LwjglMemory.install(), "a second time");
        assertEquals(
                List.of(
                        "Allocated LWJGL 100",
                        "Allocated LWJGL 100",
                        "Freed LWJGL 100",
                        "Allocated LWJGL 4000",
                        "Allocated LWJGL 128",
                        "Freed LWJGL 100",
                        "Freed LWJGL 4000",
                        "Freed LWJGL 128",
                        "Allocated LWJGL 7"),
                lines.stream().map(line -> line.replaceAll("-?\\d+: ", "")).toList());
        assertEquals("Allocated LWJGL " + MemoryUtil.memAddress(stays) + ": 7", lines.getLast());
    }
}
