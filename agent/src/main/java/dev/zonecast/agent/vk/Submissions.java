package dev.zonecast.agent.vk;

import dev.zonecast.agent.FrameSets;
import dev.zonecast.core.Zone;
import java.util.Arrays;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK12;
import org.lwjgl.vulkan.VkCommandBufferSubmitInfo;
import org.lwjgl.vulkan.VkPresentInfoKHR;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSemaphoreSubmitInfo;
import org.lwjgl.vulkan.VkSubmitInfo;
import org.lwjgl.vulkan.VkSubmitInfo2;
import org.lwjgl.vulkan.VkTimelineSemaphoreSubmitInfo;

/** What programs give to queues: command buffers and pictures. */
final class Submissions {
    private static final ThreadLocal<Presentation> PRESENTING = ThreadLocal.withInitial(Presentation::new);

    /** Of swapchains that were created before the agent came. */
    static final long UNKNOWN_SURFACE = 1;

    private Submissions() {}

    /** A picture that a thread presents right now. */
    private static final class Presentation {
        private Device device;
        private long[] surfaces = new long[4];
        private int count;
        private long zone;

        /** Structure of the program's that waits for a semaphore of the agent's during the call; 0: none. */
        private long changed;

        private int savedCount;
        private long savedSemaphores;

        void waitFor(long info, long semaphore) {
            changed = info;
            savedCount = MemoryUtil.memGetInt(info + VkPresentInfoKHR.WAITSEMAPHORECOUNT);
            savedSemaphores = MemoryUtil.memGetAddress(info + VkPresentInfoKHR.PWAITSEMAPHORES);
            long own = MemoryUtil.nmemAllocChecked(Long.BYTES);
            MemoryUtil.memPutLong(own, semaphore);
            MemoryUtil.memPutInt(info + VkPresentInfoKHR.WAITSEMAPHORECOUNT, 1);
            MemoryUtil.memPutAddress(info + VkPresentInfoKHR.PWAITSEMAPHORES, own);
        }

        void restore() {
            if (changed != 0) {
                MemoryUtil.nmemFree(MemoryUtil.memGetAddress(changed + VkPresentInfoKHR.PWAITSEMAPHORES));
                MemoryUtil.memPutInt(changed + VkPresentInfoKHR.WAITSEMAPHORECOUNT, savedCount);
                MemoryUtil.memPutAddress(changed + VkPresentInfoKHR.PWAITSEMAPHORES, savedSemaphores);
                changed = 0;
            }
        }
    }

