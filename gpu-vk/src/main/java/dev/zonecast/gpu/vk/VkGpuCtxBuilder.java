package dev.zonecast.gpu.vk;

import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.gpu.GpuZones;
import dev.zonecast.core.registry.Registry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkQueue;

/** How a {@link VkGpuCtx} is to be. */
public final class VkGpuCtxBuilder {
    private static final int CHUNK_ROUNDING = 64;

    private final VkDevice device;
    private final VkQueue queue;
    private final int queueFamily;
    private int queueIndex;
    private long commandPool;
    private VkCommandBuffer commandBuffer;
    private boolean hostQueryReset;
    private boolean synchronization2;
    private long beginStage = VK10.VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT;
    private long endStage = VK10.VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT;
    private String name = "Vulkan";
    private boolean debugLabels;
    private boolean pipelineStatistics;
    private List<String> counters = List.of();
    private int maxOutstandingZones = GpuContextOptions.DEFAULT_MAX_OUTSTANDING_ZONES;
    private Duration recalibrateEvery = GpuContextOptions.AUTOMATIC;

    VkGpuCtxBuilder(VkDevice device, VkQueue queue, int queueFamily) {
        this.device = device;
        this.queue = queue;
        this.queueFamily = queueFamily;
        // A program that enables the extension by name wants what it brings; of a feature of the core version one
        // cannot tell.
        this.hostQueryReset = device.getCapabilities().VK_EXT_host_query_reset;
        this.synchronization2 = device.getCapabilities().VK_KHR_synchronization2;
    }

    /** Name as viewers show it; default {@code Vulkan}. */
    public VkGpuCtxBuilder name(String name) {
        this.name = name;
        return this;
    }

    /** Which queue of the family, if the queue itself was not given; default 0. */
    public VkGpuCtxBuilder queueIndex(int index) {
        this.queueIndex = index;
        return this;
    }

    /**
     * Whether the device was created with the feature {@code hostQueryReset} (Vulkan 1.2, or VK_EXT_host_query_reset). With it {@link
     * VkGpuCtx#collect()} resets queries itself; without it {@link VkGpuCtx#collect(VkCommandBuffer)} has to be called, all queries are made
     * at once, and queues that only transfer can have no zones. Default: true if the extension was enabled by its name, else false,
     * because Vulkan does not tell which features were enabled.
     */
    public VkGpuCtxBuilder hostQueryReset(boolean enabled) {
        this.hostQueryReset = enabled;
        return this;
    }

    /**
     * Whether the device was created with the feature {@code synchronization2} (Vulkan 1.3, or VK_KHR_synchronization2), so that
     * vkCmdWriteTimestamp2 may be used. Default: true if the extension was enabled by its name, else false.
     */
    public VkGpuCtxBuilder synchronization2(boolean enabled) {
        this.synchronization2 = enabled;
        return this;
    }

    /**
     * When the GPU takes the times of zones: each is a bit of VkPipelineStageFlagBits2 (of VkPipelineStageFlagBits, without {@link
     * #synchronization2}). The time is taken when all commands before have passed that stage. Default: the bottom of the pipe for both, so
     * that zones that follow each other do not overlap. The top of the pipe for begins shows zones from where the GPU takes their first
     * command up: command buffers that overlap are in different lanes, overlaps within one are cut off.
     */
    public VkGpuCtxBuilder stages(long begin, long end) {
        this.beginStage = begin;
        this.endStage = end;
        return this;
    }

    /**
     * Whether zones also begin and end labels (VK_EXT_debug_utils), so that graphics debuggers show the same names; default no. Labels are
     * written also while nobody listens.
     */
    public VkGpuCtxBuilder debugLabels(boolean debugLabels) {
        this.debugLabels = debugLabels;
        return this;
    }

    /**
     * Whether the GPU counts what its pipeline does in each zone (vertices, primitives, runs of shaders), to be shown as values with the
     * zone; default no, because it costs the GPU time. The device has to be created with the feature pipelineStatisticsQuery, and
     * {@link #hostQueryReset}. A zone has to begin and end in the same command buffer. Where a render pass begins or ends while a zone is
     * open, call {@link VkGpuCtx#pauseStatistics} before and {@link VkGpuCtx#resumeStatistics} after. The program can have no such query
     * active during a zone, nor execute secondary command buffers unless they inherit queries.
     */
    public VkGpuCtxBuilder pipelineStatistics(boolean pipelineStatistics) {
        this.pipelineStatistics = pipelineStatistics;
        return this;
    }

    /**
     * Hardware counters that the GPU counts in each zone, to be shown as values with the zone; default none, because they cost the GPU
     * time. The device has to be created with VK_KHR_performance_query, its feature performanceCounterQueryPools, and {@link
     * #hostQueryReset}. One log line names each counter that the context cannot have. The context holds the device's profiling lock until
     * it is closed. The rules of {@link #pipelineStatistics} apply.
     *
     * @param names as {@link VkHardwareCounters#of} has them, with or without the group; {@value GpuStatistic#MAX_COUNTERS} at most
     */
    public VkGpuCtxBuilder counters(String... names) {
        this.counters = List.of(names);
        return this;
    }

    /**
     * A pool of the queue's family for a command buffer that {@link #create} needs for a moment; without it {@link #create} makes one of its
     * own. It has to allow the reset of single command buffers, and no other code may use it during the call.
     */
    public VkGpuCtxBuilder commandPool(long commandPool) {
        this.commandPool = commandPool;
        return this;
    }

