package example;

import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.core.Frame;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.vk.VkGpuCtx;
import java.io.IOException;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** A triangle in Vulkan 1.3: zones of the GPU by one object and one call a frame. {@link Triangle} is Vulkan alone. */
public final class VulkanTriangle {
    private static final SourceLocation RECORD = SourceLocation.here("record commands");
    private static final SourceLocation SUBMIT = SourceLocation.here("submit and wait");
    private static final SourceLocation TRIANGLE = SourceLocation.here("triangle", 0xD5843A);

    /** Draws as many frames as {@code -Dframes} says. Vulkan's objects live as long as the process. */
    public static void main(String[] arguments) throws IOException {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkDevice device = device(stack);
            PointerBuffer handle = stack.mallocPointer(1);
            vkGetDeviceQueue(device, 0, 0, handle);
            VkQueue queue = new VkQueue(handle.get(0), device);
            var poolInfo = VkCommandPoolCreateInfo.calloc(stack).sType$Default();
            long pool = Triangle.make(out -> vkCreateCommandPool(device, poolInfo, null, out));
            var buffers = VkCommandBufferAllocateInfo.calloc(stack).sType$Default().commandPool(pool);
            Triangle.check(vkAllocateCommandBuffers(device, buffers.commandBufferCount(1), handle));
            draw(queue, pool, new VkCommandBuffer(handle.get(0), device), new Triangle(device));
        }
    }

    private static void draw(VkQueue queue, long pool, VkCommandBuffer commands, Triangle triangle) {
        VkDevice device = queue.getDevice();
        try (MemoryStack stack = MemoryStack.stackPush();
                VkGpuCtx gpu = VkGpuCtx.builder(device, 0).name("triangle").hostQueryReset(true).create()) {
            var begin = VkCommandBufferBeginInfo.calloc(stack).sType$Default();
            var submission = VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(stack.pointers(commands));
            for (int frames = Integer.getInteger("frames", 600); frames > 0; frames--) {
                try (var _ = Zone.open(RECORD)) {
                    Triangle.check(vkResetCommandPool(device, pool, 0));
                    Triangle.check(vkBeginCommandBuffer(commands, begin));
                    try (var _ = gpu.open(TRIANGLE, commands)) {
                        triangle.draw(commands);
                    }
                    Triangle.check(vkEndCommandBuffer(commands));
                }
                try (var _ = Zone.open(SUBMIT)) {
                    Triangle.check(vkQueueSubmit(queue, submission, VK_NULL_HANDLE));
                    Triangle.check(vkQueueWaitIdle(queue));
                }
                gpu.collect(); // once a frame; never waits for the GPU
                Frame.mark();
            }
        }
    }

    /** The first device and its first queue family, with the feature that GPU zones want: host query reset. */
    private static VkDevice device(MemoryStack stack) {
        PointerBuffer handle = stack.mallocPointer(1);
        var program = VkApplicationInfo.calloc(stack).sType$Default().apiVersion(VK_API_VERSION_1_3);
        var instanceInfo = VkInstanceCreateInfo.calloc(stack).sType$Default().pApplicationInfo(program);
        Triangle.check(vkCreateInstance(instanceInfo, null, handle));
        VkInstance instance = new VkInstance(handle.get(0), instanceInfo);
        Triangle.check(vkEnumeratePhysicalDevices(instance, new int[] {1}, handle));
        VkPhysicalDevice physical = new VkPhysicalDevice(handle.get(0), instance);
        var queue = VkDeviceQueueCreateInfo.calloc(1, stack).sType$Default().pQueuePriorities(stack.floats(1));
        var info = VkDeviceCreateInfo.calloc(stack).sType$Default().pQueueCreateInfos(queue);
        info.pNext(VkPhysicalDeviceVulkan12Features.calloc(stack).sType$Default().hostQueryReset(true));
        info.pNext(VkPhysicalDeviceVulkan13Features.calloc(stack).sType$Default().dynamicRendering(true));
        Triangle.check(vkCreateDevice(physical, info, null, handle));
        return new VkDevice(handle.get(0), physical, info);
    }
}
