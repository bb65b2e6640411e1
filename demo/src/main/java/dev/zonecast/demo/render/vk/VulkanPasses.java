package dev.zonecast.demo.render.vk;

import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuZone;
import dev.zonecast.demo.render.PassDevice;
import dev.zonecast.gpu.vk.VkGpuCtx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** The passes' view of Vulkan: they record into the command buffer of a frame. */
final class VulkanPasses implements PassDevice<Target, Pipeline> {
    private final VulkanDevice device;
    private final ShaderCompiler compiler;
    private final VkGpuCtx gpu;
    private final Bindings bindings;
    private final MeshBuffers meshes;
    private final Map<List<Target>, Long> sets = new HashMap<>();

    private FrameSlot slot;
    private VkCommandBuffer commands;
    private int frameOffset;

    /** @param compiler for the time until all programs are made */
    VulkanPasses(VulkanDevice device, ShaderCompiler compiler, VkGpuCtx gpu, Bindings bindings, MeshBuffers meshes) {
        this.device = device;
        this.compiler = compiler;
        this.gpu = gpu;
        this.bindings = bindings;
        this.meshes = meshes;
    }

    /**
     * Begins a frame.
     *
     * @param next whose commands are recorded
     * @param offset of the frame's block in its buffer
     */
    void beginFrame(FrameSlot next, int offset) {
        slot = next;
        commands = next.commands;
        frameOffset = offset;
    }

    @Override
    public Target target(TargetKind kind, int width, int height) {
        return new Target(device, kind, width, height);
    }

    @Override
    public Pipeline program(ProgramKind kind, TargetKind into, String vertex, String fragment) {
        return new Pipeline(device, compiler, bindings, kind, into, vertex, fragment);
    }

    @Override
    public GpuZone zone(SourceLocation location) {
        return gpu.open(location, commands);
    }

    /** Dynamic rendering. */
    @Override
    public Scope drawInto(Target target) {
        target.beginDrawing(commands);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkRenderingInfo info = VkRenderingInfo.calloc(stack).sType$Default().layerCount(1);
            info.renderArea().extent().set(target.width(), target.height());
            target.attachTo(info, stack);
            gpu.pauseStatistics(commands);
            vkCmdBeginRendering(commands, info);
            gpu.resumeStatistics(commands);
            vkCmdSetViewport(
                    commands,
                    0,
                    VkViewport.calloc(1, stack)
                            .width(target.width())
                            .height(target.height())
                            .maxDepth(1));
            VkRect2D.Buffer scissors = VkRect2D.calloc(1, stack);
            scissors.get(0).extent().set(target.width(), target.height());
            vkCmdSetScissor(commands, 0, scissors);
        }
        return () -> {
            gpu.pauseStatistics(commands);
            vkCmdEndRendering(commands);
            gpu.resumeStatistics(commands);
            target.endDrawing(commands);
        };
    }

    @Override
    public void use(Pipeline program, List<Target> textures) {
        program.bind(commands);
        bindings.bind(commands, sets.computeIfAbsent(textures, bindings::set), frameOffset);
    }

    @Override
    public void parameter(float x, float y) {
        bindings.push(commands, x, y);
    }

    @Override
    public void drawOver() {
        vkCmdDraw(commands, 3, 1, 0, 0);
    }

    @Override
    public void drawMesh(int mesh, boolean casters) {
        InstanceUpload instances = slot.instances;
        int count = instances.count(mesh, casters);
        if (count > 0) {
            meshes.draw(commands, mesh, instances.buffer(), instances.first(mesh, casters), count);
        }
    }
}
