package dev.zonecast.gpu.vk;

import static org.lwjgl.vulkan.KHRPerformanceQuery.*;

import dev.zonecast.core.gpu.HardwareCounter;
import dev.zonecast.gpu.vk.PerformanceFunctions.Counter;
import dev.zonecast.memory.Memory;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkDevice;

/**
 * Queries of hardware counters. A slot lasts from one begin or end of a zone to the next; at most {@value #SLOTS} wait for the GPU. It has
 * the device's profiling lock until it is closed.
 */
final class PerformanceCounters extends VkCounters {
    private static final int SLOTS = 1024;

    private final PerformanceFunctions performance;
    private final VkDevice device;
    private final int[] storages;
    private final Memory results;

    private PerformanceCounters(
            VkFunctions functions, PerformanceFunctions performance, VkDevice device, long pool, List<Counter> chosen) {
        super(
                functions,
                SLOTS,
                pool,
                chosen.stream().map(each -> each.shown().statistic()).toList());
        this.performance = performance;
        this.device = device;
        storages = chosen.stream().mapToInt(Counter::storage).toArray();
        results = arena.allocate(Long.BYTES * (long) storages.length, Long.BYTES);
    }

    /** Queries for the wanted counters; null if there are none. What is missing is logged. */
    static PerformanceCounters of(
            VkFunctions functions, VkDevice device, int queueFamily, String context, List<String> wanted) {
        if (wanted.isEmpty()) {
            return null;
        }
        PerformanceFunctions performance = functions.performance();
        List<Counter> all = performance.counters(queueFamily);
        if (all.isEmpty()) {
            return refuse(context, "the device has no VK_KHR_performance_query for queue family " + queueFamily);
        }
        if (!performance.isEnabled(device)) {
            return refuse(context, "the device was created without VK_KHR_performance_query");
        }
        List<Integer> chosen = choose(performance, queueFamily, context, wanted, all);
        if (chosen.isEmpty()) {
            return null;
        }
        if (!performance.lock(device)) {
            return refuse(context, "another profiler has the device's profiling lock");
        }
        long pool = performance.createPool(device, queueFamily, chosen, SLOTS);
        if (pool == 0) {
            performance.unlock(device);
            return refuse(
                    context,
                    "the driver refuses the queries; the device needs the feature performanceCounterQueryPools");
        }
        return new PerformanceCounters(
                functions,
                performance,
                device,
                pool,
                chosen.stream().map(all::get).toList());
    }

    private static PerformanceCounters refuse(String context, String reason) {
        HardwareCounter.refuseAll(context, reason);
        return null;
    }

    /** The wanted counters that one run of a command buffer can count together. */
    private static List<Integer> choose(
            PerformanceFunctions performance, int queueFamily, String context, List<String> wanted, List<Counter> all) {
        List<HardwareCounter> offered = all.stream().map(Counter::shown).toList();
        List<Integer> chosen = new ArrayList<>();
        for (int index : HardwareCounter.choose(context, offered, wanted)) {
            String name = offered.get(index).fullName();
            chosen.add(index);
            if (!all.get(index).isOfCommands()) {
                HardwareCounter.refuse(context, name, "it counts whole command buffers or render passes");
                chosen.removeLast();
            } else if (performance.passes(queueFamily, chosen) > 1) {
                HardwareCounter.refuse(context, name, "the device cannot count it together with those before it");
                chosen.removeLast();
            }
        }
        return chosen;
    }

    @Override
    protected boolean read(int slot, long[] values) {
        if (performance.results(device, pool, slot - 1, storages.length, results.address()) != VK10.VK_SUCCESS) {
            return false;
        }
        for (int i = 0; i < storages.length; i++) {
            values[i] = value(storages[i], Long.BYTES * (long) i);
        }
        return true;
    }

    private long value(int storage, long at) {
        return switch (storage) {
            case VK_PERFORMANCE_COUNTER_STORAGE_INT32_KHR -> results.getInt(at);
            case VK_PERFORMANCE_COUNTER_STORAGE_UINT32_KHR -> Integer.toUnsignedLong(results.getInt(at));
            case VK_PERFORMANCE_COUNTER_STORAGE_FLOAT32_KHR ->
                Math.round((double) Float.intBitsToFloat(results.getInt(at)));
            case VK_PERFORMANCE_COUNTER_STORAGE_FLOAT64_KHR -> Math.round(Double.longBitsToDouble(results.getLong(at)));
            default -> results.getLong(at);
        };
    }

    @Override
    public void close() {
        super.close();
        performance.unlock(device);
    }
}
