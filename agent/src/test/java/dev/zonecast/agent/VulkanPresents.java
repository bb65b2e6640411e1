package dev.zonecast.agent;

import static org.lwjgl.vulkan.VK12.*;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.*;

/**
 * A program that asks its driver when pictures were shown. Knows nothing of Zonecast. No driver here answers: the functions of presentation
 * are played. It has no window. Prints the frames whose time it learned, with the times.
 */
final class VulkanPresents {
    /** Frames of which the program awaits the presentation, and frames whose times it reads. */
    static final int FRAMES = 24;

    /** Frames without a question: more than the agent remembers. */
    static final int SILENT = 200;

    /** Answers that the agent cannot use: an unknown id, a time before the picture, an id of long ago. */
    static final int USELESS = 3;

    /** Ids of the second window, of the other extension and of nobody begin here. */
    private static final int OTHERS = 1 << 20;

    private static final int NOBODYS = 1 << 30;

    // LWJGL 3.3 does not have them.
    private static final MethodHandle WAIT_2 = find("KHRPresentWait2", "nvkWaitForPresent2KHR");
    private static final MethodHandle PAST_STAGES = find("EXTPresentTiming", "nvkGetPastPresentationTimingEXT");

    /** Answers of the played VK_GOOGLE_display_timing: id, time. */
    private static final Deque<long[]> PAST = new ArrayDeque<>();

    private static long made;

    private final PlainVulkan vulkan;
    private final long[] swapchains = new long[2];
    private int frame;

    private VulkanPresents(PlainVulkan vulkan) throws ReflectiveOperationException {
        this.vulkan = vulkan;
        VkDevice device = vulkan.device;
        PlainFunction.replace(device, "vkQueuePresentKHR", PlainFunction.answering(VK_SUCCESS));
        PlainFunction.replace(device, "vkCreateSwapchainKHR", function("create", 4));
        PlainFunction.replace(device, "vkWaitForPresentKHR", function("await", 4));
        PlainFunction.replace(device, "vkGetPastPresentationTimingGOOGLE", function("past", 4));
        if (WAIT_2 != null) {
            PlainFunction.replace(device, "vkWaitForPresent2KHR", function("await2", 3));
        }
        if (PAST_STAGES != null) {
            PlainFunction.replace(device, "vkGetPastPresentationTimingEXT", function("pastStages", 3));
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            for (int i = 0; i < swapchains.length; i++) {
                var info =
                        VkSwapchainCreateInfoKHR.calloc(stack).sType$Default().surface(4711 + i);
                var handle = stack.mallocLong(1);
                PlainVulkan.check(KHRSwapchain.vkCreateSwapchainKHR(device, info, null, handle));
                swapchains[i] = handle.get(0);
            }
        }
    }

    private static long function(String name, int parameters) throws ReflectiveOperationException {
        return PlainFunction.calling(VulkanPresents.class, name, parameters);
    }

