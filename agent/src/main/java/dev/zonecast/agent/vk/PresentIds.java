package dev.zonecast.agent.vk;

import dev.zonecast.agent.FrameSets;
import dev.zonecast.core.Frame;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.GOOGLEDisplayTiming;
import org.lwjgl.vulkan.KHRPresentId;
import org.lwjgl.vulkan.KHRSwapchain;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkPastPresentationTimingGOOGLE;
import org.lwjgl.vulkan.VkPresentIdKHR;
import org.lwjgl.vulkan.VkPresentInfoKHR;
import org.lwjgl.vulkan.VkPresentTimeGOOGLE;

/**
 * The last pictures of a swapchain by the ids that the program gave them. The program asks the driver when they were shown; each answer
 * for a frame of the base set becomes a {@link Frame#shown}. Answers for pictures that are not here, and times that cannot be, are wrong
 * calls and counted. Thread-safe.
 */
final class PresentIds {
    /** More than any program has under way. */
    private static final int KEPT = 64;

    /** The agent does not know displays. The base set has one window. */
    private static final int DISPLAY = 0;

    // By number: LWJGL 3.3 does not know VK_KHR_present_id2, VK_KHR_present_wait2 and VK_EXT_present_timing.
    private static final int PRESENT_ID_2 = 1_000_479_001;
    private static final int ID_OF_WAIT = 16;

    /** VkPastPresentationTimingInfoEXT: the swapchain. */
    private static final int SWAPCHAIN_OF_QUESTION = 24;

    // VkPastPresentationTimingPropertiesEXT.
    private static final int COUNT_OF_ANSWERS = 32;
    private static final int ANSWERS = 40;

    // VkPastPresentationTimingEXT.
    private static final int ANSWER_BYTES = 72;
    private static final int ID_OF_ANSWER = 16;
    private static final int COUNT_OF_STAGES = 32;
    private static final int STAGES = 40;
    private static final int TIME_DOMAIN = 48;

    // VkPresentStageTimeEXT.
    private static final int STAGE_BYTES = 16;
    private static final int TIME_OF_STAGE = 8;

    /** The clock of {@link System#nanoTime} on Linux. The others need the program's calibration. */
    private static final int CLOCK_MONOTONIC = 1;

    /** The display shows the first pixel: VK_PRESENT_STAGE_IMAGE_FIRST_PIXEL_OUT_BIT_EXT, or _VISIBLE_ from displays that say it. */
    private static final int SHOWN = 4 | 8;

    // All guarded by this, by the picture's place. Id 0: none.
    private final long[] ids = new long[KEPT];

    /** 0: not of the base set, before its first frame, or reported. */
    private final long[] frames = new long[KEPT];

    /** When the program presented the picture, by {@link System#nanoTime}. */
    private final long[] presented = new long[KEPT];

    private int count;

    /**
     * The program presents pictures; they may have ids.
     *
     * @param device null if the agent has not seen its creation
     * @param info a VkPresentInfoKHR
     */
    static void read(Device device, long info) {
        if (device == null) {
            return;
        }
        int pictures = MemoryUtil.memGetInt(info + VkPresentInfoKHR.SWAPCHAINCOUNT);
        long swapchains = MemoryUtil.memGetAddress(info + VkPresentInfoKHR.PSWAPCHAINS);
        // VkPresentIdKHR, VkPresentId2KHR and VkPresentTimesInfoGOOGLE have the same layout.
        for (long next = MemoryUtil.memGetAddress(info + VkPresentInfoKHR.PNEXT);
                next != 0;
                next = MemoryUtil.memGetAddress(next + VkPresentIdKHR.PNEXT)) {
            int type = MemoryUtil.memGetInt(next + VkPresentIdKHR.STYPE);
            boolean isTiming = type == GOOGLEDisplayTiming.VK_STRUCTURE_TYPE_PRESENT_TIMES_INFO_GOOGLE;
            if (isTiming || type == KHRPresentId.VK_STRUCTURE_TYPE_PRESENT_ID_KHR || type == PRESENT_ID_2) {
                long ids = MemoryUtil.memGetAddress(next + VkPresentIdKHR.PPRESENTIDS);
                int most = Math.min(pictures, MemoryUtil.memGetInt(next + VkPresentIdKHR.SWAPCHAINCOUNT));
                for (int i = 0; ids != 0 && i < most; i++) {
                    Swapchain of = device.swapchain(MemoryUtil.memGetLong(swapchains + (long) Long.BYTES * i));
                    if (of != null) {
                        read(of, ids, i, isTiming);
                    }
                }
            }
        }
    }

