package dev.zonecast.agent;

import static org.lwjgl.vulkan.VK13.*;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/**
 * A program whose labels begin and end anywhere in and around its passes, or never end. Knows nothing of Zonecast. A dispatch outside of
 * passes has a label of its own, which names the number of open labels that began outside of passes.
 */
final class VulkanLabels {
    private static final int RECORDINGS = 20;
    private static final int STEPS = 100;

    private final PlainVulkan vulkan;
    private final VkCommandBuffer commands;
    private final VkCommandBuffer further;
    private final long pass;
    private final long framebuffer;
    private final long compute;
    private final long fence;

    /** Open ones, the innermost first: whether they began outside of passes. */
    private final Deque<Boolean> labels = new ArrayDeque<>();

    private int begunLabels;
    private int begunPasses;

    private VulkanLabels(PlainVulkan vulkan) {
        this.vulkan = vulkan;
        long pool = vulkan.pool();
        commands = vulkan.commandBuffer(pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY);
        further = vulkan.commandBuffer(pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY);
        pass = vulkan.renderPass();
        vulkan.name(VK_OBJECT_TYPE_RENDER_PASS, pass, "pass");
        framebuffer = vulkan.framebuffer(pass, vulkan.target());
        compute = vulkan.computePipeline();
        fence = vulkan.fence();
    }

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        PlainVulkan.await(Path.of(arguments[0]));
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var features = VkPhysicalDeviceVulkan13Features.calloc(stack)
                    .sType$Default()
                    .dynamicRendering(true);
            try (var vulkan = new PlainVulkan(VK_API_VERSION_1_3, features.address(), List.of())) {
                var program = new VulkanLabels(vulkan);
                for (int i = 0; i < RECORDINGS; i++) {
                    program.recordAnyOrder(new Random(i));
                }
                program.recordParts();
                program.recordLabelAroundParts();
                program.recordPartsInTwoBuffers();
                program.recordPassesOfSecondaryBuffers();
                System.out.println("labels " + program.begunLabels + ", passes " + program.begunPasses);
            }
        }
    }

    private void recordAnyOrder(Random random) {
        PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
        // Labels that the recording before left open never end: Mesa's drivers crash if the end is in another command
        // buffer.
        labels.clear();
        boolean inPass = false;
        for (int i = 0; i < STEPS || inPass; i++) {
            int step = random.nextInt(4);
            if (step == 0) {
                PlainVulkan.label(commands, "label");
                labels.push(!inPass);
                begunLabels++;
            } else if (step == 1 && !labels.isEmpty()) {
                endLabel();
            } else if (step == 2) {
                inPass = !inPass;
                if (inPass) {
                    PlainVulkan.beginPass(commands, pass, framebuffer);
                    begunPasses++;
                } else {
                    vkCmdEndRenderPass(commands);
                }
            } else if (step == 3 && !inPass) {
                dispatch();
            }
        }
        submit();
    }

    private void endLabel() {
        labels.pop();
        PlainVulkan.endLabel(commands);
    }

    private void dispatch() {
        PlainVulkan.label(
                commands, "in " + labels.stream().filter(outside -> outside).count());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, compute);
        vkCmdDispatch(commands, 1, 1, 1);
        PlainVulkan.endLabel(commands);
    }

    private void submit() {
        PlainVulkan.check(vkEndCommandBuffer(commands));
        vulkan.submit(fence, commands);
        vulkan.await(fence);
    }

    /** A label ends in the first of two parts of dynamic rendering. */
    private void recordParts() {
        PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
        labels.clear();
        PlainVulkan.label(commands, "label");
        begunLabels++;
        beginRendering(commands, VK_RENDERING_SUSPENDING_BIT);
        PlainVulkan.endLabel(commands);
        vkCmdEndRendering(commands);
        beginRendering(commands, VK_RENDERING_RESUMING_BIT);
        vkCmdEndRendering(commands);
        dispatch();
        submit();
    }

    /** Between the parts no timestamp may be written: a label around both has a zone in each. A label between them is empty. */
    private void recordLabelAroundParts() {
        PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
        labels.clear();
        PlainVulkan.label(commands, "label");
        begunLabels += 2;
        beginRendering(commands, VK_RENDERING_SUSPENDING_BIT);
        vkCmdEndRendering(commands);
        PlainVulkan.label(commands, "between");
        PlainVulkan.endLabel(commands);
        beginRendering(commands, VK_RENDERING_RESUMING_BIT);
        vkCmdEndRendering(commands);
        PlainVulkan.endLabel(commands);
        dispatch();
        submit();
    }

    /** Each with a label around it, which ends and begins between the parts. */
    private void recordPartsInTwoBuffers() {
        for (VkCommandBuffer each : new VkCommandBuffer[] {commands, further}) {
            PlainVulkan.begin(each, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
            PlainVulkan.label(each, "label");
            begunLabels++;
            beginRendering(each, each == commands ? VK_RENDERING_SUSPENDING_BIT : VK_RENDERING_RESUMING_BIT);
            vkCmdEndRendering(each);
            PlainVulkan.endLabel(each);
            PlainVulkan.check(vkEndCommandBuffer(each));
        }
        vulkan.submit(fence, commands, further);
        vulkan.await(fence);
    }

    /** Where a pass may hold secondary command buffers only, no timestamp may be written. */
    private void recordPassesOfSecondaryBuffers() {
        PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
        labels.clear();
        PlainVulkan.beginPass(commands, pass, framebuffer, VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS);
        begunPasses++;
        PlainVulkan.label(commands, "unseen");
        PlainVulkan.endLabel(commands);
        vkCmdEndRenderPass(commands);
        for (int part : new int[] {VK_RENDERING_SUSPENDING_BIT, VK_RENDERING_RESUMING_BIT}) {
            beginRendering(commands, part | VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT);
            vkCmdEndRendering(commands);
        }
        dispatch();
        submit();
    }

    private static void beginRendering(VkCommandBuffer commands, int flags) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkRenderingInfo info =
                    VkRenderingInfo.calloc(stack).sType$Default().flags(flags).layerCount(1);
            info.renderArea().extent().set(PlainVulkan.SIZE, PlainVulkan.SIZE);
            vkCmdBeginRendering(commands, info);
        }
    }
}
