package dev.zonecast.agent.vk;

import dev.zonecast.agent.AgentLog;
import dev.zonecast.agent.FrameCounters;
import dev.zonecast.core.registry.TableLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VKCapabilitiesDevice;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkQueueFamilyProperties;

/** A logical device of the program's. Thread-safe. */
final class Device {
    /** Handles of dispatchable objects are addresses: those of all devices are in one table. */
    private static final int MOST_COMMAND_BUFFERS = 1 << 16;

    private static final int MOST_OTHERS = 1 << 12;
    private static final HandleMap<CommandBuffer> COMMAND_BUFFERS = new HandleMap<>(MOST_COMMAND_BUFFERS);
    private static final TableLimit BUFFERS_LIMIT =
            TableLimit.ofEvents("Vulkan command buffers", MOST_COMMAND_BUFFERS, "further ones have no GPU zones");
    private static final TableLimit POOLS_LIMIT = TableLimit.ofEvents(
            "Vulkan command pools", MOST_OTHERS, "command buffers of further ones have no GPU zones");

    /** Zones are collected when a picture is presented. So long after the last time, a submission collects them too. */
    private static final long COLLECT_NANOS = 20_000_000;

    /** A pool of command buffers. */
    private record Pool(QueueFamily family, List<CommandBuffer> buffers) {}

    private final VkDevice handle;
    private final int number;
    private final boolean resets;
    private final boolean readsClock;
    private final int[] flagsOfFamilies;
    private final QueueFamily[] families;
    private final PassNames names = new PassNames();
    private final Topologies topologies = new Topologies();
    private final FrameCounters counters;

    private final HandleMap<Pool> pools = new HandleMap<>(MOST_OTHERS);
    private final HandleMap<QueueFamily> queues = new HandleMap<>(MOST_OTHERS);

    private final HandleMap<Swapchain> swapchains = new HandleMap<>(MOST_OTHERS);
    private final Pictures pictures;

    private final AtomicBoolean saidOverlaps = new AtomicBoolean();
    private final AtomicLong collected = new AtomicLong(System.nanoTime());

    /** The surface whose frames the counters belong to; 0: nothing was presented. */
    private volatile long firstSurface;

    /**
     * A new device.
     *
     * @param handle made with the extensions that the agent added
     * @param number from 1 on; of the devices of this process
     * @param resets whether the feature hostQueryReset is enabled
     */
    Device(VkDevice handle, int number, boolean resets) {
        this.handle = handle;
        this.number = number;
        this.resets = resets;
        VKCapabilitiesDevice of = handle.getCapabilities();
        // By name: LWJGL 3.3.3 does not know the functions of VK_KHR_calibrated_timestamps.
        this.readsClock = of.vkGetCalibratedTimestampsEXT != 0
                || VK10.vkGetDeviceProcAddr(handle, "vkGetCalibratedTimestampsKHR") != 0;
        this.counters = new FrameCounters("Vulkan", suffix());
        this.flagsOfFamilies = flagsOfFamilies(handle.getPhysicalDevice());
        this.families = new QueueFamily[flagsOfFamilies.length];
        for (int i = 0; i < families.length; i++) {
            families[i] = new QueueFamily(this, i);
        }
        this.pictures = new Pictures(this);
    }

    private String suffix() {
        return number == 1 ? "" : " (" + number + ")";
    }

    private static int[] flagsOfFamilies(VkPhysicalDevice physical) {
        int[] count = new int[1];
        VK10.vkGetPhysicalDeviceQueueFamilyProperties(physical, count, null);
        try (VkQueueFamilyProperties.Buffer all = VkQueueFamilyProperties.calloc(count[0])) {
            VK10.vkGetPhysicalDeviceQueueFamilyProperties(physical, count, all);
            return all.stream().mapToInt(VkQueueFamilyProperties::queueFlags).toArray();
        }
    }

    VkDevice handle() {
        return handle;
    }

    int number() {
        return number;
    }

    boolean canReset() {
        return resets;
    }

    boolean readsClock() {
        return readsClock;
    }

    /** Pipeline creation says what it took. */
    boolean hasCreationFeedback() {
        VKCapabilitiesDevice of = handle.getCapabilities();
        return of.Vulkan13 || of.VK_EXT_pipeline_creation_feedback;
    }

    PassNames names() {
        return names;
    }

    Topologies topologies() {
        return topologies;
    }

    FrameCounters counters() {
        return counters;
    }

    /** What viewers call the zones of a queue family. */
    String contextName(int family) {
        return "Vulkan " + nameOf(flagsOfFamilies, family) + suffix();
    }

