package dev.zonecast.gpu.vk;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuLabels;
import dev.zonecast.core.registry.Ids;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkDebugUtilsLabelEXT;

/**
 * Labels of command buffers with the names and colours of zones (VK_EXT_debug_utils). A name is encoded once; after that a label costs no
 * allocation. Thread-safe: several threads record at once.
 */
final class DebugLabels implements GpuLabels, AutoCloseable {
    private static final int RED_SHIFT = 16;
    private static final int GREEN_SHIFT = 8;
    private static final float BRIGHTEST = 255;

    private final VkFunctions functions;

    /** Addresses of VkDebugUtilsLabelEXT by source location; copied on growth and on each addition. */
    private volatile long[] labels = new long[64];

    DebugLabels(VkFunctions functions) {
        this.functions = functions;
    }

    @Override
    public void push(SourceLocation location, long commandBuffer) {
        long[] known = labels;
        int id = Ids.of(location);
        long label = id < known.length ? known[id] : 0;
        functions.beginLabel(commandBuffer, label != 0 ? label : encode(location));
    }

    @Override
    public void pop(long commandBuffer) {
        if (commandBuffer != 0) {
            functions.endLabel(commandBuffer);
        }
    }

    private synchronized long encode(SourceLocation location) {
        int id = Ids.of(location);
        long[] known = Arrays.copyOf(labels, Math.max(labels.length, Integer.highestOneBit(id) * 2));
        if (known[id] == 0) {
            ByteBuffer name = MemoryUtil.memUTF8(location.displayName());
            int rgb = location.rgb();
            VkDebugUtilsLabelEXT label =
                    VkDebugUtilsLabelEXT.calloc().sType$Default().pLabelName(name);
            if (rgb != 0) {
                label.color(0, (rgb >> RED_SHIFT & 0xFF) / BRIGHTEST)
                        .color(1, (rgb >> GREEN_SHIFT & 0xFF) / BRIGHTEST)
                        .color(2, (rgb & 0xFF) / BRIGHTEST)
                        .color(3, 1);
            }
            known[id] = label.address();
            labels = known;
        }
        return known[id];
    }

    @Override
    public synchronized void close() {
        for (long address : labels) {
            if (address != 0) {
                VkDebugUtilsLabelEXT label = VkDebugUtilsLabelEXT.create(address);
                MemoryUtil.nmemFree(MemoryUtil.memAddress(label.pLabelName()));
                label.free();
            }
        }
        labels = new long[64];
    }
}
