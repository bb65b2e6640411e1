package dev.zonecast.framecapture.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lwjgl.vulkan.VK10.*;

import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.EXTConditionalRendering;
import org.lwjgl.vulkan.EXTDebugUtils;
import org.lwjgl.vulkan.EXTValidationFeatures;
import org.lwjgl.vulkan.KHRGetPhysicalDeviceProperties2;
import org.lwjgl.vulkan.VkApplicationInfo;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCallbackDataEXT;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCallbackEXT;
import org.lwjgl.vulkan.VkDebugUtilsMessengerCreateInfoEXT;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkDeviceCreateInfo;
import org.lwjgl.vulkan.VkDeviceQueueCreateInfo;
import org.lwjgl.vulkan.VkEventCreateInfo;
import org.lwjgl.vulkan.VkFenceCreateInfo;
import org.lwjgl.vulkan.VkInstance;
import org.lwjgl.vulkan.VkInstanceCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceConditionalRenderingFeaturesEXT;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSubmitInfo;
import org.lwjgl.vulkan.VkValidationFeaturesEXT;

/**
 * The first Vulkan 1.0 device of the machine (Mesa's lavapipe will do), with the validation layer and its synchronization validation. What
 * the layer says is kept; {@link #close} fails if it said anything.
 */
final class TestVulkan implements AutoCloseable {
    private static final int FAMILY = 0;
    /** Command buffers that are used in turn. */
    private static final int IN_FLIGHT = 4;

    final VkInstance instance;
    final VkPhysicalDevice physicalDevice;
    final VkDevice device;
    private final VkQueue queue;
    private final long pool;
    private final List<VkCommandBuffer> buffers = new ArrayList<>();
    private final long[] fences = new long[IN_FLIGHT];
    private final long done;
    private final List<String> messages = Collections.synchronizedList(new ArrayList<>());
    private final VkDebugUtilsMessengerCallbackEXT callback;
    private final long messenger;
    private int next;

