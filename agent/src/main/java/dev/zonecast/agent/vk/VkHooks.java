package dev.zonecast.agent.vk;

import java.util.Arrays;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.Pointer;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkDeviceQueueInfo2;
import org.lwjgl.vulkan.VkImageViewCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkRenderPassBeginInfo;
import org.lwjgl.vulkan.VkRenderingInfo;
import org.lwjgl.vulkan.VkSubpassBeginInfo;

/**
 * What woven functions of Vulkan call; {@code leaves.txt} says which calls what. LWJGL's objects come as Object. A function has a
 * second form where LWJGL takes a Java array: there structures come as objects. What a hook throws is caught where it is linked.
 */
public final class VkHooks extends CpuHooks {
    /** Token of a hook whose second part is to come, also where the agent is off by then. */
    private static final long BEGUN = 1;

    private VkHooks() {}

    static Device device(Object device) {
        return Devices.of((VkDevice) device);
    }

    /** Null if the agent has not seen its allocation. */
    private static CommandBuffer of(Object commandBuffer) {
        return Device.commandBuffer(((VkCommandBuffer) commandBuffer).address());
    }

    private static long address(Object structure) {
        return ((Pointer) structure).address();
    }

    private static long first(Object handles) {
        return ((long[]) handles)[0];
    }

    // --- devices and queues

    public static long createDeviceBegin(Object physicalDevice, long info, long device) {
        DeviceCreation creation = new DeviceCreation((VkPhysicalDevice) physicalDevice, info, device);
        DeviceCreation.CURRENT.set(creation);
        creation.ask();
        return BEGUN;
    }

    public static void createDeviceEnd(long token) {
        DeviceCreation creation = DeviceCreation.CURRENT.get();
        if (creation != null) {
            DeviceCreation.CURRENT.remove();
            try {
                Devices.created(creation);
            } finally {
                creation.restore();
            }
        }
    }

    public static void destroyDevice(Object device) {
        if (device != null) {
            Devices.destroys((VkDevice) device);
        }
    }

    public static void deviceQueue(Object device, int family, long queue) {
        Device of = device(device);
        if (of != null) {
            of.queueKnown(MemoryUtil.memGetAddress(queue), family);
        }
    }

    public static void deviceQueue2(Object device, long info, long queue) {
        deviceQueue(device, MemoryUtil.memGetInt(info + VkDeviceQueueInfo2.QUEUEFAMILYINDEX), queue);
    }

    public static void submit(Object queue, int count, long submits) {
        Submissions.submits((VkQueue) queue, count, submits);
    }

    public static void submit2(Object queue, int count, long submits) {
        Submissions.submits2((VkQueue) queue, count, submits);
    }

    // --- frames

    public static long createSwapchainBegin(Object device, long info, long swapchain) {
        SwapchainCreation.CURRENT.set(new SwapchainCreation((VkDevice) device, info, swapchain, null));
        return BEGUN;
    }

    public static long createSwapchainBegin(Object device, Object info, Object swapchain) {
        SwapchainCreation.CURRENT.set(new SwapchainCreation((VkDevice) device, address(info), 0, (long[]) swapchain));
        return BEGUN;
    }

    public static void createSwapchainEnd(long token) {
        SwapchainCreation creation = SwapchainCreation.CURRENT.get();
        if (creation != null) {
            SwapchainCreation.CURRENT.remove();
            creation.ends();
        }
    }

    public static void destroySwapchain(Object device, long swapchain) {
        Device of = device(device);
        if (of != null) {
            of.swapchainDestroyed(swapchain);
        }
    }

    public static void destroySurface(long surface) {
        Devices.surfaceGoes(surface);
    }

    public static void swapchainImages(Object device, long swapchain, long count, long images) {
        Device of = device(device);
        if (of != null && images != 0) {
            long[] all = new long[MemoryUtil.memGetInt(count)];
            for (int i = 0; i < all.length; i++) {
                all[i] = MemoryUtil.memGetLong(images + (long) Long.BYTES * i);
            }
            of.names().swapchainImages(swapchain, all);
        }
    }

    public static void swapchainImages(Object device, long swapchain, Object count, Object images) {
        Device of = device(device);
        if (of != null && images != null) {
            of.names().swapchainImages(swapchain, Arrays.copyOf((long[]) images, ((int[]) count)[0]));
        }
    }

    public static long presentBegin(Object queue, long info) {
        Submissions.presents((VkQueue) queue, info);
        return BEGUN;
    }

    public static void presentEnd(long token) {
        Submissions.presented();
    }

    // --- objects and their names

    public static void createRenderPass(Object device, long info, long pass, int result) {
        renderPass(device, info, result == VK10.VK_SUCCESS ? MemoryUtil.memGetLong(pass) : 0);
    }

