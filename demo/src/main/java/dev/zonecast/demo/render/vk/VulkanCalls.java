package dev.zonecast.demo.render.vk;

import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.render.RenderingException;
import java.nio.LongBuffer;
import java.util.function.IntFunction;
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

    /** A call that counts, without a list, or fills a list. */
    interface Listing<L> {
        int call(int[] count, L list);
    }

    /**
     * Counts, and then fills a list.
     *
     * @throws RenderingException if a call failed
     */
    static <L> L list(String what, IntFunction<L> allocation, Listing<L> listing) {
        int[] count = new int[1];
        check(listing.call(count, null), what);
        L list = allocation.apply(count[0]);
        check(listing.call(count, list), what);
        return list;
    }

    /** @throws RenderingException if a call failed */
    static void check(int result, String what) {
        if (result < VK_SUCCESS) {
            throw new RenderingException(what + " failed: VkResult " + result);
        }
    }
}
