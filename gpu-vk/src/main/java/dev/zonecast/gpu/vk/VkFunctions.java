package dev.zonecast.gpu.vk;

import static org.lwjgl.system.JNI.callPJJV;
import static org.lwjgl.system.JNI.callPJV;
import static org.lwjgl.system.JNI.callPPPI;
import static org.lwjgl.system.JNI.callPPPPI;
import static org.lwjgl.system.JNI.callPPV;
import static org.lwjgl.system.JNI.callPV;

import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VKCapabilitiesDevice;
import org.lwjgl.vulkan.VKCapabilitiesInstance;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkQueryPoolCreateInfo;

/**
 * The functions of a device that GPU zones need, without allocation on the Java heap. Command buffers are handles: the engine knows them as
 * numbers. Tests put a driver that misbehaves in its place.
 */
class VkFunctions {
    private final VkDevice device;
    private final long writeTimestamp;
    private final long writeTimestamp2;
    private final long beginQuery;
    private final long endQuery;
    private final long cmdReset;
    private final long hostReset;
    private final long calibrated;
    private final long timeDomains;
    private final long beginLabel;
    private final long endLabel;

    VkFunctions(VkDevice device) {
        this.device = device;
        VKCapabilitiesDevice of = device.getCapabilities();
        VKCapabilitiesInstance ofInstance = device.getPhysicalDevice().getCapabilities();
        writeTimestamp = of.vkCmdWriteTimestamp;
        writeTimestamp2 = of.vkCmdWriteTimestamp2 != 0 ? of.vkCmdWriteTimestamp2 : of.vkCmdWriteTimestamp2KHR;
        beginQuery = of.vkCmdBeginQuery;
        endQuery = of.vkCmdEndQuery;
        cmdReset = of.vkCmdResetQueryPool;
        hostReset = of.vkResetQueryPool != 0 ? of.vkResetQueryPool : of.vkResetQueryPoolEXT;
        // By name: LWJGL 3.3.3 does not know the functions of VK_KHR_calibrated_timestamps.
        long khr = VK10.vkGetDeviceProcAddr(device, "vkGetCalibratedTimestampsKHR");
        calibrated = khr != 0 ? khr : of.vkGetCalibratedTimestampsEXT;
        timeDomains = khr != 0
                ? VK10.vkGetInstanceProcAddr(
                        device.getPhysicalDevice().getInstance(), "vkGetPhysicalDeviceCalibrateableTimeDomainsKHR")
                : ofInstance.vkGetPhysicalDeviceCalibrateableTimeDomainsEXT;
        beginLabel = ofInstance.vkCmdBeginDebugUtilsLabelEXT;
        endLabel = ofInstance.vkCmdEndDebugUtilsLabelEXT;
    }

    /** Those of hardware counters. */
    PerformanceFunctions performance() {
        return new PerformanceFunctions(device.getPhysicalDevice());
    }

    /** True if the device's version or extensions bring the call; whether the feature was enabled, Vulkan does not tell. */
    boolean hasHostReset() {
        return hostReset != 0;
    }

    /** As {@link #hasHostReset}. */
    boolean hasWriteTimestamp2() {
        return writeTimestamp2 != 0;
    }

    boolean hasCalibratedTimestamps() {
        return calibrated != 0 && timeDomains != 0;
    }

    /**
     * As vkGetPhysicalDeviceCalibrateableTimeDomains.
     *
     * @param count address of an int
     * @param domains address of that many ints; 0 asks for the count
     */
    int timeDomains(long count, long domains) {
        return callPPPI(device.getPhysicalDevice().address(), count, domains, timeDomains);
    }

    boolean hasLabels() {
        return beginLabel != 0 && endLabel != 0;
    }

    /**
     * A pool of queries; 0 if the driver has no more.
     *
     * @param type a VkQueryType
     * @param flags VkQueryPipelineStatisticFlags
     */
    long createPool(int type, int queries, int flags) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkQueryPoolCreateInfo info = VkQueryPoolCreateInfo.calloc(stack)
                    .sType$Default()
                    .queryType(type)
                    .queryCount(queries)
                    .pipelineStatistics(flags);
            LongBuffer pool = stack.mallocLong(1);
            return VK10.vkCreateQueryPool(device, info, null, pool) == VK10.VK_SUCCESS ? pool.get(0) : 0;
        }
    }

    void beginQuery(long commandBuffer, long pool, int query) {
        callPJV(commandBuffer, pool, query, 0, beginQuery);
    }

    void endQuery(long commandBuffer, long pool, int query) {
        callPJV(commandBuffer, pool, query, endQuery);
    }

    void destroyPool(long pool) {
        VK10.vkDestroyQueryPool(device, pool, null);
    }

    /** @param stage a bit of VkPipelineStageFlagBits */
    void writeTimestamp(long commandBuffer, int stage, long pool, int query) {
        callPJV(commandBuffer, stage, pool, query, writeTimestamp);
    }

    /** @param stage a bit of VkPipelineStageFlagBits2 */
    void writeTimestamp2(long commandBuffer, long stage, long pool, int query) {
        callPJJV(commandBuffer, stage, pool, query, writeTimestamp2);
    }

    void resetInCommandBuffer(long commandBuffer, long pool, int first, int count) {
        callPJV(commandBuffer, pool, first, count, cmdReset);
    }

    void resetFromHost(long pool, int first, int count) {
        callPJV(device.address(), pool, first, count, hostReset);
    }

    /**
     * Reads results without waiting.
     *
     * @param words 64-bit words for each query, of which the last one tells whether the others are a result
     * @param results where the words go
     * @return a VkResult
     */
    int results(long pool, int first, int count, int words, long results) {
        int flags = VK10.VK_QUERY_RESULT_64_BIT | VK10.VK_QUERY_RESULT_WITH_AVAILABILITY_BIT;
        return VK10.nvkGetQueryPoolResults(device, pool, first, count, 8L * words * count, results, 8L * words, flags);
    }

    /**
     * Reads two clocks at once.
     *
     * @param infos two VkCalibratedTimestampInfo
     * @param timestamps two 64-bit words
     * @param deviation one 64-bit word
     * @return a VkResult
     */
    int calibratedTimestamps(long infos, long timestamps, long deviation) {
        return callPPPPI(device.address(), 2, infos, timestamps, deviation, calibrated);
    }

    /** @param label a VkDebugUtilsLabelEXT */
    void beginLabel(long commandBuffer, long label) {
        callPPV(commandBuffer, label, beginLabel);
    }

    void endLabel(long commandBuffer) {
        callPV(commandBuffer, endLabel);
    }
}