    TestVulkan() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            callback = VkDebugUtilsMessengerCallbackEXT.create((severity, types, data, ignored) -> {
                messages.add(VkDebugUtilsMessengerCallbackDataEXT.create(data).pMessageString());
                return VK_FALSE;
            });
            VkDebugUtilsMessengerCreateInfoEXT messengerInfo = VkDebugUtilsMessengerCreateInfoEXT.calloc(stack)
                    .sType$Default()
                    .messageSeverity(EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT
                            | EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT)
                    .messageType(EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT
                            | EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT
                            | EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT)
                    .pfnUserCallback(callback);
            instance = instance(stack, messengerInfo);
            LongBuffer handle = stack.mallocLong(1);
            check(EXTDebugUtils.vkCreateDebugUtilsMessengerEXT(instance, messengerInfo, null, handle));
            messenger = handle.get(0);
            IntBuffer count = stack.mallocInt(1);
            check(vkEnumeratePhysicalDevices(instance, count, null));
            PointerBuffer devices = stack.mallocPointer(count.get(0));
            check(vkEnumeratePhysicalDevices(instance, count, devices));
            physicalDevice = new VkPhysicalDevice(devices.get(0), instance);
            VkDeviceCreateInfo info = VkDeviceCreateInfo.calloc(stack)
                    .sType$Default()
                    .pNext(VkPhysicalDeviceConditionalRenderingFeaturesEXT.calloc(stack)
                            .sType$Default()
                            .conditionalRendering(true))
                    .ppEnabledExtensionNames(stack.pointers(
                            stack.UTF8(EXTConditionalRendering.VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME)))
                    .pQueueCreateInfos(VkDeviceQueueCreateInfo.calloc(1, stack)
                            .sType$Default()
                            .queueFamilyIndex(FAMILY)
                            .pQueuePriorities(stack.floats(1)));
            PointerBuffer pointer = stack.mallocPointer(1);
            check(vkCreateDevice(physicalDevice, info, null, pointer));
            device = new VkDevice(pointer.get(0), physicalDevice, info);
            vkGetDeviceQueue(device, FAMILY, 0, pointer);
            queue = new VkQueue(pointer.get(0), device);
            check(vkCreateCommandPool(
                    device,
                    VkCommandPoolCreateInfo.calloc(stack)
                            .sType$Default()
                            .flags(VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT)
                            .queueFamilyIndex(FAMILY),
                    null,
                    handle));
            pool = handle.get(0);
            allocateBuffers(stack);
            check(vkCreateEvent(device, VkEventCreateInfo.calloc(stack).sType$Default(), null, handle));
            done = handle.get(0);
        }
    }

    private static VkInstance instance(MemoryStack stack, VkDebugUtilsMessengerCreateInfoEXT messengerInfo) {
        VkValidationFeaturesEXT validation = VkValidationFeaturesEXT.calloc(stack)
                .sType$Default()
                .pNext(messengerInfo.address())
                .pEnabledValidationFeatures(
                        stack.ints(EXTValidationFeatures.VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT));
        VkInstanceCreateInfo info = VkInstanceCreateInfo.calloc(stack)
                .sType$Default()
                .pNext(validation.address())
                .pApplicationInfo(
                        VkApplicationInfo.calloc(stack).sType$Default().apiVersion(VK_API_VERSION_1_0))
                .ppEnabledLayerNames(stack.pointers(stack.UTF8("VK_LAYER_KHRONOS_validation")))
                .ppEnabledExtensionNames(stack.pointers(
                        stack.UTF8(EXTDebugUtils.VK_EXT_DEBUG_UTILS_EXTENSION_NAME),
                        stack.UTF8(
                                KHRGetPhysicalDeviceProperties2
                                        .VK_KHR_GET_PHYSICAL_DEVICE_PROPERTIES_2_EXTENSION_NAME)));
        PointerBuffer handle = stack.mallocPointer(1);
        int result = vkCreateInstance(info, null, handle);
        if (result != VK_SUCCESS) {
            throw new IllegalStateException("no Vulkan with validation (VkResult " + result
                    + "); Debian: apt-get install libvulkan1 mesa-vulkan-drivers vulkan-validationlayers");
        }
        return new VkInstance(handle.get(0), info);
    }

    private void allocateBuffers(MemoryStack stack) {
        PointerBuffer handles = allocate(stack, IN_FLIGHT);
        LongBuffer fence = stack.mallocLong(1);
        for (int i = 0; i < IN_FLIGHT; i++) {
            buffers.add(new VkCommandBuffer(handles.get(i), device));
            check(vkCreateFence(
                    device,
                    VkFenceCreateInfo.calloc(stack).sType$Default().flags(VK_FENCE_CREATE_SIGNALED_BIT),
                    null,
                    fence));
            fences[i] = fence.get(0);
        }
    }

    private PointerBuffer allocate(MemoryStack stack, int count) {
        PointerBuffer handles = stack.mallocPointer(count);
        check(vkAllocateCommandBuffers(
                device,
                VkCommandBufferAllocateInfo.calloc(stack)
                        .sType$Default()
                        .commandPool(pool)
                        .level(VK_COMMAND_BUFFER_LEVEL_PRIMARY)
                        .commandBufferCount(count),
                handles));
        return handles;
    }

    static void check(int result) {
        if (result != VK_SUCCESS) {
            throw new AssertionError("a call of Vulkan answers " + result);
        }
    }

    /** A command buffer that is being recorded; waits only for its own last submission, as programs with frames in flight do. */
    VkCommandBuffer begin() {
        int index = next++ % IN_FLIGHT;
        check(vkWaitForFences(device, fences[index], true, -1));
        VkCommandBuffer buffer = buffers.get(index);
        begin(buffer);
        return buffer;
    }

    private static void begin(VkCommandBuffer buffer) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(vkBeginCommandBuffer(
                    buffer,
                    VkCommandBufferBeginInfo.calloc(stack)
                            .sType$Default()
                            .flags(VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT)));
        }
    }

    /** Another command buffer that is being recorded, beside those in flight. */
    VkCommandBuffer beginExtra() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkCommandBuffer buffer = new VkCommandBuffer(allocate(stack, 1).get(0), device);
            begin(buffer);
            return buffer;
        }
    }

    /** The recording of one of {@link #beginExtra} is thrown away. */
    void beginAnew(VkCommandBuffer buffer) {
        check(vkEndCommandBuffer(buffer));
        begin(buffer);
    }

    /** One of {@link #beginExtra} that was executed is recorded anew. */
    void beginAgain(VkCommandBuffer buffer) {
        begin(buffer);
    }

    void submit(VkCommandBuffer buffer) {
        check(vkEndCommandBuffer(buffer));
        int index = buffers.indexOf(buffer);
        if (index >= 0) {
            check(vkResetFences(device, fences[index]));
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(vkQueueSubmit(
                    queue,
                    VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(stack.pointers(buffer)),
                    index < 0 ? VK_NULL_HANDLE : fences[index]));
        }
    }

    /** Submits, and waits until the commands are done. The validation layer takes the command buffer for pending still. */
    void submitAndAwait(VkCommandBuffer buffer) {
        vkCmdSetEvent(buffer, done, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
        submit(buffer);
        while (vkGetEventStatus(device, done) != VK_EVENT_SET) {
            Thread.onSpinWait();
        }
        check(vkResetEvent(device, done));
    }

    void finish() {
        check(vkQueueWaitIdle(queue));
    }

    @Override
    public void close() {
        vkDeviceWaitIdle(device);
        vkDestroyCommandPool(device, pool, null);
        vkDestroyEvent(device, done, null);
        for (long fence : fences) {
            vkDestroyFence(device, fence, null);
        }
        vkDestroyDevice(device, null);
        EXTDebugUtils.vkDestroyDebugUtilsMessengerEXT(instance, messenger, null);
        vkDestroyInstance(instance, null);
        callback.free();
        assertEquals(List.of(), messages);
    }
}
