package dev.zonecast.agent;

import static org.lwjgl.vulkan.VK12.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.*;

/**
 * A Vulkan device with the validation layer, synchronization validation included, of a program that knows nothing of Zonecast; and what
 * test programs need to record commands. No window.
 */
final class PlainVulkan implements AutoCloseable {
    static final int SIZE = 64;
    static final int BUFFER_BYTES = 2 << 20;

    final VkInstance instance;
    final VkDevice device;
    final VkQueue queue;
    private final VkPhysicalDevice physical;
    private final List<String> messages = new ArrayList<>();
    private final VkDebugUtilsMessengerCallbackEXT callback =
            VkDebugUtilsMessengerCallbackEXT.create((severity, types, data, user) -> {
                messages.add(VkDebugUtilsMessengerCallbackDataEXT.create(data).pMessageString());
                return VK_FALSE;
            });
    private final long messenger;
    private final List<Runnable> destructors = new ArrayList<>();

    /**
     * Opens the machine's first device.
     *
     * @param apiVersion of the instance
     * @param windowExtensions what a window needs of the instance
     * @param features in front of the device's other features; 0: none
     */
    PlainVulkan(int apiVersion, long features, List<String> windowExtensions, String... deviceExtensions) {
        var instanceExtensions = new ArrayList<>(windowExtensions);
        instanceExtensions.add(EXTDebugUtils.VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkDebugUtilsMessengerCreateInfoEXT log = VkDebugUtilsMessengerCreateInfoEXT.calloc(stack)
                    .sType$Default()
                    .messageSeverity(EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT
                            | EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT)
                    .messageType(EXTDebugUtils.VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT)
                    .pfnUserCallback(callback);
            VkValidationFeaturesEXT validation = VkValidationFeaturesEXT.calloc(stack)
                    .sType$Default()
                    .pEnabledValidationFeatures(stack.ints(
                            EXTValidationFeatures.VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT));
            VkInstanceCreateInfo info = VkInstanceCreateInfo.calloc(stack)
                    .sType$Default()
                    .pNext(validation.address())
                    .pApplicationInfo(
                            VkApplicationInfo.calloc(stack).sType$Default().apiVersion(apiVersion))
                    .ppEnabledLayerNames(stack.pointers(stack.UTF8("VK_LAYER_KHRONOS_validation")))
                    .ppEnabledExtensionNames(names(stack, instanceExtensions));
            PointerBuffer handle = stack.mallocPointer(1);
            check(vkCreateInstance(info, null, handle));
            instance = new VkInstance(handle.get(0), info);
            LongBuffer made = stack.mallocLong(1);
            check(EXTDebugUtils.vkCreateDebugUtilsMessengerEXT(instance, log, null, made));
            messenger = made.get(0);
            IntBuffer count = stack.ints(1);
            vkEnumeratePhysicalDevices(instance, count, handle);
            physical = new VkPhysicalDevice(handle.get(0), instance);
            device = device(stack, features, List.of(deviceExtensions));
            vkGetDeviceQueue(device, 0, 0, handle);
            queue = new VkQueue(handle.get(0), device);
        }
    }

    private static PointerBuffer names(MemoryStack stack, List<String> all) {
        PointerBuffer names = stack.mallocPointer(all.size());
        all.forEach(each -> names.put(stack.UTF8(each)));
        return names.flip();
    }

    private VkDevice device(MemoryStack stack, long features, List<String> extensions) {
        VkDeviceCreateInfo info = VkDeviceCreateInfo.calloc(stack)
                .sType$Default()
                .pNext(features)
                .ppEnabledExtensionNames(names(stack, extensions))
                .pQueueCreateInfos(
                        VkDeviceQueueCreateInfo.calloc(1, stack).sType$Default().pQueuePriorities(stack.floats(1)));
        PointerBuffer handle = stack.mallocPointer(1);
        check(vkCreateDevice(physical, info, null, handle));
        if (info.pNext() != features || info.enabledExtensionCount() != extensions.size()) {
            throw new IllegalStateException("the program's structures were changed");
        }
        return new VkDevice(handle.get(0), physical, info);
    }

