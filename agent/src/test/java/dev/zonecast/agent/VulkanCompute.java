package dev.zonecast.agent;

import static org.lwjgl.vulkan.VK12.*;

import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkPhysicalDeviceVulkan12Features;
import org.lwjgl.vulkan.VkSemaphoreCreateInfo;
import org.lwjgl.vulkan.VkSemaphoreTypeCreateInfo;

/**
 * A program without frames that knows nothing of Zonecast: several threads record command buffers at once. On three devices: Vulkan 1.2 with
 * features of the program's own, Vulkan 1.1, and Vulkan 1.0, which has no hostQueryReset.
 */
final class VulkanCompute {
    static final int ROUNDS = 30;
    static final int THREADS = 4;
    static final int RUNS = 3;

    private VulkanCompute() {}

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        try (MemoryStack stack = MemoryStack.stackPush();
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            PlainVulkan.await(Path.of(arguments[0]));
            var features = VkPhysicalDeviceVulkan12Features.calloc(stack)
                    .sType$Default()
                    .timelineSemaphore(true);
            try (var first = new PlainVulkan(VK_API_VERSION_1_2, features.address(), List.of());
                    var second = new PlainVulkan(VK_API_VERSION_1_1, 0, List.of());
                    var third = new PlainVulkan(VK_API_VERSION_1_0, 0, List.of())) {
                if (features.hostQueryReset() || !features.timelineSemaphore()) {
                    throw new IllegalStateException("the program's features were changed");
                }
                for (PlainVulkan each : List.of(first, second, third)) {
                    compute(each, threads, each == first);
                }
            }
        }
        System.out.println("computed");
    }

    private static void compute(PlainVulkan vulkan, ExecutorService threads, boolean isTimeline) throws Exception {
        long pipeline = vulkan.computePipeline();
        long semaphore = semaphore(vulkan, isTimeline);
        var buffers = new ArrayList<VkCommandBuffer>();
        for (int i = 0; i < THREADS; i++) {
            buffers.add(vulkan.commandBuffer(vulkan.pool(), VK_COMMAND_BUFFER_LEVEL_PRIMARY));
        }
        for (int round = 0; round < ROUNDS; round++) {
            var recordings = new ArrayList<Future<?>>();
            buffers.forEach(buffer -> recordings.add(threads.submit(() -> record(buffer, pipeline))));
            for (Future<?> each : recordings) {
                each.get();
            }
            // The second half waits for the first.
            VkCommandBuffer[] all = buffers.toArray(VkCommandBuffer[]::new);
            int value = isTimeline ? round + 1 : 0;
            vulkan.submit(VK_NULL_HANDLE, VK_NULL_HANDLE, semaphore, value, Arrays.copyOf(all, THREADS / 2));
            VkCommandBuffer[] rest = Arrays.copyOfRange(all, THREADS / 2, THREADS);
            vulkan.submit(VK_NULL_HANDLE, semaphore, VK_NULL_HANDLE, value, rest);
            PlainVulkan.check(vkQueueWaitIdle(vulkan.queue));
        }
        vkDestroySemaphore(vulkan.device, semaphore, null);
    }

    private static long semaphore(PlainVulkan vulkan, boolean isTimeline) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var type =
                    VkSemaphoreTypeCreateInfo.calloc(stack).sType$Default().semaphoreType(VK_SEMAPHORE_TYPE_TIMELINE);
            var info = VkSemaphoreCreateInfo.calloc(stack).sType$Default().pNext(isTimeline ? type.address() : 0);
            LongBuffer handle = stack.mallocLong(1);
            PlainVulkan.check(vkCreateSemaphore(vulkan.device, info, null, handle));
            return handle.get(0);
        }
    }

    private static void record(VkCommandBuffer buffer, long pipeline) {
        PlainVulkan.begin(buffer, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
        vkCmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        for (int i = 0; i < RUNS; i++) {
            PlainVulkan.label(buffer, "step " + i);
            vkCmdDispatch(buffer, 1, 1, 1);
            PlainVulkan.endLabel(buffer);
        }
        PlainVulkan.check(vkEndCommandBuffer(buffer));
    }
}