    /** The kind of the family. All but the first family of a kind add their index. */
    static String nameOf(int[] flagsOfFamilies, int family) {
        String kind = kind(flagsOfFamilies[family]);
        boolean isFirst = IntStream.range(0, family).noneMatch(i -> kind.equals(kind(flagsOfFamilies[i])));
        String index = "queue family " + family;
        return kind.isEmpty() ? index : isFirst ? kind : kind + ", " + index;
    }

    private static String kind(int flags) {
        if ((flags & VK10.VK_QUEUE_GRAPHICS_BIT) != 0) {
            return "graphics";
        }
        if ((flags & VK10.VK_QUEUE_COMPUTE_BIT) != 0) {
            return "compute";
        }
        return (flags & VK10.VK_QUEUE_TRANSFER_BIT) != 0 ? "transfer" : "";
    }

    boolean canDraw(QueueFamily family) {
        return (flagsOfFamilies[family.index()] & VK10.VK_QUEUE_GRAPHICS_BIT) != 0;
    }

    // --- command buffers

    /** Null if the agent has not seen its allocation. */
    static CommandBuffer commandBuffer(long handle) {
        return COMMAND_BUFFERS.get(handle);
    }

    void poolMade(long pool, int family) {
        if (!pools.put(pool, new Pool(families[family], new ArrayList<>()))) {
            POOLS_LIMIT.refuse();
        }
    }

    void allocated(long pool, long handles, int count, boolean secondary) {
        Pool of = pools.get(pool);
        if (of != null) {
            for (int i = 0; i < count; i++) {
                long address = MemoryUtil.memGetAddress(handles + (long) Long.BYTES * i);
                CommandBuffer made =
                        new CommandBuffer(new VkCommandBuffer(address, handle), this, of.family(), secondary);
                if (COMMAND_BUFFERS.put(address, made)) {
                    // Vulkan lets one thread at a time use a pool.
                    of.buffers().add(made);
                } else {
                    BUFFERS_LIMIT.refuse();
                }
            }
        }
    }

    void freed(long pool, long handle) {
        CommandBuffer buffer = COMMAND_BUFFERS.remove(handle);
        if (buffer != null) {
            buffer.discard();
            Pool of = pools.get(pool);
            if (of != null) {
                of.buffers().remove(buffer);
            }
        }
    }

    void poolReset(long pool) {
        Pool of = pools.get(pool);
        if (of != null) {
            of.buffers().forEach(CommandBuffer::discard);
        }
    }

    void poolDestroyed(long pool) {
        Pool of = pools.remove(pool);
        if (of != null) {
            for (CommandBuffer buffer : of.buffers()) {
                buffer.discard();
                COMMAND_BUFFERS.remove(buffer.handle());
            }
        }
    }

    void sayOverlaps() {
        if (saidOverlaps.compareAndSet(false, true)) {
            AgentLog.say("command buffers with SIMULTANEOUS_USE may run twice at once: they have no GPU zones");
        }
    }

    // --- queues, frames

    void queueKnown(long queue, int family) {
        queues.put(queue, families[family]);
    }

    /** Null if the agent has not seen where it is from. */
    QueueFamily familyOf(long queue) {
        return queues.get(queue);
    }

    void swapchainMade(long handle, Swapchain swapchain) {
        swapchains.put(handle, swapchain);
    }

    void swapchainDestroyed(long handle) {
        names.swapchainDestroyed(handle);
        Swapchain swapchain = swapchains.remove(handle);
        if (swapchain != null) {
            pictures.gone(swapchain);
        }
    }

    /** Null if the agent has not seen its creation. */
    Swapchain swapchain(long handle) {
        return swapchains.get(handle);
    }

    Pictures pictures() {
        return pictures;
    }

    /** A picture went to a surface. */
    void presented(long surface) {
        if (firstSurface == 0) {
            firstSurface = surface;
        }
        if (surface == firstSurface) {
            counters.frameEnds(System.nanoTime());
        }
        collect();
    }

    void surfaceGoes(long surface) {
        if (surface == firstSurface) {
            firstSurface = 0;
        }
    }

    private void collect() {
        collected.set(System.nanoTime());
        for (QueueFamily family : families) {
            family.collect();
        }
    }

    /** Collects and counts in a program that presents nothing, or nothing any more. */
    void collectNowAndThen() {
        long last = collected.get();
        long now = System.nanoTime();
        if (now - last > COLLECT_NANOS && collected.compareAndSet(last, now)) {
            counters.publishWithoutFrames(now);
            collect();
        }
    }

    /** Before it is destroyed. */
    void close() {
        pictures.close();
        counters.close(System.nanoTime());
        for (QueueFamily family : families) {
            family.close();
        }
        for (CommandBuffer buffer : COMMAND_BUFFERS.values()) {
            if (buffer.device() == this) {
                COMMAND_BUFFERS.remove(buffer.handle());
            }
        }
    }
}