    /** A command buffer for the same, which may be recorded anew implicitly: not pending, of a pool that allows its reset. */
    public VkGpuCtxBuilder commandBuffer(VkCommandBuffer commandBuffer) {
        this.commandBuffer = commandBuffer;
        return this;
    }

    /**
     * How many zones may wait for the GPU; later ones are dropped and counted. Default {@value
     * GpuContextOptions#DEFAULT_MAX_OUTSTANDING_ZONES}. Each command buffer takes queries in steps of 32 zones.
     *
     * @throws IllegalArgumentException by {@link #create} if less than 1 or greater than {@value
     *     GpuContextOptions#LARGEST_MAX_OUTSTANDING_ZONES}
     */
    public VkGpuCtxBuilder maxOutstandingZones(int zones) {
        this.maxOutstandingZones = zones;
        return this;
    }

    /**
     * How often the GPU's clock is read to follow its drift, at the most; default: by what it costs. {@link Duration#ZERO} reads it at
     * creation only; its drift is then followed by the results of queries alone, as it is without VK_KHR_calibrated_timestamps and
     * VK_EXT_calibrated_timestamps.
     */
    public VkGpuCtxBuilder recalibrateEvery(Duration interval) {
        this.recalibrateEvery = Objects.requireNonNull(interval, "interval");
        return this;
    }

    /**
     * Makes the context and calibrates its clock. With {@link #hostQueryReset} and one of the calibrated-timestamps extensions enabled it
     * uses no queue; else it submits to the queue and waits for it (a few milliseconds), and no other thread may use the queue during the
     * call.
     *
     * @throws UnsupportedQueueException if the queue's family has no time stamps, or no way to reset queries
     * @throws IllegalArgumentException if an option is out of its range, or the device does not have what it was said to have
     */
    public VkGpuCtx create() {
        GpuContextOptions options = new GpuContextOptions(name, debugLabels, maxOutstandingZones, recalibrateEvery);
        if (!GpuZones.ENABLED) {
            return new VkGpuCtx(GpuZones.unavailable(options.name(), "switched off"), null);
        }
        QueueFacts facts = QueueFacts.of(device.getPhysicalDevice(), queueFamily);
        Registry.INSTANCE.addGpu(facts.device(), facts.driver());
        return create(new VkFunctions(device), facts, options);
    }

    /** With functions that tests have changed. */
    VkGpuCtx create(VkFunctions functions, QueueFacts facts, GpuContextOptions options) {
        if (hostQueryReset && !functions.hasHostReset()) {
            throw new IllegalArgumentException(
                    "the device has no hostQueryReset: it was created for Vulkan 1.1 or older");
        }
        if (synchronization2 && !functions.hasWriteTimestamp2()) {
            throw new IllegalArgumentException(
                    "the device has no synchronization2: it was created for Vulkan 1.2 or older");
        }
        if (pipelineStatistics && !hostQueryReset) {
            throw new IllegalArgumentException("pipelineStatistics need hostQueryReset");
        }
        if (!counters.isEmpty() && !hostQueryReset) {
            throw new IllegalArgumentException("counters need hostQueryReset");
        }
        facts.require(hostQueryReset);
        VkStages stages = new VkStages(beginStage, endStage, synchronization2);
        CalibratedClock clock = CalibratedClock.of(functions);
        VkQueries queries = new VkQueries(functions, facts, stages, hostQueryReset, clock);
        if (pipelineStatistics) {
            queries.count(PipelineStatistics.of(functions, facts));
        }
        queries.count(PerformanceCounters.of(functions, device, queueFamily, options.name(), counters));
        try {
            GpuZones zones = clock != null && hostQueryReset
                    ? GpuZones.create(GpuApi.VULKAN, queries, options)
                    : createWithCommands(functions, facts, queries, options);
            return new VkGpuCtx(zones, queries);
        } catch (SetUpCommands.VulkanFailure e) {
            queries.free();
            return new VkGpuCtx(GpuZones.unavailable(options.name(), e.getMessage()), queries);
        }
    }

    private GpuZones createWithCommands(
            VkFunctions functions, QueueFacts facts, VkQueries queries, GpuContextOptions options) {
        GpuContextOptions possible = queries.clock() != null
                ? options
                : new GpuContextOptions(options.name(), options.labels(), options.maxOutstandingZones(), Duration.ZERO);
        try (SetUpCommands commands =
                        new SetUpCommands(device, queueOrFirst(), queueFamily, commandBuffer, commandPool);
                BracketedClock bracketed = new BracketedClock(functions, commands, facts, hostQueryReset)) {
            if (!hostQueryReset) {
                queries.reserve(2 * options.maxOutstandingZones() + CHUNK_ROUNDING, commands);
            }
            queries.bracketed(bracketed);
            return GpuZones.create(GpuApi.VULKAN, queries, possible);
        } finally {
            queries.bracketed(null);
        }
    }

    private VkQueue queueOrFirst() {
        if (queue != null) {
            return queue;
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer handle = stack.mallocPointer(1);
            VK10.vkGetDeviceQueue(device, queueFamily, queueIndex, handle);
            return new VkQueue(handle.get(0), device);
        }
    }
}
