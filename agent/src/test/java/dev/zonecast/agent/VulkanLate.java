package dev.zonecast.agent;

import static org.lwjgl.vulkan.VK12.*;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import mygame.Step;
import org.lwjgl.glfw.GLFW;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/**
 * A game with Vulkan that knows nothing of Zonecast. It shows as many frames as each number on its standard input asks for. The submission
 * of each lies in a label of the queue that ends in another method than it begins in.
 */
final class VulkanLate {
    /** Makes and names the render pass, and makes the pipelines. */
    static final int MAKE = -1;

    static final String NAME = "late";
    static final String LABEL = "submission";

    /** Of a frame: one triangle of a list, two of a strip, two of one that a command has chosen before. */
    static final int PRIMITIVES = 5;

    private final PlainVulkan vulkan;
    private final VkCommandBuffer commands;
    private final PlainSwapchain screen;
    private final long acquired;
    private final long done;
    private long pass;
    private long framebuffer;
    private long[] pipelines;
    private long dynamic;

    private VulkanLate(PlainVulkan vulkan, long window) {
        this.vulkan = vulkan;
        screen = new PlainSwapchain(vulkan, window, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
        commands = vulkan.commandBuffer(vulkan.pool(), VK_COMMAND_BUFFER_LEVEL_PRIMARY);
        acquired = vulkan.fence();
        done = vulkan.fence();
    }

    public static void main(String[] arguments) {
        if (!GLFW.glfwInit()) {
            throw new IllegalStateException("no GLFW");
        }
        GLFW.glfwWindowHint(GLFW.GLFW_CLIENT_API, GLFW.GLFW_NO_API);
        long window = GLFW.glfwCreateWindow(PlainVulkan.SIZE, PlainVulkan.SIZE, "game", 0, 0);
        try (var vulkan = new PlainVulkan(
                VK13.VK_API_VERSION_1_3,
                0,
                PlainSwapchain.windowExtensions(),
                KHRSwapchain.VK_KHR_SWAPCHAIN_EXTENSION_NAME)) {
            var program = new VulkanLate(vulkan, window);
            var numbers = new Scanner(System.in, StandardCharsets.UTF_8);
            while (numbers.hasNextInt()) {
                int number = numbers.nextInt();
                if (number == MAKE) {
                    program.make();
                }
                for (int i = 0; i < number; i++) {
                    program.frame();
                }
                System.out.println("frames " + number + ", error 0");
            }
        }
        GLFW.glfwTerminate();
    }

    private void make() {
        pass = vulkan.renderPass();
        vulkan.name(VK_OBJECT_TYPE_RENDER_PASS, pass, NAME);
        framebuffer = vulkan.framebuffer(pass, vulkan.target());
        pipelines = vulkan.graphicsPipelines(pass);
        dynamic = vulkan.graphicsPipelines(pass, VK13.VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY)[0];
    }

    private void frame() {
        int image = screen.acquire(acquired);
        record(screen.image(image));
        Step.run(this::begin);
        end();
        screen.present(image);
    }

    private void record(long image) {
        PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
        if (pass != VK_NULL_HANDLE) {
            PlainVulkan.beginPass(commands, pass, framebuffer);
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines[0]);
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines[1]);
            vkCmdDraw(commands, 4, 1, 0, 0);
            VK13.vkCmdSetPrimitiveTopology(commands, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP);
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, dynamic);
            vkCmdDraw(commands, 4, 1, 0, 0);
            vkCmdEndRenderPass(commands);
        }
        VulkanScreen.draw(commands, image, 0xFF);
        PlainVulkan.check(vkEndCommandBuffer(commands));
    }

    private void begin() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            EXTDebugUtils.vkQueueBeginDebugUtilsLabelEXT(
                    vulkan.queue,
                    VkDebugUtilsLabelEXT.calloc(stack).sType$Default().pLabelName(stack.UTF8(LABEL)));
        }
        vulkan.submit(done, commands);
    }

    private void end() {
        vulkan.await(done);
        EXTDebugUtils.vkQueueEndDebugUtilsLabelEXT(vulkan.queue);
    }
}
