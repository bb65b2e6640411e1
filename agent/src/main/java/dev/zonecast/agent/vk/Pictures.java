package dev.zonecast.agent.vk;

import dev.zonecast.agent.AgentLog;
import dev.zonecast.agent.AgentStart;
import dev.zonecast.agent.PictureOptions;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.framecapture.CaptureRate;
import dev.zonecast.framecapture.vk.VkFrameCapture;
import dev.zonecast.gpu.vk.VkGpuCtx;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.KHRSwapchain;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkCommandBufferAllocateInfo;
import org.lwjgl.vulkan.VkCommandBufferBeginInfo;
import org.lwjgl.vulkan.VkCommandPoolCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkFenceCreateInfo;
import org.lwjgl.vulkan.VkPresentInfoKHR;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSemaphoreCreateInfo;
import org.lwjgl.vulkan.VkSubmitInfo;

/**
 * Pictures of what a device presents, by the option {@code images}. Before an image goes to its surface, a command buffer of the agent's
 * copies it. The copy waits for the semaphores that the presentation was to wait for, and the presentation waits for the copy. The image
 * keeps its layout.
 *
 * <p>The agent's command buffers have no hooks: {@link Device} does not know their pool. Never waits for the GPU. Thread-safe.
 */
final class Pictures {
    private static final long SECOND_NANOS = 1_000_000_000;

    /** Copies that the GPU has not finished; over it a frame has no picture. */
    private static final int MOST_SLOTS = 8;

    /** Semaphores of swapchains that are gone, for which a presentation may still wait. */
    private static final int MOST_RETIRED = 256;

    /** @param fence signalled while the command buffer is free */
    private record Slot(VkCommandBuffer commands, long fence) {}

    private final Device of;
    private final VkDevice device;
    private final List<Slot> slots = new ArrayList<>();
    private final Deque<Long> retired = new ArrayDeque<>();

    /** Null until the first picture. */
    private VkFrameCapture capture;

    /** Of the capture. */
    private PictureOptions options;

    private QueueFamily family;
    private long pool;
    private boolean started;
    private long nextNanos;
    private boolean failed;

    Pictures(Device of) {
        this.of = of;
        this.device = of.handle();
    }

    static boolean areWanted() {
        return AgentStart.hookOptions().pictures() != null;
    }