    public static void createRenderPass(Object device, Object info, Object pass, int result) {
        renderPass(device, address(info), result == VK10.VK_SUCCESS ? first(pass) : 0);
    }

    public static void createRenderPass2(Object device, long info, long pass, int result) {
        renderPass2(device, info, result == VK10.VK_SUCCESS ? MemoryUtil.memGetLong(pass) : 0);
    }

    public static void createRenderPass2(Object device, Object info, Object pass, int result) {
        renderPass2(device, address(info), result == VK10.VK_SUCCESS ? first(pass) : 0);
    }

    private static void renderPass(Object device, long info, long pass) {
        Device of = device(device);
        if (of != null && pass != 0) {
            of.names().renderPass(pass, info);
        }
    }

    private static void renderPass2(Object device, long info, long pass) {
        Device of = device(device);
        if (of != null && pass != 0) {
            of.names().renderPass2(pass, info);
        }
    }

    public static void createImageView(Object device, long info, long view, int result) {
        imageView(device, info, result == VK10.VK_SUCCESS ? MemoryUtil.memGetLong(view) : 0);
    }

    public static void createImageView(Object device, Object info, Object view, int result) {
        imageView(device, address(info), result == VK10.VK_SUCCESS ? first(view) : 0);
    }

    private static void imageView(Object device, long info, long view) {
        Device of = device(device);
        if (of != null && view != 0) {
            of.names().view(view, MemoryUtil.memGetLong(info + VkImageViewCreateInfo.IMAGE));
        }
    }

    public static void objectName(Object device, long info) {
        Device of = device(device);
        if (of != null) {
            of.names().name(info);
        }
    }

    public static void destroyRenderPass(Object device, long handle) {
        destroyed(device, VK10.VK_OBJECT_TYPE_RENDER_PASS, handle);
    }

    public static void destroyFramebuffer(Object device, long handle) {
        destroyed(device, VK10.VK_OBJECT_TYPE_FRAMEBUFFER, handle);
    }

    public static void destroyImageView(Object device, long handle) {
        destroyed(device, VK10.VK_OBJECT_TYPE_IMAGE_VIEW, handle);
    }

    public static void destroyImage(Object device, long handle) {
        destroyed(device, VK10.VK_OBJECT_TYPE_IMAGE, handle);
    }

    private static void destroyed(Object device, int type, long handle) {
        Device of = device(device);
        if (of != null) {
            of.names().destroyed(type, handle);
        }
    }

    public static void destroyPipeline(Object device, long pipeline) {
        Device of = device(device);
        if (of != null) {
            of.topologies().remove(pipeline);
        }
    }

    // --- command buffers

    public static void createCommandPool(Object device, long info, long pool, int result) {
        commandPool(device, info, result == VK10.VK_SUCCESS ? MemoryUtil.memGetLong(pool) : 0);
    }

    public static void createCommandPool(Object device, Object info, Object pool, int result) {
        commandPool(device, address(info), result == VK10.VK_SUCCESS ? first(pool) : 0);
    }

    private static void commandPool(Object device, long info, long pool) {
        Device of = device(device);
        if (of != null && pool != 0) {
            of.poolMade(pool, MemoryUtil.memGetInt(info + VkCommandPoolCreateInfo.QUEUEFAMILYINDEX));
        }
    }

    public static void allocateCommandBuffers(Object device, long info, long handles, int result) {
        Device of = device(device);
        if (of != null && result == VK10.VK_SUCCESS) {
            of.allocated(
                    MemoryUtil.memGetLong(info + VkCommandBufferAllocateInfo.COMMANDPOOL),
                    handles,
                    MemoryUtil.memGetInt(info + VkCommandBufferAllocateInfo.COMMANDBUFFERCOUNT),
                    MemoryUtil.memGetInt(info + VkCommandBufferAllocateInfo.LEVEL)
                            == VK10.VK_COMMAND_BUFFER_LEVEL_SECONDARY);
        }
    }

    public static void freeCommandBuffers(Object device, long pool, int count, long handles) {
        Device of = device(device);
        for (int i = 0; of != null && i < count; i++) {
            long handle = MemoryUtil.memGetAddress(handles + (long) Long.BYTES * i);
            if (handle != 0) {
                of.freed(pool, handle);
            }
        }
    }

    public static void resetCommandPool(Object device, long pool) {
        Device of = device(device);
        if (of != null) {
            of.poolReset(pool);
        }
    }

    public static void destroyCommandPool(Object device, long pool) {
        Device of = device(device);
        if (of != null) {
            of.poolDestroyed(pool);
        }
    }

