package dev.zonecast.agent.vk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.Ids;
import org.junit.jupiter.api.Test;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkDebugUtilsLabelEXT;
import org.lwjgl.vulkan.VkRenderPassBeginInfo;

/** Places of labels and passes, of which a program may have any number. */
class LocationsTest {
    private static final int MANY = 5_000;
    private static final int MOST = 4_000;

    private static int locations(Runnable made) {
        int before = Ids.of(SourceLocation.of("before " + made, null, null, 0, 0));
        made.run();
        return Ids.of(SourceLocation.of("after " + made, null, null, 0, 0)) - before - 1;
    }

    @Test
    void shouldShareTheLocationOfLabelsBeyondTheLimit() {
        assertEquals("label 0", label("label 0"));
        int made = locations(() -> {
            for (int i = 0; i < MANY; i++) {
                label("label " + i);
            }
        });
        assertTrue(made < MOST, made + " locations");
        assertEquals("labels", label("one more"));
        assertEquals("label 1", label("label 1"));
    }

    private static String label(String text) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long label = VkDebugUtilsLabelEXT.calloc(stack)
                    .pLabelName(stack.UTF8(text))
                    .address();
            return Locations.label(label).displayName();
        }
    }

    @Test
    void shouldShareTheLocationOfPassesBeyondTheLimit() {
        var names = new PassNames();
        int made = locations(() -> {
            for (int i = 1; i <= MANY; i++) {
                pass(names, i);
            }
        });
        assertTrue(made <= MOST, made + " locations");
        assertEquals("render passes", pass(names, MANY + 1));
    }

    private static String pass(PassNames names, int size) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var info = VkRenderPassBeginInfo.calloc(stack).renderPass(1).framebuffer(1);
            info.renderArea().extent().set(size, size);
            return names.renderPass(info.address()).displayName();
        }
    }
}
