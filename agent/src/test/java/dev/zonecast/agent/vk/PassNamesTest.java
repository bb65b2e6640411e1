package dev.zonecast.agent.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.registry.TableLimit;
import org.junit.jupiter.api.Test;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkDebugUtilsObjectNameInfoEXT;

/** What a program calls its objects. */
class PassNamesTest {
    private static final int MOST = 65_536;

    @Test
    void namesBeyondTheLimitAreCounted() {
        long before = TableLimit.refusedNames();
        var names = new PassNames();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var info = VkDebugUtilsObjectNameInfoEXT.calloc(stack)
                    .objectType(VK10.VK_OBJECT_TYPE_IMAGE)
                    .pObjectName(stack.UTF8("shadow map"));
            for (int i = 1; i <= MOST + 3; i++) {
                names.name(info.objectHandle(i).address());
            }
        }
        assertEquals(3, TableLimit.refusedNames() - before);
    }
}