    public static void beginCommandBuffer(Object commandBuffer, long info, int result) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null && result == VK10.VK_SUCCESS) {
            buffer.begins(info);
        }
    }

    public static void endCommandBuffer(Object commandBuffer) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.ends();
        }
    }

    public static void resetCommandBuffer(Object commandBuffer) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.discard();
        }
    }

    public static void executeCommands(Object commandBuffer, int count, long handles) {
        CommandBuffer buffer = of(commandBuffer);
        for (int i = 0; buffer != null && i < count; i++) {
            CommandBuffer secondary = Device.commandBuffer(MemoryUtil.memGetAddress(handles + (long) Long.BYTES * i));
            if (secondary != null) {
                buffer.executes(secondary);
            }
        }
    }

    // --- passes and labels

    public static void beginRenderPass(Object commandBuffer, long info, long subpass) {
        beginRenderPass(commandBuffer, info, contents(subpass));
    }

    /** @param subpass a VkSubpassBeginInfo */
    private static int contents(long subpass) {
        return MemoryUtil.memGetInt(subpass + VkSubpassBeginInfo.CONTENTS);
    }

    /**
     * A render pass begins.
     *
     * @param info a VkRenderPassBeginInfo
     */
    public static void beginRenderPass(Object commandBuffer, long info, int contents) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            PassNames names = buffer.device().names();
            long pass = MemoryUtil.memGetLong(info + VkRenderPassBeginInfo.RENDERPASS);
            buffer.renderPassBegins(
                    names.renderPass(info),
                    names.subpasses(info),
                    names.isMultiview(pass),
                    contents == VK10.VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS);
        }
    }

    /** The handle, which the hook after the call gets. */
    public static long nextSubpassBegin(Object commandBuffer, long subpass) {
        return nextSubpassBegin(commandBuffer, contents(subpass));
    }

    public static long nextSubpassBegin(Object commandBuffer, int contents) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer == null) {
            return 0;
        }
        buffer.subpassEnds(contents == VK10.VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS);
        return buffer.handle();
    }

    public static void nextSubpassEnd(long handle) {
        if (handle != 0) {
            Device.commandBuffer(handle).subpassBegan();
        }
    }

    public static void endRenderPass(Object commandBuffer) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.passEnded();
        }
    }

    /** The handle, which the hook after the call gets. */
    public static long beginRenderingBegin(Object commandBuffer, long info) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer == null) {
            return 0;
        }
        int flags = MemoryUtil.memGetInt(info + VkRenderingInfo.FLAGS);
        buffer.renderingBegins(
                buffer.device().names().rendering(info),
                MemoryUtil.memGetInt(info + VkRenderingInfo.VIEWMASK) != 0
                        || (flags & VK13.VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT) != 0,
                (flags & VK13.VK_RENDERING_RESUMING_BIT) != 0,
                (flags & VK13.VK_RENDERING_SUSPENDING_BIT) != 0);
        return buffer.handle();
    }

    public static void beginRenderingEnd(long handle) {
        if (handle != 0) {
            Device.commandBuffer(handle).renderingBegan();
        }
    }

    public static long endRenderingBegin(Object commandBuffer) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer == null) {
            return 0;
        }
        buffer.renderingEnds();
        return buffer.handle();
    }

    public static void endRenderingEnd(long handle) {
        if (handle != 0) {
            Device.commandBuffer(handle).passEnded();
        }
    }

    public static void beginLabel(Object commandBuffer, long label) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.labelBegins(label);
        }
    }

    public static void endLabel(Object commandBuffer) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.labelEnds();
        }
    }

    public static void beginQueueLabel(long label) {
        QueueLabels.begins(label);
    }

    public static void endQueueLabel() {
        QueueLabels.ends();
    }

    // --- commands

    public static void bindPipeline(Object commandBuffer, int bindPoint, long pipeline) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null && bindPoint == VK10.VK_PIPELINE_BIND_POINT_GRAPHICS) {
            buffer.bindGraphicsPipeline(pipeline);
        }
    }

    public static void topology(Object commandBuffer, int topology) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.topology(topology);
        }
    }

    public static void draw(Object commandBuffer, int count, int instances) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.draw(count, instances);
        }
    }

    public static void draw(Object commandBuffer) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.draw();
        }
    }

    public static void dispatch(Object commandBuffer) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.dispatch();
        }
    }

    public static void traceRays(Object commandBuffer) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.traceRays();
        }
    }

    public static void accelerationStructure(Object commandBuffer) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.buildsAccelerationStructure();
        }
    }

    public static void transfer(Object commandBuffer) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.transfer();
        }
    }

    public static void other(Object commandBuffer) {
        CommandBuffer buffer = of(commandBuffer);
        if (buffer != null) {
            buffer.other();
        }
    }
}
