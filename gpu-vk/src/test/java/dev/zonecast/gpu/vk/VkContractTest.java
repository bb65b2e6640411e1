package dev.zonecast.gpu.vk;

import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuZones;
import dev.zonecast.core.gpu.contract.GpuContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;

/** The contract on a device; subclasses say what the device can do. */
abstract class VkContractTest extends GpuContract {
    private final TestDevice.Features features;
    private final TestDevice vulkan;
    private final List<VkGpuCtx> contexts = new ArrayList<>();
    private VkCommandBuffer commands;
    private VkCommandBuffer nextCommands;

    VkContractTest(TestDevice.Features features) {
        this.features = features;
        this.vulkan = new TestDevice(features);
    }

    @BeforeEach
    void record() {
        commands = vulkan.commandBuffer(true);
        nextCommands = vulkan.commandBuffer(true);
        vulkan.begin(commands, true);
    }

    @AfterEach
    void theLayerHasSaidNothing() {
        finish();
        contexts.forEach(VkGpuCtx::close);
        vulkan.close();
    }

    @Override
    protected GpuZones open(GpuContextOptions options) {
        VkGpuCtx context = VkGpuCtx.builder(vulkan.device, TestDevice.QUEUE_FAMILY)
                .name(options.name())
                .debugLabels(options.labels())
                .maxOutstandingZones(options.maxOutstandingZones())
                .recalibrateEvery(options.recalibrateEvery())
                .hostQueryReset(features.hostQueryReset())
                .synchronization2(features.synchronization2())
                .create();
        contexts.add(context);
        return context.zones();
    }

    @Override
    protected long target() {
        return commands.address();
    }

    /**
     * All calls of Vulkan. A frame writes four time stamps and reads results. Without reset from the host, it reads results twice and
     * asks whether a chunk is reset. A chunk's queries are reset once in 16 frames.
     */
    @Override
    protected int foreignCalls(int frames) {
        int chunks = (frames + 15) / 16;
        return features.hostQueryReset() ? 5 * frames + chunks : 7 * frames + 2 * chunks;
    }

    @Override
    protected void resetQueries() {
        if (!features.hostQueryReset()) {
            for (int i = 0; i < contexts.size(); i++) {
                contexts.get(i).collect(commands);
            }
        }
    }

    @Override
    protected void work() {
        VK10.vkCmdPipelineBarrier(
                commands,
                VK10.VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                VK10.VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                0,
                null,
                null,
                null);
    }

    /** What was recorded is submitted, and runs; then the recording goes on in the other command buffer: a zone may end there. */
    @Override
    protected void finish() {
        resetQueries();
        VkCommandBuffer recorded = commands;
        commands = nextCommands;
        nextCommands = recorded;
        vulkan.runAndRecord(recorded, commands);
    }
}