    /** LWJGL is loaded; waits until something has been written to a file: from then on all is recorded. */
    static void await(Path file) throws IOException, InterruptedException {
        while (!Files.exists(file) || Files.size(file) == 0) {
            Thread.sleep(1);
        }
    }

    static void check(int result) {
        if (result < VK_SUCCESS) {
            throw new IllegalStateException("a call of Vulkan answers " + result);
        }
    }

    /** What is done before the device is destroyed, in the opposite order. */
    void atEnd(Runnable destructor) {
        destructors.add(destructor);
    }

    /** For one thread. */
    long pool() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            check(vkCreateCommandPool(
                    device,
                    VkCommandPoolCreateInfo.calloc(stack)
                            .sType$Default()
                            .flags(VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT),
                    null,
                    handle));
            long made = handle.get(0);
            destructors.add(() -> vkDestroyCommandPool(device, made, null));
            return made;
        }
    }

    VkCommandBuffer commandBuffer(long pool, int level) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer handle = stack.mallocPointer(1);
            check(vkAllocateCommandBuffers(
                    device,
                    VkCommandBufferAllocateInfo.calloc(stack)
                            .sType$Default()
                            .commandPool(pool)
                            .level(level)
                            .commandBufferCount(1),
                    handle));
            return new VkCommandBuffer(handle.get(0), device);
        }
    }

    static void begin(VkCommandBuffer commands, int flags) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(vkBeginCommandBuffer(
                    commands,
                    VkCommandBufferBeginInfo.calloc(stack)
                            .sType$Default()
                            .flags(flags)
                            .pInheritanceInfo(
                                    VkCommandBufferInheritanceInfo.calloc(stack).sType$Default())));
        }
    }

    void submit(long fence, VkCommandBuffer... all) {
        submitAndSignal(fence, VK_NULL_HANDLE, all);
    }

    /** @param semaphore that the GPU signals after them, or VK_NULL_HANDLE */
    void submitAndSignal(long fence, long semaphore, VkCommandBuffer... all) {
        submit(fence, VK_NULL_HANDLE, semaphore, 0, all);
    }

    /**
     * Gives command buffers to the queue.
     *
     * @param awaited semaphore, or VK_NULL_HANDLE
     * @param signalled semaphore, or VK_NULL_HANDLE
     * @param value of a timeline semaphore, else 0
     */
    void submit(long fence, long awaited, long signalled, long value, VkCommandBuffer... all) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer handles = stack.mallocPointer(all.length);
            for (VkCommandBuffer each : all) {
                handles.put(each);
            }
            check(vkQueueSubmit(
                    queue,
                    VkSubmitInfo.calloc(stack)
                            .sType$Default()
                            .pCommandBuffers(handles.flip())
                            .pNext(
                                    value == 0
                                            ? 0
                                            : VkTimelineSemaphoreSubmitInfo.calloc(stack)
                                                    .sType$Default()
                                                    .pWaitSemaphoreValues(stack.longs(value))
                                                    .pSignalSemaphoreValues(stack.longs(value))
                                                    .address())
                            .waitSemaphoreCount(awaited == VK_NULL_HANDLE ? 0 : 1)
                            .pWaitSemaphores(awaited == VK_NULL_HANDLE ? null : stack.longs(awaited))
                            .pWaitDstStageMask(
                                    awaited == VK_NULL_HANDLE ? null : stack.ints(VK_PIPELINE_STAGE_ALL_COMMANDS_BIT))
                            .pSignalSemaphores(signalled == VK_NULL_HANDLE ? null : stack.longs(signalled)),
                    fence));
        }
    }

    static void label(VkCommandBuffer commands, String text) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            EXTDebugUtils.vkCmdBeginDebugUtilsLabelEXT(
                    commands, VkDebugUtilsLabelEXT.calloc(stack).sType$Default().pLabelName(stack.UTF8(text)));
        }
    }

    static void endLabel(VkCommandBuffer commands) {
        EXTDebugUtils.vkCmdEndDebugUtilsLabelEXT(commands);
    }

    void name(int type, long handle, String name) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(EXTDebugUtils.vkSetDebugUtilsObjectNameEXT(
                    device,
                    VkDebugUtilsObjectNameInfoEXT.calloc(stack)
                            .sType$Default()
                            .objectType(type)
                            .objectHandle(handle)
                            .pObjectName(stack.UTF8(name))));
        }
    }

    /** All memory accesses before come before all after. */
    static void barrier(VkCommandBuffer commands) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdPipelineBarrier(
                    commands,
                    VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                    VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                    0,
                    VkMemoryBarrier.calloc(1, stack)
                            .sType$Default()
                            .srcAccessMask(VK_ACCESS_MEMORY_WRITE_BIT)
                            .dstAccessMask(VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT),
                    null,
                    null);
        }
    }

    long fence() {
        long[] handle = new long[1];
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(vkCreateFence(device, VkFenceCreateInfo.calloc(stack).sType$Default(), null, handle));
        }
        destructors.add(() -> vkDestroyFence(device, handle[0], null));
        return handle[0];
    }

    long semaphore() {
        long[] handle = new long[1];
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(vkCreateSemaphore(device, VkSemaphoreCreateInfo.calloc(stack).sType$Default(), null, handle));
        }
        destructors.add(() -> vkDestroySemaphore(device, handle[0], null));
        return handle[0];
    }

    void await(long fence) {
        check(vkWaitForFences(device, fence, true, Long.MAX_VALUE));
        check(vkResetFences(device, fence));
    }

    // --- objects

    private long allocate(VkMemoryRequirements needed) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            int type = Integer.numberOfTrailingZeros(needed.memoryTypeBits());
            LongBuffer handle = stack.mallocLong(1);
            check(vkAllocateMemory(
                    device,
                    VkMemoryAllocateInfo.calloc(stack)
                            .sType$Default()
                            .allocationSize(needed.size())
                            .memoryTypeIndex(type),
                    null,
                    handle));
            long memory = handle.get(0);
            destructors.add(() -> vkFreeMemory(device, memory, null));
            return memory;
        }
    }

    long buffer() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            check(vkCreateBuffer(
                    device,
                    VkBufferCreateInfo.calloc(stack)
                            .sType$Default()
                            .size(BUFFER_BYTES)
                            .usage(VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT),
                    null,
                    handle));
            long buffer = handle.get(0);
            VkMemoryRequirements needed = VkMemoryRequirements.calloc(stack);
            vkGetBufferMemoryRequirements(device, buffer, needed);
            check(vkBindBufferMemory(device, buffer, allocate(needed), 0));
            destructors.add(() -> vkDestroyBuffer(device, buffer, null));
            return buffer;
        }
    }

    /** A view of an image that can be drawn into. */
    long target() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            VkImageCreateInfo info = VkImageCreateInfo.calloc(stack)
                    .sType$Default()
                    .imageType(VK_IMAGE_TYPE_2D)
                    .format(VK_FORMAT_R8G8B8A8_UNORM)
                    .mipLevels(1)
                    .arrayLayers(1)
                    .samples(VK_SAMPLE_COUNT_1_BIT)
                    .usage(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
            info.extent().set(SIZE, SIZE, 1);
            check(vkCreateImage(device, info, null, handle));
            long image = handle.get(0);
            VkMemoryRequirements needed = VkMemoryRequirements.calloc(stack);
            vkGetImageMemoryRequirements(device, image, needed);
            check(vkBindImageMemory(device, image, allocate(needed), 0));
            VkImageViewCreateInfo view = VkImageViewCreateInfo.calloc(stack)
                    .sType$Default()
                    .image(image)
                    .viewType(VK_IMAGE_VIEW_TYPE_2D)
                    .format(VK_FORMAT_R8G8B8A8_UNORM);
            view.subresourceRange()
                    .aspectMask(VK_IMAGE_ASPECT_COLOR_BIT)
                    .levelCount(1)
                    .layerCount(1);
            check(vkCreateImageView(device, view, null, handle));
            long made = handle.get(0);
            destructors.add(() -> vkDestroyImage(device, image, null));
            destructors.add(() -> vkDestroyImageView(device, made, null));
            return made;
        }
    }

    long renderPass() {
        return renderPass(1);
    }

    /** LWJGL's overload with an array. */
    long renderPass(int subpasses) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkSubpassDependency.Buffer after = VkSubpassDependency.calloc(subpasses, stack);
            VkSubpassDescription.Buffer descriptions = VkSubpassDescription.calloc(subpasses, stack);
            for (int i = 0; i < subpasses; i++) {
                after.get(i)
                        .srcSubpass(i == 0 ? VK_SUBPASS_EXTERNAL : i - 1)
                        .dstSubpass(i)
                        .srcStageMask(i == 0 ? VK_PIPELINE_STAGE_ALL_COMMANDS_BIT : VK_PIPELINE_STAGE_ALL_GRAPHICS_BIT)
                        .dstStageMask(VK_PIPELINE_STAGE_ALL_GRAPHICS_BIT)
                        .srcAccessMask(VK_ACCESS_MEMORY_WRITE_BIT)
                        .dstAccessMask(VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT);
                descriptions
                        .get(i)
                        .colorAttachmentCount(1)
                        .pColorAttachments(VkAttachmentReference.calloc(1, stack)
                                .layout(VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL));
            }
            long[] handle = new long[1];
            check(vkCreateRenderPass(
                    device,
                    VkRenderPassCreateInfo.calloc(stack)
                            .sType$Default()
                            .pAttachments(VkAttachmentDescription.calloc(1, stack)
                                    .format(VK_FORMAT_R8G8B8A8_UNORM)
                                    .samples(VK_SAMPLE_COUNT_1_BIT)
                                    .loadOp(VK_ATTACHMENT_LOAD_OP_CLEAR)
                                    .storeOp(VK_ATTACHMENT_STORE_OP_STORE)
                                    .finalLayout(VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL))
                            .pSubpasses(descriptions)
                            .pDependencies(after),
                    null,
                    handle));
            destructors.add(() -> vkDestroyRenderPass(device, handle[0], null));
            return handle[0];
        }
    }

    long framebuffer(long renderPass, long view) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer handle = stack.mallocLong(1);
            check(vkCreateFramebuffer(
                    device,
                    VkFramebufferCreateInfo.calloc(stack)
                            .sType$Default()
                            .renderPass(renderPass)
                            .pAttachments(stack.longs(view))
                            .attachmentCount(1)
                            .width(SIZE)
                            .height(SIZE)
                            .layers(1),
                    null,
                    handle));
            long made = handle.get(0);
            destructors.add(() -> vkDestroyFramebuffer(device, made, null));
            return made;
        }
    }

    static void beginPass(VkCommandBuffer commands, long renderPass, long framebuffer) {
        beginPass(commands, renderPass, framebuffer, VK_SUBPASS_CONTENTS_INLINE);
    }

    static void beginPass(VkCommandBuffer commands, long renderPass, long framebuffer, int contents) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkRenderPassBeginInfo info = VkRenderPassBeginInfo.calloc(stack)
                    .sType$Default()
                    .renderPass(renderPass)
                    .framebuffer(framebuffer)
                    .pClearValues(VkClearValue.calloc(1, stack));
            info.renderArea().extent().set(SIZE, SIZE);
            vkCmdBeginRenderPass(commands, info, contents);
        }
    }

    /** An entry point "main" that does nothing, in SPIR-V. */
    private long shader(MemoryStack stack, int model) {
        IntBuffer words = stack.mallocInt(64).put(new int[] {0x0723_0203, 0x1_0000, 0, 5, 0, 2 << 16 | 17, 1});
        words.put(new int[] {3 << 16 | 14, 0, 1, 5 << 16 | 15, model, 3, 0x6e69_616d, 0});
        if (model == 5) {
            words.put(new int[] {6 << 16 | 16, 3, 17, 1, 1, 1});
        }
        words.put(new int[] {2 << 16 | 19, 1, 3 << 16 | 33, 2, 1, 5 << 16 | 54, 1, 3, 0, 2});
        words.put(new int[] {2 << 16 | 248, 4, 1 << 16 | 253, 1 << 16 | 56}).flip();
        ByteBuffer code = MemoryUtil.memByteBuffer(words);
        LongBuffer handle = stack.mallocLong(1);
        check(vkCreateShaderModule(
                device, VkShaderModuleCreateInfo.calloc(stack).sType$Default().pCode(code), null, handle));
        long made = handle.get(0);
        destructors.add(() -> vkDestroyShaderModule(device, made, null));
        return made;
    }

    private long layout(MemoryStack stack) {
        LongBuffer handle = stack.mallocLong(1);
        check(vkCreatePipelineLayout(
                device, VkPipelineLayoutCreateInfo.calloc(stack).sType$Default(), null, handle));
        long made = handle.get(0);
        destructors.add(() -> vkDestroyPipelineLayout(device, made, null));
        return made;
    }

    long computePipeline() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkComputePipelineCreateInfo.Buffer info =
                    VkComputePipelineCreateInfo.calloc(1, stack).sType$Default().layout(layout(stack));
            info.stage()
                    .sType$Default()
                    .stage(VK_SHADER_STAGE_COMPUTE_BIT)
                    .module(shader(stack, 5))
                    .pName(stack.UTF8("main"));
            LongBuffer handle = stack.mallocLong(1);
            check(vkCreateComputePipelines(device, 0, info, null, handle));
            return pipeline(handle.get(0));
        }
    }

    /** Triangle lists and strips, two pipelines, that draw nothing; LWJGL's overload with an array. */
    long[] graphicsPipelines(long renderPass, int... dynamicStates) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkGraphicsPipelineCreateInfo.Buffer infos = VkGraphicsPipelineCreateInfo.calloc(2, stack);
            int[] topologies = {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP};
            for (int i = 0; i < topologies.length; i++) {
                infos.get(i)
                        .sType$Default()
                        .layout(layout(stack))
                        .renderPass(renderPass)
                        .pStages(VkPipelineShaderStageCreateInfo.calloc(1, stack)
                                .sType$Default()
                                .stage(VK_SHADER_STAGE_VERTEX_BIT)
                                .module(shader(stack, 0))
                                .pName(stack.UTF8("main")))
                        .pVertexInputState(VkPipelineVertexInputStateCreateInfo.calloc(stack)
                                .sType$Default())
                        .pInputAssemblyState(VkPipelineInputAssemblyStateCreateInfo.calloc(stack)
                                .sType$Default()
                                .topology(topologies[i]))
                        .pDynamicState(
                                dynamicStates.length == 0
                                        ? null
                                        : VkPipelineDynamicStateCreateInfo.calloc(stack)
                                                .sType$Default()
                                                .pDynamicStates(stack.ints(dynamicStates)))
                        .pRasterizationState(VkPipelineRasterizationStateCreateInfo.calloc(stack)
                                .sType$Default()
                                .rasterizerDiscardEnable(true)
                                .lineWidth(1));
            }
            long[] handles = new long[topologies.length];
            check(vkCreateGraphicsPipelines(device, 0, infos, null, handles));
            for (long handle : handles) {
                pipeline(handle);
            }
            return handles;
        }
    }

    private long pipeline(long handle) {
        destructors.add(() -> vkDestroyPipeline(device, handle, null));
        return handle;
    }

    /** Waits for the GPU and destroys everything. Prints what the validation layer found. */
    @Override
    public void close() {
        vkDeviceWaitIdle(device);
        destructors.reversed().forEach(Runnable::run);
        vkDestroyDevice(device, null);
        EXTDebugUtils.vkDestroyDebugUtilsMessengerEXT(instance, messenger, null);
        vkDestroyInstance(instance, null);
        callback.free();
        System.out.println("validation messages: " + messages);
    }
}
