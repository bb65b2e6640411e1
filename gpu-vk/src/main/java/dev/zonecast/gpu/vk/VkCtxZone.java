package dev.zonecast.gpu.vk;

import org.lwjgl.vulkan.VkCommandBuffer;

/**
 * A GPU zone that ends with its block:
 *
 * <pre>{@code
 * try (var _ = gpu.open(SHADOWS, commandBuffer)) {
 *     drawShadows(commandBuffer);
 * }
 * }</pre>
 *
 * The compiler removes the object wherever it inlines the calls.
 */
public final class VkCtxZone implements AutoCloseable {
    private final VkGpuCtx context;
    private final VkCommandBuffer commandBuffer;
    private long token;

    VkCtxZone(VkGpuCtx context, VkCommandBuffer commandBuffer, long token) {
        this.context = context;
        this.commandBuffer = commandBuffer;
        this.token = token;
    }

    /** True if something is recorded. */
    public boolean isRecorded() {
        return token != 0;
    }

    /** Ends the zone; a second call does nothing. */
    @Override
    public void close() {
        long ending = token;
        token = 0;
        context.end(ending, commandBuffer);
    }
}
