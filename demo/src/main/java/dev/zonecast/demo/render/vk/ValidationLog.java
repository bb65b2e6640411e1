package dev.zonecast.demo.render.vk;

import static org.lwjgl.vulkan.VK13.*;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** Prints what the validation layer says, and counts it. Called by the layer on any thread. */
final class ValidationLog implements AutoCloseable {
    private final AtomicInteger messages = new AtomicInteger();
    private final VkDebugUtilsMessengerCallbackEXT callback;

    ValidationLog(PrintStream err) {
        callback = VkDebugUtilsMessengerCallbackEXT.create((_, _, data, _) -> {
            messages.incrementAndGet();
            err.println("validation: "
                    + VkDebugUtilsMessengerCallbackDataEXT.create(data).pMessageString());
            return VK_FALSE;
        });
    }

    /** For the chain of the instance's creation, and for the messenger itself: warnings and errors of all kinds. */
    VkDebugUtilsMessengerCreateInfoEXT messenger(MemoryStack stack) {
        return VkDebugUtilsMessengerCreateInfoEXT.calloc(stack)
                .sType$Default()
                .messageSeverity(EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT
                        | EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT)
                .messageType(EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT
                        | EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT
                        | EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT)
                .pfnUserCallback(callback);
    }

    int messages() {
        return messages.get();
    }

    @Override
    public void close() {
        callback.free();
    }
}