    private static void read(Swapchain of, long ids, int picture, boolean isTiming) {
        long frame = FrameSets.isBase(of.surface()) ? Frame.number() : 0;
        if (isTiming) {
            long time = ids + (long) VkPresentTimeGOOGLE.SIZEOF * picture;
            of.timingIds().put(MemoryUtil.memGetInt(time + VkPresentTimeGOOGLE.PRESENTID), frame);
        } else {
            of.presentIds().put(MemoryUtil.memGetLong(ids + (long) Long.BYTES * picture), frame);
        }
    }

    /** @param info a VkPresentWait2InfoKHR */
    static long ofWait(long info) {
        return MemoryUtil.memGetLong(info + ID_OF_WAIT);
    }

    /**
     * The program waited until a picture was shown.
     *
     * @param device null if the agent has not seen its creation
     * @param nanos when the wait ended, by {@link System#nanoTime}
     */
    static void awaited(Device device, long swapchain, long id, int result, long nanos) {
        Swapchain of = device == null ? null : device.swapchain(swapchain);
        if (of != null && (result == VK10.VK_SUCCESS || result == KHRSwapchain.VK_SUBOPTIMAL_KHR)) {
            of.presentIds().shown(id, nanos, nanos);
        }
    }

    /**
     * The driver answered when it showed pictures.
     *
     * @param device null if the agent has not seen its creation
     * @param timings so many VkPastPresentationTimingGOOGLE; 0: the program asked for their number only
     */
    static void timed(Device device, long swapchain, int answers, long timings, int result) {
        Swapchain of = device == null ? null : device.swapchain(swapchain);
        if (of == null || timings == 0 || (result != VK10.VK_SUCCESS && result != VK10.VK_INCOMPLETE)) {
            return;
        }
        long now = System.nanoTime();
        for (int i = 0; i < answers; i++) {
            long timing = timings + (long) VkPastPresentationTimingGOOGLE.SIZEOF * i;
            of.timingIds()
                    .shown(
                            MemoryUtil.memGetInt(timing + VkPastPresentationTimingGOOGLE.PRESENTID),
                            MemoryUtil.memGetLong(timing + VkPastPresentationTimingGOOGLE.ACTUALPRESENTTIME),
                            now);
        }
    }

    /**
     * The driver answered by VK_EXT_present_timing when pictures reached their stages.
     *
     * @param device null if the agent has not seen its creation
     * @param info a VkPastPresentationTimingInfoEXT
     * @param timings a VkPastPresentationTimingPropertiesEXT
     */
    static void timedByStages(Device device, long info, long timings, int result) {
        Swapchain of = device == null ? null : device.swapchain(MemoryUtil.memGetLong(info + SWAPCHAIN_OF_QUESTION));
        long answers = MemoryUtil.memGetAddress(timings + ANSWERS);
        if (of == null || answers == 0 || (result != VK10.VK_SUCCESS && result != VK10.VK_INCOMPLETE)) {
            return;
        }
        long now = System.nanoTime();
        for (int i = MemoryUtil.memGetInt(timings + COUNT_OF_ANSWERS); i > 0; i--) {
            long nanos = MemoryUtil.memGetInt(answers + TIME_DOMAIN) == CLOCK_MONOTONIC ? timeShown(answers) : 0;
            if (nanos != 0) {
                of.presentIds().shown(MemoryUtil.memGetLong(answers + ID_OF_ANSWER), nanos, now);
            }
            answers += ANSWER_BYTES;
        }
    }

    /** @return 0 if no stage of the answer has it */
    private static long timeShown(long answer) {
        long stage = MemoryUtil.memGetAddress(answer + STAGES);
        for (int i = MemoryUtil.memGetInt(answer + COUNT_OF_STAGES); i > 0; i--) {
            if ((MemoryUtil.memGetInt(stage) & SHOWN) != 0) {
                return MemoryUtil.memGetLong(stage + TIME_OF_STAGE);
            }
            stage += STAGE_BYTES;
        }
        return 0;
    }

    private synchronized void put(long id, long frame) {
        if (id != 0) {
            int at = count++ & (KEPT - 1);
            ids[at] = id;
            frames[at] = frame;
            presented[at] = System.nanoTime();
        }
    }

    /** Reports the time of a picture's frame, once. */
    private void shown(long id, long nanos, long now) {
        if (id != 0) {
            long frame = take(id, nanos, now);
            if (frame != 0) {
                Frame.shown(DISPLAY, frame, nanos);
            }
        }
    }

    /** The frame of a picture; 0 if there is nothing to report, -1 if the answer cannot be. */
    private synchronized long take(long id, long nanos, long now) {
        for (int i = 1; i <= KEPT; i++) {
            int at = (count - i) & (KEPT - 1);
            if (ids[at] == id) {
                if (nanos - presented[at] < 0 || now - nanos < 0) {
                    return -1;
                }
                long frame = frames[at];
                frames[at] = 0;
                return frame;
            }
        }
        return -1;
    }
}
