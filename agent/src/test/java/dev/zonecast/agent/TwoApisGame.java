package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL45C.*;
import static org.lwjgl.vulkan.VK12.*;

import java.nio.file.Path;
import org.lwjgl.opengl.GL;
import org.lwjgl.vulkan.*;

/** A game with a window of OpenGL and one of Vulkan, in each of which it copies. Knows nothing of Zonecast. */
final class TwoApisGame {
    static final int COPIES = 3;
    private static final int FRAMES = 10;
    private static final int BYTES = 64;

    private TwoApisGame() {}

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        if (!glfwInit()) {
            throw new IllegalStateException("no GLFW");
        }
        PlainVulkan.await(Path.of(arguments[0]));
        long first = PlainWindow.gl(45, 64, 64, "OpenGL", 0);
        glfwMakeContextCurrent(first);
        GL.createCapabilities();
        glBindBuffer(GL_COPY_READ_BUFFER, glGenBuffers());
        glBufferData(GL_COPY_READ_BUFFER, 2 * BYTES, GL_STATIC_COPY);
        // Before its first swap a context has no frames, so that its counters are those of any time.
        glfwSwapBuffers(first);
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
        long second = glfwCreateWindow(PlainVulkan.SIZE, PlainVulkan.SIZE, "Vulkan", 0, 0);
        try (var vulkan = new PlainVulkan(
                VK_API_VERSION_1_2,
                0,
                PlainSwapchain.windowExtensions(),
                KHRSwapchain.VK_KHR_SWAPCHAIN_EXTENSION_NAME)) {
            var screen = new PlainSwapchain(vulkan, second, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
            VkCommandBuffer commands = vulkan.commandBuffer(vulkan.pool(), VK_COMMAND_BUFFER_LEVEL_PRIMARY);
            long fence = vulkan.fence();
            for (int i = 0; i < FRAMES; i++) {
                for (int k = 0; k < COPIES; k++) {
                    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER, 0, BYTES, BYTES);
                }
                glfwSwapBuffers(first);
                int image = screen.acquire(fence);
                PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
                VulkanScreen.draw(commands, screen.image(image), VulkanScreen.color(i));
                PlainVulkan.check(vkEndCommandBuffer(commands));
                vulkan.submit(fence, commands);
                vulkan.await(fence);
                screen.present(image);
                glfwPollEvents();
            }
        }
        System.out.println("error " + glGetError());
        glfwTerminate();
    }
}
