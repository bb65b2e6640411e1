package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.created;

import dev.zonecast.demo.render.FrameSize;
import dev.zonecast.demo.render.GraphicsUnavailableException;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.glfw.GLFW;
import org.lwjgl.glfw.GLFWVulkan;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.*;

/** A window that frames are shown in, and its surface. */
final class Window implements AutoCloseable {
    private final long window;
    private VkInstance instance;
    private long surface;

    /** @throws GraphicsUnavailableException if there is no window system, or none that Vulkan shows frames in */
    Window(FrameSize size) throws GraphicsUnavailableException {
        if (!GLFW.glfwInit()) {
            throw unavailable("no window system");
        }
        if (!GLFWVulkan.glfwVulkanSupported()) {
            throw unavailable("Vulkan shows no frames in this window system");
        }
        GLFW.glfwDefaultWindowHints();
        GLFW.glfwWindowHint(GLFW.GLFW_CLIENT_API, GLFW.GLFW_NO_API);
        window = GLFW.glfwCreateWindow(size.width(), size.height(), "Zonecast demo", MemoryUtil.NULL, MemoryUtil.NULL);
        if (window == MemoryUtil.NULL) {
            throw unavailable("no window of " + size);
        }
    }

    private static GraphicsUnavailableException unavailable(String reason) {
        return new GraphicsUnavailableException("a window for Vulkan", List.of(reason));
    }

    /** Extensions of the instance that it needs. */
    static List<String> instanceExtensions() {
        List<String> names = new ArrayList<>();
        PointerBuffer required = GLFWVulkan.glfwGetRequiredInstanceExtensions();
        for (int i = 0; required != null && i < required.capacity(); i++) {
            names.add(required.getStringUTF8(i));
        }
        return names;
    }

    /** Extensions of the device that it needs. */
    static List<String> deviceExtensions() {
        return List.of(KHRSwapchain.VK_KHR_SWAPCHAIN_EXTENSION_NAME);
    }

    /** Once there is an instance. */
    long createSurface(VkInstance of) {
        instance = of;
        surface = created("the surface of the window", h -> GLFWVulkan.glfwCreateWindowSurface(of, window, null, h));
        return surface;
    }

    /** Pixels across; 0 while nobody sees it. */
    int width() {
        return size()[0];
    }

    /** Pixels down. */
    int height() {
        return size()[1];
    }

    private int[] size() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer width = stack.mallocInt(1);
            IntBuffer height = stack.mallocInt(1);
            GLFW.glfwGetFramebufferSize(window, width, height);
            return new int[] {width.get(0), height.get(0)};
        }
    }

    boolean closeRequested() {
        GLFW.glfwPollEvents();
        return GLFW.glfwWindowShouldClose(window);
    }

    @Override
    public void close() {
        if (surface != 0) {
            KHRSurface.vkDestroySurfaceKHR(instance, surface, null);
        }
        GLFW.glfwDestroyWindow(window);
        GLFW.glfwTerminate();
    }
}
