package dev.zonecast.demo.modular;

import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zonecast;
import dev.zonecast.framecapture.vk.VkFrameCapture;
import dev.zonecast.gpu.vk.VkGpuCtx;
import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkApplicationInfo;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkDeviceCreateInfo;
import org.lwjgl.vulkan.VkDeviceQueueCreateInfo;
import org.lwjgl.vulkan.VkInstance;
import org.lwjgl.vulkan.VkInstanceCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSubmitInfo;

/** GPU zones and frame images of Vulkan, on the first device. */
public final class VulkanProgram {
    private static final SourceLocation PASS = SourceLocation.here("pass");
    private static final int FAMILY = 0;

    private VulkanProgram() {}

    /** Runs it; the argument is a folder for recordings. */
    public static void main(String[] arguments) throws IOException {
        Zonecast.startRecording(Path.of(arguments[0], "vulkan.fxt"));
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkInstance instance = instance(stack);
            VkDevice device = device(stack, instance);
            draw(stack, device);
            vkDestroyDevice(device, null);
            vkDestroyInstance(instance, null);
        }
        Zonecast.stopRecording();
    }

    private static void check(int result) {
        if (result != VK_SUCCESS) {
            throw new IllegalStateException("a call of Vulkan answers " + result);
        }
    }

    private static VkInstance instance(MemoryStack stack) {
        VkInstanceCreateInfo info = VkInstanceCreateInfo.calloc(stack)
                .sType$Default()
                .pApplicationInfo(
                        VkApplicationInfo.calloc(stack).sType$Default().apiVersion(VK_API_VERSION_1_0));
        PointerBuffer handle = stack.mallocPointer(1);
        check(vkCreateInstance(info, null, handle));
        return new VkInstance(handle.get(0), info);
    }

    private static VkDevice device(MemoryStack stack, VkInstance instance) {
        IntBuffer count = stack.mallocInt(1);
        check(vkEnumeratePhysicalDevices(instance, count, null));
        PointerBuffer devices = stack.mallocPointer(count.get(0));
        check(vkEnumeratePhysicalDevices(instance, count, devices));
        VkPhysicalDevice physical = new VkPhysicalDevice(devices.get(0), instance);
        VkDeviceCreateInfo info = VkDeviceCreateInfo.calloc(stack)
                .sType$Default()
                .pQueueCreateInfos(VkDeviceQueueCreateInfo.calloc(1, stack)
                        .sType$Default()
                        .queueFamilyIndex(FAMILY)
                        .pQueuePriorities(stack.floats(1)));
        PointerBuffer handle = stack.mallocPointer(1);
        check(vkCreateDevice(physical, info, null, handle));
        return new VkDevice(handle.get(0), physical, info);
    }

    private static void draw(MemoryStack stack, VkDevice device) {
        PointerBuffer handle = stack.mallocPointer(1);
        vkGetDeviceQueue(device, FAMILY, 0, handle);
        VkQueue queue = new VkQueue(handle.get(0), device);
        LongBuffer pool = stack.mallocLong(1);
        check(vkCreateCommandPool(
                device, VkCommandPoolCreateInfo.calloc(stack).sType$Default().queueFamilyIndex(FAMILY), null, pool));
        check(vkAllocateCommandBuffers(
                device,
                VkCommandBufferAllocateInfo.calloc(stack)
                        .sType$Default()
                        .commandPool(pool.get(0))
                        .level(VK_COMMAND_BUFFER_LEVEL_PRIMARY)
                        .commandBufferCount(1),
                handle));
        VkCommandBuffer commands = new VkCommandBuffer(handle.get(0), device);
        try (VkGpuCtx gpu = VkGpuCtx.builder(device, FAMILY).name("Vulkan").create();
                VkFrameCapture capture = VkFrameCapture.builder().create(device.getPhysicalDevice(), device)) {
            check(vkBeginCommandBuffer(
                    commands, VkCommandBufferBeginInfo.calloc(stack).sType$Default()));
            gpu.end(gpu.begin(PASS, commands), commands);
            check(vkEndCommandBuffer(commands));
            check(vkQueueSubmit(
                    queue,
                    VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(stack.pointers(commands)),
                    VK_NULL_HANDLE));
            check(vkQueueWaitIdle(queue));
            gpu.collect();
            System.out.println(
                    "Vulkan: " + gpu.statistics().zones() + " zone, images available: " + capture.isAvailable());
        }
        vkDestroyCommandPool(device, pool.get(0), null);
    }
}