    /** @param submits VkSubmitInfo */
    static void submits(VkQueue queue, int count, long submits) {
        Device device = familyReady(queue);
        for (int i = 0; device != null && i < count; i++) {
            long info = submits + (long) VkSubmitInfo.SIZEOF * i;
            int buffers = MemoryUtil.memGetInt(info + VkSubmitInfo.COMMANDBUFFERCOUNT);
            long handles = MemoryUtil.memGetAddress(info + VkSubmitInfo.PCOMMANDBUFFERS);
            long timeline = Multiview.find(
                    MemoryUtil.memGetAddress(info + VkSubmitInfo.PNEXT),
                    VK12.VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
            for (int k = 0; k < buffers; k++) {
                CommandBuffer buffer = Device.commandBuffer(MemoryUtil.memGetAddress(handles + (long) Long.BYTES * k));
                if (buffer != null && k == 0) {
                    links(buffer, info, timeline, false);
                }
                if (buffer != null && k == buffers - 1) {
                    links(buffer, info, timeline, true);
                }
                submits(buffer);
            }
        }
    }

    /** @param submits VkSubmitInfo2 */
    static void submits2(VkQueue queue, int count, long submits) {
        Device device = familyReady(queue);
        for (int i = 0; device != null && i < count; i++) {
            long info = submits + (long) VkSubmitInfo2.SIZEOF * i;
            int buffers = MemoryUtil.memGetInt(info + VkSubmitInfo2.COMMANDBUFFERINFOCOUNT);
            long infos = MemoryUtil.memGetAddress(info + VkSubmitInfo2.PCOMMANDBUFFERINFOS);
            for (int k = 0; k < buffers; k++) {
                CommandBuffer buffer = Device.commandBuffer(MemoryUtil.memGetAddress(
                        infos + (long) VkCommandBufferSubmitInfo.SIZEOF * k + VkCommandBufferSubmitInfo.COMMANDBUFFER));
                if (buffer != null && k == 0) {
                    links(
                            buffer,
                            MemoryUtil.memGetInt(info + VkSubmitInfo2.WAITSEMAPHOREINFOCOUNT),
                            MemoryUtil.memGetAddress(info + VkSubmitInfo2.PWAITSEMAPHOREINFOS),
                            false);
                }
                if (buffer != null && k == buffers - 1) {
                    links(
                            buffer,
                            MemoryUtil.memGetInt(info + VkSubmitInfo2.SIGNALSEMAPHOREINFOCOUNT),
                            MemoryUtil.memGetAddress(info + VkSubmitInfo2.PSIGNALSEMAPHOREINFOS),
                            true);
                }
                submits(buffer);
            }
        }
    }

    private static Device familyReady(VkQueue queue) {
        Device device = Devices.of(queue.getDevice());
        QueueFamily family = device == null ? null : device.familyOf(queue.address());
        if (family != null) {
            family.submits(queue);
        }
        if (device != null) {
            device.collectNowAndThen();
        }
        return device;
    }

    /** The first command buffer of a submission waits, the last one signals. Their VkSemaphoreSubmitInfo. */
    private static void links(CommandBuffer buffer, int count, long infos, boolean signals) {
        for (int i = 0; i < count; i++) {
            long info = infos + (long) VkSemaphoreSubmitInfo.SIZEOF * i;
            buffer.link(
                    MemoryUtil.memGetLong(info + VkSemaphoreSubmitInfo.SEMAPHORE),
                    MemoryUtil.memGetLong(info + VkSemaphoreSubmitInfo.VALUE),
                    signals);
        }
    }

    /** @param timeline a VkTimelineSemaphoreSubmitInfo, or 0; its values of binary semaphores are 0 in most programs */
    private static void links(CommandBuffer buffer, long info, long timeline, boolean signals) {
        int count = MemoryUtil.memGetInt(
                info + (signals ? VkSubmitInfo.SIGNALSEMAPHORECOUNT : VkSubmitInfo.WAITSEMAPHORECOUNT));
        long semaphores = MemoryUtil.memGetAddress(
                info + (signals ? VkSubmitInfo.PSIGNALSEMAPHORES : VkSubmitInfo.PWAITSEMAPHORES));
        int known = 0;
        long values = 0;
        if (timeline != 0) {
            known = MemoryUtil.memGetInt(timeline
                    + (signals
                            ? VkTimelineSemaphoreSubmitInfo.SIGNALSEMAPHOREVALUECOUNT
                            : VkTimelineSemaphoreSubmitInfo.WAITSEMAPHOREVALUECOUNT));
            values = MemoryUtil.memGetAddress(timeline
                    + (signals
                            ? VkTimelineSemaphoreSubmitInfo.PSIGNALSEMAPHOREVALUES
                            : VkTimelineSemaphoreSubmitInfo.PWAITSEMAPHOREVALUES));
        }
        for (int i = 0; i < count; i++) {
            long at = (long) Long.BYTES * i;
            buffer.link(
                    MemoryUtil.memGetLong(semaphores + at),
                    i < known && values != 0 ? MemoryUtil.memGetLong(values + at) : 0,
                    signals);
        }
    }

    private static void submits(CommandBuffer buffer) {
        if (buffer != null) {
            buffer.submits();
        }
    }

    /** @param info a VkPresentInfoKHR */
    static void presents(VkQueue queue, long info) {
        Presentation presentation = PRESENTING.get();
        presentation.device = Devices.of(queue.getDevice());
        int count = MemoryUtil.memGetInt(info + VkPresentInfoKHR.SWAPCHAINCOUNT);
        long swapchains = MemoryUtil.memGetAddress(info + VkPresentInfoKHR.PSWAPCHAINS);
        if (presentation.surfaces.length < count) {
            presentation.surfaces = new long[count];
        }
        Swapchain first = null;
        int which = 0;
        for (int i = 0; i < count; i++) {
            long handle = MemoryUtil.memGetLong(swapchains + (long) Long.BYTES * i);
            Swapchain swapchain = presentation.device == null ? null : presentation.device.swapchain(handle);
            presentation.surfaces[i] = swapchain == null ? UNKNOWN_SURFACE : swapchain.surface();
            if (first == null && swapchain != null && FrameSets.isBase(swapchain.surface())) {
                first = swapchain;
                which = i;
            }
        }
        presentation.count = count;
        PresentIds.read(presentation.device, info);
        if (Pictures.areWanted() && first != null) {
            long semaphore = presentation.device.pictures().take(queue, first, info, which);
            if (semaphore != 0) {
                presentation.waitFor(info, semaphore);
            }
        }
        presentation.zone = Zone.begin(Places.PRESENT);
    }

    /** The thread did. */
    static void presented() {
        Presentation presentation = PRESENTING.get();
        Zone.end(presentation.zone);
        presentation.zone = 0;
        presentation.restore();
        for (int i = 0; i < presentation.count; i++) {
            FrameSets.mark(presentation.surfaces[i]);
            if (presentation.device != null) {
                presentation.device.presented(presentation.surfaces[i]);
            }
        }
        Arrays.fill(presentation.surfaces, 0);
        presentation.count = 0;
        presentation.device = null;
    }
}
