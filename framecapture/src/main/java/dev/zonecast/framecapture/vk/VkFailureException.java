package dev.zonecast.framecapture.vk;

/** A call of Vulkan failed. Never leaves this package. */
final class VkFailureException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private VkFailureException(String message) {
        super(message);
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
