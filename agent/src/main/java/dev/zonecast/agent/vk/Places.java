package dev.zonecast.agent.vk;

import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.SourceLocation;

/** Places of CPU zones. */
final class Places {
    static final SourceLocation PRESENT = waiting("present", "vkQueuePresentKHR");
    static final SourceLocation ACQUIRE = waiting("acquire an image", "vkAcquireNextImageKHR");
    static final SourceLocation PRESENTATION = waiting("wait for presentation", "vkWaitForPresentKHR");
    static final SourceLocation FENCE = waiting("wait for a fence", "vkWaitForFences");
    static final SourceLocation SEMAPHORE = waiting("wait for a semaphore", "vkWaitSemaphores");
    static final SourceLocation QUEUE_IDLE = waiting("wait for a queue", "vkQueueWaitIdle");
    static final SourceLocation DEVICE_IDLE = waiting("wait for a device", "vkDeviceWaitIdle");
    static final SourceLocation QUERIES = waiting("wait for queries", "vkGetQueryPoolResults");

    static final SourceLocation PICTURE = SourceLocation.of("picture of the frame", "VkFrameCapture", null, 0, 0);

    private static final Category COMPILATION = Category.of("Shader compilation", CategoryColor.RED);
    private static final Category MEMORY = Category.of("GPU memory", CategoryColor.ORANGE);

    static final SourceLocation GRAPHICS_PIPELINES =
            place("create graphics pipelines", "vkCreateGraphicsPipelines", COMPILATION);
    static final SourceLocation COMPUTE_PIPELINES =
            place("create compute pipelines", "vkCreateComputePipelines", COMPILATION);
    static final SourceLocation RAY_TRACING_PIPELINES =
            place("create ray tracing pipelines", "vkCreateRayTracingPipelinesKHR", COMPILATION);
    static final SourceLocation SHADER_MODULE = place("create a shader module", "vkCreateShaderModule", COMPILATION);
    static final SourceLocation ALLOCATION = place("allocate GPU memory", "vkAllocateMemory", MEMORY);

    private Places() {}

    private static SourceLocation waiting(String name, String function) {
        return place(name, function, Category.IDLE);
    }

    private static SourceLocation place(String name, String function, Category about) {
        return SourceLocation.of(name, function, null, 0, 0).category(about);
    }
}
