package dev.zonecast.gpu.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lwjgl.vulkan.KHRPerformanceQuery.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.gpu.HardwareCounter;
import dev.zonecast.core.gpu.contract.GpuEvents;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDevice;

/** Hardware counters of Vulkan: with a driver that is played function by function, because Mesa's software driver has none. */
class VkHardwareCountersTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");

    private static PerformanceFunctions.Counter counter(
            String name, String unit, boolean isCount, int storage, boolean isOfCommands) {
        return new PerformanceFunctions.Counter(
                storage, isOfCommands, new HardwareCounter("GPU", name, unit, "", isCount));
    }

    /** The device of the machine, with another extension. Its counters count {@link #work}. */
    private final class PlayedDevice extends VkFunctions {
        private static final long POOL = 4711;

        private final Map<Integer, Long> counted = new HashMap<>();
        private List<Integer> chosen = List.of();
        private boolean isPresent = true;
        private boolean isEnabled = true;
        private boolean hasLock = true;
        private int locks;
        private int pools;
        private int result;
        private long work;

        PlayedDevice() {
            super(vulkan.device);
        }

        @Override
        PerformanceFunctions performance() {
            return new PerformanceFunctions(vulkan.physicalDevice) {
                @Override
                List<Counter> counters(int queueFamily) {
                    return isPresent
                            ? List.of(
                                    counter("misses", "count", true, VK_PERFORMANCE_COUNTER_STORAGE_UINT32_KHR, true),
                                    counter("bytes", "bytes", true, VK_PERFORMANCE_COUNTER_STORAGE_FLOAT64_KHR, true),
                                    counter("busy", "percent", false, VK_PERFORMANCE_COUNTER_STORAGE_FLOAT32_KHR, true),
                                    counter("whole", "count", true, VK_PERFORMANCE_COUNTER_STORAGE_UINT64_KHR, false),
                                    counter("second", "count", true, VK_PERFORMANCE_COUNTER_STORAGE_UINT64_KHR, true))
                            : List.of();
                }

                @Override
                int passes(int queueFamily, List<Integer> counters) {
                    return counters.contains(4) ? 2 : 1;
                }

                @Override
                boolean isEnabled(VkDevice device) {
                    return isEnabled;
                }

                @Override
                boolean lock(VkDevice device) {
                    locks += hasLock ? 1 : 0;
                    return hasLock;
                }

                @Override
                void unlock(VkDevice device) {
                    locks--;
                }

                @Override
                long createPool(VkDevice device, int queueFamily, List<Integer> counters, int queries) {
                    chosen = counters;
                    pools++;
                    return POOL;
                }

                @Override
                int results(VkDevice device, long pool, int query, int counters, long results) {
                    for (int i = 0; i < chosen.size(); i++) {
                        long value = counted.get(query);
                        if (chosen.get(i) == 1) {
                            MemoryUtil.memPutDouble(results + 8L * i, value * 1000.0);
                        } else {
                            MemoryUtil.memPutInt(results + 8L * i, (int) value);
                        }
                    }
                    return result;
                }
            };
        }

        @Override
        void resetFromHost(long pool, int first, int count) {
            if (pool != POOL) {
                super.resetFromHost(pool, first, count);
            }
        }

        @Override
        void beginQuery(long commandBuffer, long pool, int query) {
            if (pool == POOL) {
                counted.put(query, -work);
            } else {
                super.beginQuery(commandBuffer, pool, query);
            }
        }

        @Override
        void endQuery(long commandBuffer, long pool, int query) {
            if (pool == POOL) {
                counted.merge(query, work, Long::sum);
            } else {
                super.endQuery(commandBuffer, pool, query);
            }
        }

        @Override
        void destroyPool(long pool) {
            if (pool == POOL) {
                pools--;
            } else {
                super.destroyPool(pool);
            }
        }
    }

    private final TestDevice vulkan = new TestDevice(TestDevice.Features.ALL);
    private final GpuEvents events = new GpuEvents();
    private final PlayedDevice played = new PlayedDevice();

    @AfterEach
    void close() {
        vulkan.finish();
        events.close();
        vulkan.close();
    }

    private VkGpuCtx open(boolean withStatistics, String... counters) {
        return VkGpuCtx.builder(vulkan.device, TestDevice.QUEUE_FAMILY)
                .hostQueryReset(true)
                .pipelineStatistics(withStatistics)
                .counters(counters)
                .create(
                        played,
                        QueueFacts.of(vulkan.physicalDevice, TestDevice.QUEUE_FAMILY),
                        GpuContextOptions.of("counting"));
    }

    private void runNested(VkGpuCtx ctx) {
        VkCommandBuffer commands = vulkan.commandBuffer(true);
        vulkan.begin(commands, true);
        long outer = ctx.begin(OUTER, commands);
        played.work += 1;
        long inner = ctx.begin(INNER, commands);
        played.work += 10;
        ctx.end(inner, commands);
        played.work += 100;
        ctx.end(outer, commands);
        TestDevice.check(VK10.vkEndCommandBuffer(commands));
        vulkan.submit(commands);
        vulkan.finish();
        ctx.collect();
        assertEquals("outer(inner())", events.shapeOf(ctx.zones().info()));
    }

    private List<Long> amounts(VkGpuCtx ctx, GpuStatistic of) {
        return events.amountsOf(ctx.zones().info(), of);
    }

    @Test
    void shouldCountInNestedZonesBesideThePipeline() {
        VkGpuCtx ctx = open(true, "bytes", "GPU/misses");
        runNested(ctx);

        assertEquals(List.of(10L, 111L), amounts(ctx, GpuStatistic.of("misses")));
        assertEquals(List.of(10_000L, 111_000L), amounts(ctx, GpuStatistic.of("bytes")));
        assertEquals(List.of(0L, 0L), amounts(ctx, GpuStatistic.VERTICES));
        assertEquals(1, played.locks);
        ctx.close();
        assertEquals(0, played.locks);
        assertEquals(0, played.pools);
    }

    @Test
    void shouldLeaveOutWhatZonesCannotHave() {
        try (VkGpuCtx ctx = open(false, "busy", "whole", "second", "nothing", "misses")) {
            runNested(ctx);

            assertEquals(List.of(0), played.chosen);
            assertEquals(List.of(10L, 111L), amounts(ctx, GpuStatistic.of("misses")));
        }
    }

    @Test
    void shouldHaveNoCountsWhenResultsDoNotCome() {
        played.result = VK10.VK_NOT_READY;
        try (VkGpuCtx ctx = open(false, "misses")) {
            runNested(ctx);

            assertEquals(List.of(), amounts(ctx, GpuStatistic.of("misses")));
        }
    }

    @Test
    void shouldGoOnWithoutCountersWhenTheyCannotBeHad() {
        for (int i = 0; i < 3; i++) {
            played.isPresent = i != 0;
            played.isEnabled = i != 1;
            played.hasLock = i != 2;
            try (VkGpuCtx ctx = open(false, "misses")) {
                assertTrue(ctx.isAvailable());
                assertEquals(0, played.locks);
                assertEquals(0, played.pools);
            }
        }
        played.hasLock = true;
    }

    /** The real device: a list, with or without the extension. */
    @Test
    void shouldListTheCountersOfTheDevice() {
        boolean has = DeviceExtensions.has(vulkan.physicalDevice, VK_KHR_PERFORMANCE_QUERY_EXTENSION_NAME);

        List<HardwareCounter> all = VkHardwareCounters.of(vulkan.physicalDevice, TestDevice.QUEUE_FAMILY);

        assertEquals(has, !all.isEmpty());
        assertFalse(DeviceExtensions.has(vulkan.physicalDevice, "VK_NO_such_extension"));
    }
}