    private static MethodHandle find(String owner, String name) {
        try {
            return MethodHandles.lookup()
                    .findStatic(
                            Class.forName("org.lwjgl.vulkan." + owner),
                            name,
                            MethodType.methodType(int.class, VkDevice.class, long.class, long.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    // --- the driver

    static int create(long device, long info, long allocator, long swapchain) {
        MemoryUtil.memPutLong(swapchain, ++made);
        return VK_SUCCESS;
    }

    /** Every fourth picture of the first window is not shown in time. */
    static int await(long device, long swapchain, long id, long timeout) {
        return id % 4 == 3 ? VK_TIMEOUT : VK_SUCCESS;
    }

    static int await2(long device, long swapchain, long info) {
        return await(device, swapchain, MemoryUtil.memGetLong(info + 16), MemoryUtil.memGetLong(info + 24));
    }

    static int past(long device, long swapchain, long count, long timings) {
        int most = timings == 0 ? PAST.size() : Math.min(PAST.size(), MemoryUtil.memGetInt(count));
        MemoryUtil.memPutInt(count, most);
        for (int i = 0; timings != 0 && i < most; i++) {
            long[] answer = PAST.remove();
            long timing = timings + (long) VkPastPresentationTimingGOOGLE.SIZEOF * i;
            MemoryUtil.memPutInt(timing + VkPastPresentationTimingGOOGLE.PRESENTID, (int) answer[0]);
            MemoryUtil.memPutLong(timing + VkPastPresentationTimingGOOGLE.ACTUALPRESENTTIME, answer[1]);
        }
        return PAST.isEmpty() ? VK_SUCCESS : VK_INCOMPLETE;
    }

    /** VK_EXT_present_timing: the time at which a picture was taken, on two clocks, and the time at which it was shown. */
    static int pastStages(long device, long info, long answer) {
        long timing = MemoryUtil.memGetAddress(answer + 40);
        int answers = 0;
        for (long[] each = PAST.poll(); each != null; each = PAST.poll()) {
            final int swapchainLocal = 1_000_208_001;
            answers++;
            timing = answer(timing, each[0], swapchainLocal, 12345);
            answers++;
            timing = answer(timing, each[0], 1, each[1]);
        }
        MemoryUtil.memPutInt(answer + 32, answers);
        return VK_SUCCESS;
    }

    private static long answer(long timing, long id, int clock, long nanos) {
        MemoryUtil.memPutLong(timing + 16, id);
        MemoryUtil.memPutInt(timing + 32, 2);
        MemoryUtil.memPutInt(timing + 48, clock);
        long stage = MemoryUtil.memGetAddress(timing + 40);
        MemoryUtil.memPutInt(stage, 1);
        MemoryUtil.memPutLong(stage + 8, nanos - 1);
        MemoryUtil.memPutInt(stage + 16, 4);
        MemoryUtil.memPutLong(stage + 24, nanos);
        return timing + 72;
    }

    // --- the program

    /** File to wait for. */
    public static void main(String[] arguments) throws Throwable {
        PlainVulkan.await(Path.of(arguments[0]));
        try (var vulkan = new PlainVulkan(VK_API_VERSION_1_2, 0, List.of())) {
            new VulkanPresents(vulkan).play();
        }
    }

    private void play() throws Throwable {
        for (int i = 0; i < FRAMES; i++) {
            int shown = present(true);
            awaitFrame(shown);
            await(swapchains[1], OTHERS + Math.max(1, shown));
            await(swapchains[0], 0);
        }
        await(swapchains[0], NOBODYS);
        for (int i = 0; i < FRAMES; i++) {
            int shown = present(false);
            long nanos = System.nanoTime();
            PAST.add(new long[] {OTHERS + shown, nanos});
            System.out.println("timed " + shown + " " + nanos);
            if (i % 3 == 2) {
                readPast();
            }
        }
        PAST.add(new long[] {OTHERS + present(false), 1});
        readPast();
        if (PAST_STAGES != null) {
            for (int i = 0; i < FRAMES; i++) {
                int shown = present(true);
                long nanos = System.nanoTime();
                PAST.add(new long[] {shown, nanos});
                System.out.println("staged " + shown + " " + nanos);
                if (i % 3 == 2) {
                    readPastStages();
                }
            }
        }
        int oldest = present(true);
        for (int i = 0; i < SILENT; i++) {
            present(true);
        }
        await(swapchains[0], oldest);
    }

    /** Presents both windows; returns the frame's number, which is the id of the first window's picture. */
    private int present(boolean presentIds) {
        // Id 0 means none.
        int id = Math.max(1, frame);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long ids = VkPresentIdKHR.calloc(stack)
                    .sType$Default()
                    .swapchainCount(2)
                    .pPresentIds(stack.longs(id, OTHERS + id))
                    .address();
            VkPresentTimeGOOGLE.Buffer times = VkPresentTimeGOOGLE.calloc(2, stack);
            times.get(0).presentID(OTHERS + id);
            times.get(1).presentID(2 * OTHERS + id);
            long timing = VkPresentTimesInfoGOOGLE.calloc(stack)
                    .sType$Default()
                    .swapchainCount(2)
                    .pTimes(times)
                    .address();
            VkPresentInfoKHR info = VkPresentInfoKHR.calloc(stack)
                    .sType$Default()
                    .pNext(VkDeviceGroupPresentInfoKHR.calloc(stack)
                            .sType$Default()
                            .pNext(presentIds ? ids : timing)
                            .address())
                    .swapchainCount(2)
                    .pSwapchains(stack.longs(swapchains))
                    .pImageIndices(stack.ints(0, 0));
            PlainVulkan.check(KHRSwapchain.vkQueuePresentKHR(vulkan.queue, info));
        }
        return frame++;
    }

    /** The first frame begins with the first presentation: it has no number. A second wait tells nothing new. */
    private void awaitFrame(int shown) throws Throwable {
        long before = System.nanoTime();
        int result = await(swapchains[0], Math.max(1, shown));
        long after = System.nanoTime();
        if (shown > 0 && result == VK_SUCCESS) {
            System.out.println("awaited " + shown + " " + before + " " + after);
            await(swapchains[0], shown);
        }
    }

    private int await(long swapchain, long id) throws Throwable {
        if (WAIT_2 == null || id % 2 == 0) {
            return KHRPresentWait.vkWaitForPresentKHR(vulkan.device, swapchain, id, 0);
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            return (int) WAIT_2.invokeExact(vulkan.device, swapchain, MemoryUtil.memAddress(stack.longs(0, 0, id, 0)));
        }
    }

    /** With room for the stages of each answer. */
    private void readPastStages() throws Throwable {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            final int most = 8;
            long timings = stack.ncalloc(8, most, 72);
            for (int i = 0; i < most; i++) {
                MemoryUtil.memPutAddress(timings + 72L * i + 40, stack.ncalloc(8, 2, 16));
            }
            long info = MemoryUtil.memAddress(stack.longs(0, 0, 0, swapchains[0]));
            long answer = MemoryUtil.memAddress(stack.longs(0, 0, 0, 0, most, timings));
            PlainVulkan.check((int) PAST_STAGES.invokeExact(vulkan.device, info, answer));
        }
    }

    /** Asks for the number of answers first. */
    private void readPast() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer count = stack.ints(0);
            GOOGLEDisplayTiming.vkGetPastPresentationTimingGOOGLE(vulkan.device, swapchains[0], count, null);
            GOOGLEDisplayTiming.vkGetPastPresentationTimingGOOGLE(
                    vulkan.device, swapchains[0], count, VkPastPresentationTimingGOOGLE.calloc(count.get(0), stack));
        }
    }
}