    /**
     * Before an image goes to its surface, on the thread that has the queue for itself.
     *
     * @param info the VkPresentInfoKHR
     * @param which of its swapchains
     * @return the semaphore for which the presentation has to wait in place of its own; 0: of this frame there is no picture
     */
    synchronized long take(VkQueue queue, Swapchain swapchain, long info, int which) {
        PictureOptions wanted = AgentStart.hookOptions().pictures();
        if (failed
                || wanted == null
                || !swapchain.isCopied()
                || !Zonecast.isActive()
                || !isDue(System.nanoTime(), wanted.perSecond())) {
            return 0;
        }
        long zone = Zone.begin(Places.PICTURE);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            Slot slot = isReady(stack, queue, wanted) ? freeSlot(stack) : null;
            int index = MemoryUtil.memGetInt(
                    MemoryUtil.memGetAddress(info + VkPresentInfoKHR.PIMAGEINDICES) + (long) Integer.BYTES * which);
            long[] images = swapchain.images(device);
            if (slot == null || index >= images.length) {
                return 0;
            }
            long[] semaphores = swapchain.semaphores();
            if (semaphores[index] == 0) {
                semaphores[index] = semaphore(stack);
            }
            record(stack, slot.commands(), images[index], swapchain);
            submit(stack, queue, slot, info, semaphores[index]);
            return semaphores[index];
        } catch (IllegalStateException e) {
            failed = true;
            AgentLog.say("no pictures: " + e.getMessage());
            return 0;
        } finally {
            Zone.end(zone);
        }
    }

    private boolean isDue(long now, int perSecond) {
        if (started && now - nextNanos < 0) {
            return false;
        }
        long interval = SECOND_NANOS / perSecond;
        boolean late = !started || now - nextNanos >= interval;
        nextNanos = (late ? now : nextNanos) + interval;
        started = true;
        return true;
    }

    private static void check(int result, String what) {
        if (result < VK10.VK_SUCCESS) {
            throw new IllegalStateException(what + " failed (VkResult " + result + ")");
        }
    }

    // --- set-up

    /** False if the queue is of another family than those before, or while the GPU has pictures of another size. */
    private boolean isReady(MemoryStack stack, VkQueue queue, PictureOptions wanted) {
        QueueFamily asked = of.familyOf(queue.address());
        if (capture != null && !wanted.equals(options)) {
            if (slots.stream().anyMatch(slot -> !isFree(slot))) {
                return false;
            }
            capture.close();
            begin(wanted);
        }
        if (capture != null) {
            return asked == family && capture.isAvailable();
        }
        if (asked == null || !of.canDraw(asked)) {
            throw new IllegalStateException("the queue that presents cannot draw");
        }
        family = asked;
        long[] handle = new long[1];
        check(
                VK10.vkCreateCommandPool(
                        device,
                        VkCommandPoolCreateInfo.calloc(stack)
                                .sType(VK10.VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO)
                                .flags(VK10.VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT)
                                .queueFamilyIndex(family.index()),
                        null,
                        handle),
                "making a command pool");
        pool = handle[0];
        of.poolDestroyed(pool);
        begin(wanted);
        return capture.isAvailable();
    }

    private void begin(PictureOptions wanted) {
        options = wanted;
        capture = VkFrameCapture.builder()
                .size(wanted.width(), wanted.height())
                .rate(CaptureRate.everyFrame())
                .create(device.getPhysicalDevice(), device);
    }

    private boolean isFree(Slot slot) {
        return VK10.vkGetFenceStatus(device, slot.fence()) == VK10.VK_SUCCESS;
    }

    /** Null if the GPU has not finished any. */
    private Slot freeSlot(MemoryStack stack) {
        for (Slot slot : slots) {
            if (isFree(slot)) {
                return slot;
            }
        }
        if (slots.size() == MOST_SLOTS) {
            return null;
        }
        PointerBuffer handle = stack.mallocPointer(1);
        check(
                VK10.vkAllocateCommandBuffers(
                        device,
                        VkCommandBufferAllocateInfo.calloc(stack)
                                .sType(VK10.VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO)
                                .commandPool(pool)
                                .level(VK10.VK_COMMAND_BUFFER_LEVEL_PRIMARY)
                                .commandBufferCount(1),
                        handle),
                "allocating a command buffer");
        long[] fence = new long[1];
        check(
                VK10.vkCreateFence(
                        device,
                        VkFenceCreateInfo.calloc(stack)
                                .sType(VK10.VK_STRUCTURE_TYPE_FENCE_CREATE_INFO)
                                .flags(VK10.VK_FENCE_CREATE_SIGNALED_BIT),
                        null,
                        fence),
                "making a fence");
        Slot made = new Slot(new VkCommandBuffer(handle.get(0), device), fence[0]);
        slots.add(made);
        return made;
    }

    private long semaphore(MemoryStack stack) {
        long[] handle = new long[1];
        check(
                VK10.vkCreateSemaphore(
                        device,
                        VkSemaphoreCreateInfo.calloc(stack).sType(VK10.VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO),
                        null,
                        handle),
                "making a semaphore");
        return handle[0];
    }

    // --- a picture

    private void record(MemoryStack stack, VkCommandBuffer commands, long image, Swapchain swapchain) {
        check(
                VK10.vkBeginCommandBuffer(
                        commands,
                        VkCommandBufferBeginInfo.calloc(stack)
                                .sType(VK10.VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO)
                                .flags(VK10.VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT)),
                "beginning a command buffer");
        VkGpuCtx gpu = family.context();
        long token = gpu == null ? 0 : gpu.begin(Places.PICTURE, commands);
        capture.record(
                commands,
                image,
                swapchain.format(),
                KHRSwapchain.VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
                swapchain.width(),
                swapchain.height());
        if (token != 0) {
            gpu.end(token, commands);
        }
        check(VK10.vkEndCommandBuffer(commands), "ending a command buffer");
    }

    private void submit(MemoryStack stack, VkQueue queue, Slot slot, long info, long done) {
        VkSubmitInfo submit = VkSubmitInfo.calloc(stack)
                .sType(VK10.VK_STRUCTURE_TYPE_SUBMIT_INFO)
                .pCommandBuffers(stack.pointers(slot.commands()))
                .pSignalSemaphores(stack.longs(done));
        int waits = MemoryUtil.memGetInt(info + VkPresentInfoKHR.WAITSEMAPHORECOUNT);
        if (waits > 0) {
            IntBuffer stages = stack.mallocInt(waits);
            for (int i = 0; i < waits; i++) {
                stages.put(i, VK10.VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
            }
            submit.waitSemaphoreCount(waits)
                    .pWaitSemaphores(MemoryUtil.memLongBuffer(
                            MemoryUtil.memGetAddress(info + VkPresentInfoKHR.PWAITSEMAPHORES), waits))
                    .pWaitDstStageMask(stages);
        }
        check(VK10.vkResetFences(device, slot.fence()), "resetting a fence");
        check(VK10.vkQueueSubmit(queue, submit, slot.fence()), "copying a picture");
    }

    // --- the end

    /** A swapchain is destroyed. Vulkan has no word for the end of a presentation's wait: its semaphores go later. */
    synchronized void gone(Swapchain swapchain) {
        for (long semaphore : swapchain.semaphores()) {
            if (semaphore != 0) {
                retired.addLast(semaphore);
            }
        }
        while (retired.size() > MOST_RETIRED) {
            VK10.vkDestroySemaphore(device, retired.removeFirst(), null);
        }
    }

    /** Before the device is destroyed: its queues are idle, its swapchains gone. */
    synchronized void close() {
        failed = true;
        if (capture != null) {
            capture.close();
        }
        slots.forEach(slot -> VK10.vkDestroyFence(device, slot.fence(), null));
        retired.forEach(semaphore -> VK10.vkDestroySemaphore(device, semaphore, null));
        if (pool != 0) {
            VK10.vkDestroyCommandPool(device, pool, null);
        }
    }
}
