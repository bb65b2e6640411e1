package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.vulkan.VK12.*;

import java.nio.file.Path;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/**
 * A game with Vulkan that knows nothing of Zonecast: two render passes, labels, dispatches, copies, a secondary command buffer and one that
 * is recorded once and submitted each frame. What it does a frame is in constants.
 */
final class VulkanGame {
    static final int DRAWS = 3;
    static final int INSTANCES = 4;
    static final int PRIMITIVES = 5;
    static final int DISPATCHES = 5;
    static final int COPIES = 3;
    private final PlainVulkan vulkan;
    private final VkCommandBuffer commands;
    private final VkCommandBuffer reused;
    private final VkCommandBuffer secondary;
    private final long shadowPass;
    private final long mainPass;
    private final long shadows;
    private final long picture;
    private final long[] pipelines;
    private final long compute;
    private final long from;
    private final long to;
    private final long fence;
    private final long acquired;
    private final PlainSwapchain screen;

    /** File to wait for, number of frames, whether a command buffer is recorded for one submission. */
    public static void main(String[] arguments) throws Exception {
        if (!glfwInit()) {
            throw new IllegalStateException("no GLFW");
        }
        PlainVulkan.await(Path.of(arguments[0]));
        int frames = Integer.parseInt(arguments[1]);
        int once = arguments[2].equals("once") ? VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT : 0;
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
        long window = glfwCreateWindow(PlainVulkan.SIZE, PlainVulkan.SIZE, "game", 0, 0);
        try (var vulkan = new PlainVulkan(
                VK_API_VERSION_1_2,
                0,
                PlainSwapchain.windowExtensions(),
                KHRSwapchain.VK_KHR_SWAPCHAIN_EXTENSION_NAME)) {
            var game = new VulkanGame(vulkan, window);
            for (int i = 0; i < frames; i++) {
                game.frame(once);
                glfwPollEvents();
            }
        }
        glfwDestroyWindow(window);
        glfwTerminate();
        System.out.println("frames " + frames);
    }

    private VulkanGame(PlainVulkan vulkan, long window) {
        this.vulkan = vulkan;
        screen = new PlainSwapchain(vulkan, window, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
        long pool = vulkan.pool();
        commands = vulkan.commandBuffer(pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY);
        reused = vulkan.commandBuffer(pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY);
        secondary = vulkan.commandBuffer(pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY);
        shadowPass = vulkan.renderPass();
        mainPass = vulkan.renderPass();
        vulkan.name(VK_OBJECT_TYPE_RENDER_PASS, shadowPass, "shadow map");
        shadows = vulkan.framebuffer(shadowPass, vulkan.target());
        picture = vulkan.framebuffer(mainPass, vulkan.target());
        pipelines = vulkan.graphicsPipelines(mainPass);
        compute = vulkan.computePipeline();
        from = vulkan.buffer();
        to = vulkan.buffer();
        fence = vulkan.fence();
        acquired = vulkan.fence();
        record(secondary, 0);
        record(reused, 0);
    }

    private void record(VkCommandBuffer buffer, int flags) {
        PlainVulkan.begin(buffer, flags);
        PlainVulkan.label(buffer, buffer == reused ? "reused" : "secondary");
        vkCmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, compute);
        vkCmdDispatch(buffer, 1, 1, 1);
        PlainVulkan.endLabel(buffer);
        PlainVulkan.check(vkEndCommandBuffer(buffer));
    }

    private void frame(int once) {
        int image = screen.acquire(acquired);
        PlainVulkan.begin(commands, once);
        PlainSwapchain.layout(
                commands, screen.image(image), VK_IMAGE_LAYOUT_UNDEFINED, KHRSwapchain.VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
        PlainVulkan.beginPass(commands, shadowPass, shadows);
        vkCmdEndRenderPass(commands);
        PlainVulkan.label(commands, "main");
        PlainVulkan.beginPass(commands, mainPass, picture);
        draw();
        vkCmdEndRenderPass(commands);
        vkCmdDispatch(commands, 1, 1, 1);
        PlainVulkan.barrier(commands);
        vkCmdDispatch(commands, 1, 1, 1);
        PlainVulkan.endLabel(commands);
        copy();
        vkCmdDispatch(commands, 1, 1, 1);
        vkCmdExecuteCommands(commands, secondary);
        PlainVulkan.check(vkEndCommandBuffer(commands));
        vulkan.submit(fence, commands, reused);
        vulkan.await(fence);
        screen.present(image);
    }

    private void draw() {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines[0]);
        vkCmdDraw(commands, 3, 1, 0, 0);
        PlainVulkan.label(commands, "instanced");
        vkCmdDraw(commands, 3, 2, 0, 0);
        PlainVulkan.endLabel(commands);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines[1]);
        // The graphics pipeline stays bound.
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, compute);
        vkCmdDraw(commands, 4, 1, 0, 0);
    }

    private void copy() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkBufferCopy.Buffer region = VkBufferCopy.calloc(1, stack).size(PlainVulkan.BUFFER_BYTES);
            vkCmdFillBuffer(commands, from, 0, VK_WHOLE_SIZE, 7);
            PlainVulkan.barrier(commands);
            vkCmdCopyBuffer(commands, from, to, region);
            PlainVulkan.barrier(commands);
            vkCmdCopyBuffer(commands, to, from, region);
            PlainVulkan.barrier(commands);
        }
    }
}
