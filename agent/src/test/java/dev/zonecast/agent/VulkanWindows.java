package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.vulkan.VK12.*;

import java.nio.file.Path;
import java.util.List;
import org.lwjgl.vulkan.*;

/**
 * A game with two windows of Vulkan that knows nothing of Zonecast. It presents both in one call, then the first alone after the second was
 * destroyed.
 */
final class VulkanWindows {
    static final int TOGETHER = 20;
    static final int ALONE = 10;
    private static final int OTHER_COLOR = 0x00FF00;

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        if (!glfwInit()) {
            throw new IllegalStateException("no GLFW");
        }
        PlainVulkan.await(Path.of(arguments[0]));
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
        long game = glfwCreateWindow(200, 120, "game", 0, 0);
        long tools = glfwCreateWindow(90, 160, "tools", 0, 0);
        try (var vulkan = new PlainVulkan(
                VK_API_VERSION_1_2,
                0,
                PlainSwapchain.windowExtensions(),
                KHRSwapchain.VK_KHR_SWAPCHAIN_EXTENSION_NAME)) {
            var screen = new PlainSwapchain(vulkan, game, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
            var other = new PlainSwapchain(vulkan, tools, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
            new VulkanWindows(vulkan).play(screen, other, tools);
        }
        glfwDestroyWindow(game);
        glfwTerminate();
        System.out.println("frames " + (TOGETHER + ALONE));
    }

    private final PlainVulkan vulkan;
    private final VkCommandBuffer commands;
    private final long acquired;
    private final long done;
    private final long[] drawn = new long[PlainSwapchain.IMAGES];

    private VulkanWindows(PlainVulkan vulkan) {
        this.vulkan = vulkan;
        commands = vulkan.commandBuffer(vulkan.pool(), VK_COMMAND_BUFFER_LEVEL_PRIMARY);
        acquired = vulkan.fence();
        done = vulkan.fence();
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = vulkan.semaphore();
        }
    }

    private void play(PlainSwapchain screen, PlainSwapchain other, long tools) {
        for (int frame = 0; frame < TOGETHER; frame++) {
            int image = screen.acquire(acquired);
            int second = other.acquire(acquired);
            PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
            VulkanScreen.draw(commands, screen.image(image), VulkanScreen.color(frame));
            VulkanScreen.draw(commands, other.image(second), OTHER_COLOR);
            submit(drawn[image]);
            PlainSwapchain.present(
                    vulkan, List.of(screen, other), new int[] {image, second}, new long[] {drawn[image]});
            vulkan.await(done);
            glfwPollEvents();
        }
        vkDeviceWaitIdle(vulkan.device);
        other.destroy();
        glfwDestroyWindow(tools);
        for (int frame = TOGETHER; frame < TOGETHER + ALONE; frame++) {
            int image = screen.acquire(acquired);
            PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
            VulkanScreen.draw(commands, screen.image(image), VulkanScreen.color(frame));
            submit(drawn[image]);
            screen.present(image, drawn[image]);
            vulkan.await(done);
            glfwPollEvents();
        }
    }

    private void submit(long semaphore) {
        PlainVulkan.check(vkEndCommandBuffer(commands));
        vulkan.submitAndSignal(done, semaphore, commands);
    }
}
