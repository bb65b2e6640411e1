package dev.zonecast.agent.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.zonecast.core.registry.TableLimit;
import org.junit.jupiter.api.Test;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkDebugUtilsObjectNameInfoEXT;
import org.lwjgl.vulkan.VkRenderingAttachmentInfo;
import org.lwjgl.vulkan.VkRenderingInfo;

/** What a program calls its objects. */
class PassNamesTest {
    private static final int MOST = 65_536;
    private static final long SWAPCHAIN = 1;
    private static final long IMAGE = 11;
    private static final long VIEW = 21;

    @Test
    void namesBeyondTheLimitAreCounted() {
        long before = TableLimit.refusedNames();
        var names = new PassNames();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var info = VkDebugUtilsObjectNameInfoEXT.calloc(stack)
                    .objectType(VK10.VK_OBJECT_TYPE_IMAGE)
                    .pObjectName(stack.UTF8("shadow map"));
            for (int i = 1; i <= MOST + 3; i++) {
                names.name(info.objectHandle(i).address());
            }
        }
        assertEquals(3, TableLimit.refusedNames() - before);
    }

    @Test
    void shouldKeepNoNamesOfObjectsThatNameNoPass() {
        long before = TableLimit.refusedNames();
        var names = new PassNames();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var info = VkDebugUtilsObjectNameInfoEXT.calloc(stack)
                    .objectType(VK10.VK_OBJECT_TYPE_SHADER_MODULE)
                    .pObjectName(stack.UTF8("water.frag"));
            for (int i = 1; i <= MOST + 3; i++) {
                names.name(info.objectHandle(i).address());
            }
        }
        assertEquals(0, TableLimit.refusedNames() - before);
    }

    @Test
    void shouldForgetTheImagesOfASwapchainThatIsGone() {
        PassNames names = ofScreen();

        names.swapchainDestroyed(SWAPCHAIN);

        assertNotEquals("screen", rendering(names), "another image has the handle");
    }

    @Test
    void shouldForgetTheImageOfAViewThatIsGone() {
        PassNames names = ofScreen();

        names.destroyed(VK10.VK_OBJECT_TYPE_IMAGE_VIEW, VIEW);
        names.view(VIEW, IMAGE + 1);

        assertNotEquals("screen", rendering(names));
    }

    /** {@link #VIEW} is of an image of a swapchain. */
    private static PassNames ofScreen() {
        var names = new PassNames();
        names.swapchainImages(SWAPCHAIN, new long[] {IMAGE});
        names.view(VIEW, IMAGE);
        assertEquals("screen", rendering(names));
        return names;
    }

    /** What rendering into {@link #VIEW} is called. */
    private static String rendering(PassNames names) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkRenderingInfo info = VkRenderingInfo.calloc(stack)
                    .pColorAttachments(
                            VkRenderingAttachmentInfo.calloc(1, stack).imageView(VIEW));
            info.renderArea().extent().set(64, 32);
            return names.rendering(info.address()).displayName();
        }
    }
}
