package dev.zonecast.demo.render.vk;

import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.render.RenderingException;
import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;

/** What Vulkan's functions answer. */
final class VulkanCalls {
    private VulkanCalls() {}

    /** A call that creates something and writes its handle. */
    interface Creation {
        int call(LongBuffer handle);
    }

    /**
     * Creates something and returns its handle.
     *
     * @throws RenderingException if the call failed
     */
    static long created(String what, Creation creation) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            check(creation.call(handle), what);
            return handle.get(0);
        }
    }

    /** @throws RenderingException if a call failed */
    static void check(int result, String what) {
        if (result < VK_SUCCESS) {
            throw new RenderingException(what + " failed: VkResult " + result);
        }
    }
}
