package dev.zonecast.agent.vk;

import dev.zonecast.agent.AgentLog;
import dev.zonecast.gpu.vk.VkGpuCtx;
import dev.zonecast.gpu.vk.VkGpuCtxBuilder;
import org.lwjgl.vulkan.VkQueue;

/**
 * A queue family of a device: command buffers belong to one, and so do their zones. Its context is made when the first command buffer is
 * recorded. Where the driver reads no clock, making it uses a queue: that is done when the program submits, which has the queue for
 * itself then. Thread-safe.
 */
final class QueueFamily {
    private final Device device;
    private final int index;

    private volatile VkGpuCtx context;

    /** True when there is a context, or never will be. */
    private volatile boolean settled;

    /** Making the context calls functions with hooks. Guarded by this. */
    private boolean making;

    QueueFamily(Device device, int index) {
        this.device = device;
        this.index = index;
    }

    int index() {
        return index;
    }

    /** Null if there are no zones, or not yet. */
    VkGpuCtx context() {
        if (!settled && device.readsClock()) {
            make(null);
        }
        return context;
    }

    /** The program submits to a queue of the family. */
    void submits(VkQueue queue) {
        if (!settled) {
            make(queue);
        }
    }

    private synchronized void make(VkQueue queue) {
        if (settled || making) {
            return;
        }
        making = true;
        try {
            if (device.canReset()) {
                context = builder(queue)
                        .name(device.contextName(index))
                        .hostQueryReset(true)
                        .synchronization2(false)
                        .create();
            }
        } catch (RuntimeException e) {
            AgentLog.say("no GPU zones of " + device.contextName(index) + ": " + e.getMessage());
        } finally {
            making = false;
            settled = true;
        }
    }

    private VkGpuCtxBuilder builder(VkQueue queue) {
        return queue == null
                ? VkGpuCtx.builder(device.handle(), index)
                : VkGpuCtx.builder(
                        device.handle().getPhysicalDevice().getInstance(),
                        device.handle().getPhysicalDevice(),
                        device.handle(),
                        new VkQueue(queue.address(), device.handle()),
                        index);
    }

    void collect() {
        VkGpuCtx collected = context;
        if (collected != null) {
            collected.collect();
        }
    }

    /** Before the device is destroyed. */
    synchronized void close() {
        settled = true;
        if (context != null) {
            context.collect();
            context.close();
            context = null;
        }
    }
}
