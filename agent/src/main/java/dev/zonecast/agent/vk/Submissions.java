package dev.zonecast.agent.vk;

import dev.zonecast.agent.FrameSets;
import java.util.Arrays;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkCommandBufferSubmitInfo;
import org.lwjgl.vulkan.VkPresentInfoKHR;
import org.lwjgl.vulkan.VkQueue;
import org.lwjgl.vulkan.VkSubmitInfo;
import org.lwjgl.vulkan.VkSubmitInfo2;

/** What programs give to queues: command buffers and pictures. */
final class Submissions {
    private static final ThreadLocal<Presentation> PRESENTING = ThreadLocal.withInitial(Presentation::new);

    /** Of swapchains that were created before the agent came. */
    private static final long UNKNOWN_SURFACE = 1;

    private Submissions() {}

    /** A picture that a thread presents right now. */
    private static final class Presentation {
        private Device device;
        private long[] surfaces = new long[4];
        private int count;
    }

    /** @param submits VkSubmitInfo */
    static void submits(VkQueue queue, int count, long submits) {
        Device device = familyReady(queue);
        for (int i = 0; device != null && i < count; i++) {
            long info = submits + (long) VkSubmitInfo.SIZEOF * i;
            int buffers = MemoryUtil.memGetInt(info + VkSubmitInfo.COMMANDBUFFERCOUNT);
            long handles = MemoryUtil.memGetAddress(info + VkSubmitInfo.PCOMMANDBUFFERS);
            for (int k = 0; k < buffers; k++) {
                submits(MemoryUtil.memGetAddress(handles + (long) Long.BYTES * k));
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
                submits(MemoryUtil.memGetAddress(
                        infos + (long) VkCommandBufferSubmitInfo.SIZEOF * k + VkCommandBufferSubmitInfo.COMMANDBUFFER));
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

    private static void submits(long commandBuffer) {
        CommandBuffer buffer = Device.commandBuffer(commandBuffer);
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
        for (int i = 0; i < count; i++) {
            long swapchain = MemoryUtil.memGetLong(swapchains + (long) Long.BYTES * i);
            long surface = presentation.device == null ? 0 : presentation.device.surfaceOf(swapchain);
            presentation.surfaces[i] = surface == 0 ? UNKNOWN_SURFACE : surface;
        }
        presentation.count = count;
    }

    /** The thread did. */
    static void presented() {
        Presentation presentation = PRESENTING.get();
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
