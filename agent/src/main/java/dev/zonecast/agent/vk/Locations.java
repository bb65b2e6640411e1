package dev.zonecast.agent.vk;

import dev.zonecast.agent.BoundedLocations;
import dev.zonecast.core.SourceLocation;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkDebugUtilsLabelEXT;

/** Places of GPU zones. A label's text is looked up by its hash, so that a known one allocates nothing. Thread-safe. */
final class Locations {
    static final SourceLocation COMPUTE = of("compute", "vkCmdDispatch");
    static final SourceLocation TRANSFER = of("transfer", "vkCmdCopyBuffer");
    static final SourceLocation RAYS = of("ray tracing", "vkCmdTraceRaysKHR");
    static final SourceLocation SECONDARY = of("secondary command buffers", "vkCmdExecuteCommands");

    /** What belongs to nothing else: barriers, resets of queries, events. */
    static final SourceLocation OTHER = of("other", "vkCmdPipelineBarrier");

    /** Labels that are found by their hash: refused ones too, so that each counts once. */
    private static final int MOST_TEXTS = 1 << 16;

    private static final int LONGEST_TEXT = 512;
    private static final String LABEL_FUNCTION = "vkCmdBeginDebugUtilsLabelEXT";
    private static final BoundedLocations LABELS =
            new BoundedLocations("labels of Vulkan", of("labels", LABEL_FUNCTION));
    private static final HandleMap<SourceLocation> TEXTS = new HandleMap<>(MOST_TEXTS);
    private static final long HASH_BASIS = 0xCBF2_9CE4_8422_2325L;
    private static final long HASH_PRIME = 0x100_0000_01B3L;

    private Locations() {}

    static SourceLocation of(String name, String function) {
        return SourceLocation.of(name, function, null, 0, 0);
    }

    /** @param label a VkDebugUtilsLabelEXT or a VkDebugMarkerMarkerInfoEXT, which look the same */
    static SourceLocation label(long label) {
        long text = MemoryUtil.memGetAddress(label + VkDebugUtilsLabelEXT.PLABELNAME);
        int rgb = rgb(label + VkDebugUtilsLabelEXT.COLOR);
        int length = 0;
        long hash = HASH_BASIS ^ rgb;
        for (byte next; text != 0 && length < LONGEST_TEXT && (next = MemoryUtil.memGetByte(text + length)) != 0; ) {
            hash = (hash ^ next) * HASH_PRIME;
            length++;
        }
        SourceLocation known = TEXTS.get(hash);
        if (known != null) {
            return known;
        }
        SourceLocation made = LABELS.of(MemoryUtil.memUTF8(text, length), LABEL_FUNCTION, rgb);
        boolean ignored = TEXTS.put(hash, made);
        return made;
    }

    /** Of four floats, RGBA; 0 if the program gives none. */
    private static int rgb(long color) {
        int rgb = 0;
        for (int i = 0; i < 3; i++) {
            float part = MemoryUtil.memGetFloat(color + (long) Float.BYTES * i);
            rgb = rgb << 8 | Math.clamp(Math.round(part * 255), 0, 255);
        }
        return rgb;
    }
}
