package dev.zonecast.bench;

import static org.lwjgl.vulkan.VK10.*;
import static org.lwjgl.vulkan.VK12.*;
import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.gpu.vk.VkGpuCtx;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.concurrent.TimeUnit;
import org.lwjgl.BufferUtils;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does {@link VkGpuCtx} add to the calls of a real Vulkan driver? (As a rule Mesa's lavapipe, for which no GPU is needed.)
 *
 * <p>{@code ./zonecast bench VulkanBenchmark}: microseconds a burst are nanoseconds a zone.
 *
 * <p>The baseline is two bare calls of {@code vkCmdWriteTimestamp}, and their share of the {@code vkResetQueryPool} without which no
 * query can be written again, for as many queries at once as ours resets. The GPU runs the commands, and results are read, outside the
 * measured time.
 */
@Burst(VulkanBenchmark.ZONES)
@State(Scope.Thread)
@Measurement(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class VulkanBenchmark extends BurstBenchmark {
    static final int ZONES = 1000;

    /** A chunk of the engine's, for contexts that record in targets. */
    private static final int RESET_AT_ONCE = 64;

    private static final SourceLocation LOCATION = SourceLocation.here("pass");

    /** A device with one queue and one command buffer, always being recorded. */
    @State(Scope.Benchmark)
    public static class Renderer {
        private VkDevice device;
        private VkQueue queue;
        private VkCommandBuffer commands;
        private VkGpuCtx gpu;
        private long pool;
        private final LongBuffer results = BufferUtils.createLongBuffer(2 * RESET_AT_ONCE);

        @Setup
        public void start(LiveRecording recording) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                VkPhysicalDevice physicalDevice = firstDevice(stack, createInstance(stack));
                createDevice(stack, physicalDevice);
                createCommands(stack);
                LongBuffer handle = stack.mallocLong(1);
                check(vkCreateQueryPool(
                        device,
                        VkQueryPoolCreateInfo.calloc(stack)
                                .sType$Default()
                                .queryType(VK_QUERY_TYPE_TIMESTAMP)
                                .queryCount(2 * ZONES),
                        null,
                        handle));
                pool = handle.get(0);
            }
            gpu = VkGpuCtx.builder(device, 0).name("bench").hostQueryReset(true).create();
            begin();
        }

        private static VkInstance createInstance(MemoryStack stack) {
            VkInstanceCreateInfo info = VkInstanceCreateInfo.calloc(stack)
                    .sType$Default()
                    .pApplicationInfo(
                            VkApplicationInfo.calloc(stack).sType$Default().apiVersion(VK_API_VERSION_1_3));
            PointerBuffer handle = stack.mallocPointer(1);
            check(vkCreateInstance(info, null, handle));
            return new VkInstance(handle.get(0), info);
        }

        private static VkPhysicalDevice firstDevice(MemoryStack stack, VkInstance instance) {
            IntBuffer count = stack.mallocInt(1);
            check(vkEnumeratePhysicalDevices(instance, count, null));
            PointerBuffer devices = stack.mallocPointer(count.get(0));
            check(vkEnumeratePhysicalDevices(instance, count, devices));
            return new VkPhysicalDevice(devices.get(0), instance);
        }

        private void createDevice(MemoryStack stack, VkPhysicalDevice physicalDevice) {
            VkDeviceCreateInfo info = VkDeviceCreateInfo.calloc(stack)
                    .sType$Default()
                    .pNext(VkPhysicalDeviceVulkan12Features.calloc(stack)
                            .sType$Default()
                            .hostQueryReset(true))
                    .pQueueCreateInfos(VkDeviceQueueCreateInfo.calloc(1, stack)
                            .sType$Default()
                            .pQueuePriorities(stack.floats(1)))
                    .ppEnabledExtensionNames(stack.pointers(
                            stack.UTF8(EXTCalibratedTimestamps.VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME)));
            PointerBuffer handle = stack.mallocPointer(1);
            check(vkCreateDevice(physicalDevice, info, null, handle));
            device = new VkDevice(handle.get(0), physicalDevice, info);
            vkGetDeviceQueue(device, 0, 0, handle);
            queue = new VkQueue(handle.get(0), device);
        }

        private void createCommands(MemoryStack stack) {
            LongBuffer commandPool = stack.mallocLong(1);
            check(vkCreateCommandPool(
                    device,
                    VkCommandPoolCreateInfo.calloc(stack)
                            .sType$Default()
                            .flags(VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT),
                    null,
                    commandPool));
            PointerBuffer handle = stack.mallocPointer(1);
            check(vkAllocateCommandBuffers(
                    device,
                    VkCommandBufferAllocateInfo.calloc(stack)
                            .sType$Default()
                            .commandPool(commandPool.get(0))
                            .commandBufferCount(1),
                    handle));
            commands = new VkCommandBuffer(handle.get(0), device);
        }

        private static void check(int result) {
            if (result != VK_SUCCESS) {
                throw new IllegalStateException("no Vulkan 1.3: VkResult " + result);
            }
        }

        private void begin() {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                check(vkBeginCommandBuffer(
                        commands,
                        VkCommandBufferBeginInfo.calloc(stack)
                                .sType$Default()
                                .flags(VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT)));
            }
        }

        void runAndRecordAnew() {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                check(vkEndCommandBuffer(commands));
                check(vkQueueSubmit(
                        queue,
                        VkSubmitInfo.calloc(stack).sType$Default().pCommandBuffers(stack.pointers(commands)),
                        VK_NULL_HANDLE));
                check(vkQueueWaitIdle(queue));
            }
            begin();
        }

        @TearDown
        public void requireNothingLost() {
            runAndRecordAnew();
            gpu.collect();
            if (!gpu.isAvailable()
                    || gpu.statistics().droppedZones() > 0
                    || gpu.statistics().outstandingQueries() > 0) {
                throw new IllegalStateException("not a valid run: " + gpu.statistics());
            }
        }

        void submit() {
            for (int query = 0; query < 2 * ZONES; query++) {
                if (query % RESET_AT_ONCE == 0) {
                    vkResetQueryPool(device, pool, query, Math.min(RESET_AT_ONCE, 2 * ZONES - query));
                }
                vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, query);
            }
        }

        void results() {
            for (int query = 0; query < 2 * ZONES; query += RESET_AT_ONCE) {
                int count = Math.min(RESET_AT_ONCE, 2 * ZONES - query);
                results.clear().limit(2 * count);
                check(vkGetQueryPoolResults(
                        device,
                        pool,
                        query,
                        count,
                        results,
                        2 * Long.BYTES,
                        VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT));
            }
        }

        void zones() {
            for (int i = 0; i < ZONES; i++) {
                long zone = gpu.begin(LOCATION, commands);
                gpu.end(zone, commands);
            }
        }
    }

    /** Each burst starts with nothing outstanding. */
    @State(Scope.Thread)
    public static class NothingOutstanding {
        @Setup(Level.Invocation)
        public void finish(Renderer renderer) {
            renderer.runAndRecordAnew();
            renderer.gpu.collect();
        }
    }

    /** Each burst starts with its zones passed by the GPU, and not yet read. */
    @State(Scope.Thread)
    public static class ZonesFinished {
        @Setup(Level.Invocation)
        public void submitAndFinish(Renderer renderer) {
            renderer.zones();
            renderer.runAndRecordAnew();
        }
    }

    /** Each burst starts with its bare timestamps written by the GPU, and not yet read. */
    @State(Scope.Thread)
    public static class TimestampsWritten {
        @Setup(Level.Invocation)
        public void submitAndFinish(Renderer renderer) {
            renderer.submit();
            renderer.runAndRecordAnew();
        }
    }

    @Benchmark
    public void twoTimestamps(Renderer renderer, LiveRecording.WideRoom room, NothingOutstanding nothing) {
        renderer.submit();
    }

    @Benchmark
    public void zone(Renderer renderer, LiveRecording.WideRoom room, NothingOutstanding nothing) {
        renderer.zones();
    }

    /** The timestamps' results, for as many queries at once as ours reads. */
    @Benchmark
    public void twoResults(Renderer renderer, LiveRecording.WideRoom room, TimestampsWritten written) {
        renderer.results();
    }

    /** Makes the calls of {@link #twoResults}. */
    @Benchmark
    public void collect(Renderer renderer, LiveRecording.WideRoom room, ZonesFinished finished) {
        renderer.gpu.collect();
    }
}
