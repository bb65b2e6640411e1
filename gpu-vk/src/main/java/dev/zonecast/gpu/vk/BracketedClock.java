package dev.zonecast.gpu.vk;

import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;

/**
 * The GPU's clock by a time stamp that is submitted and waited for: where there is no calibrated clock. Only while a context is made: it
 * uses the queue, and waits. From then on the results of queries follow the clock.
 */
final class BracketedClock implements AutoCloseable {
    private static final int RESULT_WORDS = 2;

    private final VkFunctions functions;
    private final SetUpCommands commands;
    private final QueueFacts facts;
    private final boolean hostReset;
    private final long pool;
    private long last;

    BracketedClock(VkFunctions functions, SetUpCommands commands, QueueFacts facts, boolean hostReset) {
        this.functions = functions;
        this.commands = commands;
        this.facts = facts;
        this.hostReset = hostReset;
        this.pool = functions.createPool(VK10.VK_QUERY_TYPE_TIMESTAMP, 1, 0);
    }

    /** The GPU's clock some time during the call; what it was the last time, if the driver fails. */
    long gpuTicksNow() {
        if (pool == 0) {
            return last;
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            if (hostReset) {
                functions.resetFromHost(pool, 0, 1);
            }
            commands.run(this::writeTimestamp);
            LongBuffer result = stack.callocLong(RESULT_WORDS);
            if (functions.results(pool, 0, 1, RESULT_WORDS, MemoryUtil.memAddress(result)) == VK10.VK_SUCCESS
                    && result.get(1) != 0) {
                last = result.get(0);
            }
        } catch (SetUpCommands.VulkanFailure e) {
            // The zones themselves will say what is wrong.
        }
        return last;
    }

    private void writeTimestamp(VkCommandBuffer buffer) {
        if (!hostReset && facts.canReset()) {
            functions.resetInCommandBuffer(buffer.address(), pool, 0, 1);
        }
        functions.writeTimestamp(buffer.address(), VK10.VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 0);
    }

    @Override
    public void close() {
        if (pool != 0) {
            functions.destroyPool(pool);
        }
    }
}
