package dev.zonecast.framecapture.vk;

import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;

/** A call of Vulkan failed. Never leaves this package. */
final class VkFailureException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private VkFailureException(String message) {
        super(message);
    }

    /** A call that makes something and writes its handle. */
    interface Creation {
        int call(LongBuffer handle);
    }

    /**
     * Makes something and returns its handle.
     *
     * @throws VkFailureException unless the result is a success
     */
    static long created(MemoryStack stack, String what, Creation creation) {
        LongBuffer handle = stack.mallocLong(1);
        check(creation.call(handle), what);
        return handle.get(0);
    }

    /** @throws VkFailureException unless the result is a success */
    static void check(int result, String what) {
        if (result < 0) {
            throw new VkFailureException(what + " failed (VkResult " + result + ")");
        }
    }

    static VkFailureException noMemoryType() {
        return new VkFailureException("the device has no memory of the kind that is needed");
    }
}
