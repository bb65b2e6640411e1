package dev.zonecast.agent.vk;

import dev.zonecast.agent.BoundedLocations;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.TableLimit;
import java.util.List;
import java.util.stream.IntStream;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkDebugUtilsObjectNameInfoEXT;
import org.lwjgl.vulkan.VkRect2D;
import org.lwjgl.vulkan.VkRenderPassBeginInfo;
import org.lwjgl.vulkan.VkRenderPassCreateInfo;
import org.lwjgl.vulkan.VkRenderPassCreateInfo2;
import org.lwjgl.vulkan.VkRenderingAttachmentInfo;
import org.lwjgl.vulkan.VkRenderingInfo;

/**
 * Names of a device's passes. A render pass has the name that the program gave to it or to its framebuffer, else its number and size.
 * Dynamic rendering has the name of its first attachment's view or image, "screen" for an image of a swapchain, else its size and
 * attachments. Thread-safe.
 */
final class PassNames {
    private static final int MOST_OBJECTS = 1 << 16;
    private static final TableLimit NAMES_LIMIT =
            TableLimit.ofNames("names of Vulkan objects", MOST_OBJECTS, "further objects have none");
    private static final String RENDER_PASS = "vkCmdBeginRenderPass";
    private static final String NEXT_SUBPASS = "vkCmdNextSubpass";
    private static final String RENDERING = "vkCmdBeginRendering";
    private static final BoundedLocations PASSES =
            new BoundedLocations("passes of Vulkan", Locations.of("render passes", RENDER_PASS));
    private static final SourceLocation SCREEN = Locations.of("screen", RENDERING);
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /** @param multiview whether it renders several views, so that no timestamp may be written in it */
    private record RenderPass(int number, int subpasses, boolean multiview) {}

    private final HandleMap<RenderPass> renderPasses = new HandleMap<>(MOST_OBJECTS);
    private final HandleMap<Long> imageOfView = new HandleMap<>(MOST_OBJECTS);
    private final HandleMap<Boolean> swapchainImages = new HandleMap<>(MOST_OBJECTS);
    private final HandleMap<long[]> imagesOfSwapchain = new HandleMap<>(MOST_OBJECTS);

    /** Names that the program gave, by type and handle. */
    private final HandleMap<String> names = new HandleMap<>(MOST_OBJECTS);

    /** By what they are made of. Made anew when a name changes. */
    private volatile HandleMap<SourceLocation> locations = new HandleMap<>(MOST_OBJECTS);

    /** As {@link #locations}. */
    private volatile HandleMap<List<SourceLocation>> subpasses = new HandleMap<>(MOST_OBJECTS);

    private int made;

    /** @param info a VkRenderPassCreateInfo */
    void renderPass(long handle, long info) {
        renderPass(handle, MemoryUtil.memGetInt(info + VkRenderPassCreateInfo.SUBPASSCOUNT), Multiview.of(info));
    }

    /** @param info a VkRenderPassCreateInfo2 */
    void renderPass2(long handle, long info) {
        renderPass(handle, MemoryUtil.memGetInt(info + VkRenderPassCreateInfo2.SUBPASSCOUNT), Multiview.of2(info));
    }

    private synchronized void renderPass(long handle, int subpasses, boolean multiview) {
        made++;
        renderPasses.put(handle, new RenderPass(made, subpasses, multiview));
    }

    void view(long view, long image) {
        imageOfView.put(view, image);
    }

    void swapchainImages(long swapchain, long[] images) {
        boolean ignored = imagesOfSwapchain.put(swapchain, images);
        for (long image : images) {
            swapchainImages.put(image, true);
        }
    }

    /** Its images go with it, without calls of their own. */
    void swapchainDestroyed(long swapchain) {
        long[] images = imagesOfSwapchain.remove(swapchain);
        for (int i = 0; images != null && i < images.length; i++) {
            destroyed(VK10.VK_OBJECT_TYPE_IMAGE, images[i]);
        }
    }

    /** @param info a VkDebugUtilsObjectNameInfoEXT */
    void name(long info) {
        int type = MemoryUtil.memGetInt(info + VkDebugUtilsObjectNameInfoEXT.OBJECTTYPE);
        if (!isNamed(type)) {
            return;
        }
        long key = key(type, MemoryUtil.memGetLong(info + VkDebugUtilsObjectNameInfoEXT.OBJECTHANDLE));
        long text = MemoryUtil.memGetAddress(info + VkDebugUtilsObjectNameInfoEXT.POBJECTNAME);
        String name = text == 0 ? "" : MemoryUtil.memUTF8(text);
        if (name.isEmpty()) {
            names.remove(key);
        } else {
            if (!names.put(key, name)) {
                NAMES_LIMIT.refuse();
            }
        }
        forgetLocations();
    }

    private void forgetLocations() {
        locations = new HandleMap<>(MOST_OBJECTS);
        subpasses = new HandleMap<>(MOST_OBJECTS);
    }

    private static boolean isNamed(int type) {
        return type == VK10.VK_OBJECT_TYPE_RENDER_PASS
                || type == VK10.VK_OBJECT_TYPE_FRAMEBUFFER
                || type == VK10.VK_OBJECT_TYPE_IMAGE
                || type == VK10.VK_OBJECT_TYPE_IMAGE_VIEW;
    }

    private static long key(int type, long handle) {
        return handle * MIX + type;
    }

    /** Null if the program gave none. */
    String nameOf(int type, long handle) {
        return names.get(key(type, handle));
    }

    /** An object is destroyed: its handle may come again. */
    void destroyed(int type, long handle) {
        Object known = switch (type) {
            case VK10.VK_OBJECT_TYPE_RENDER_PASS -> renderPasses.remove(handle);
            case VK10.VK_OBJECT_TYPE_IMAGE_VIEW -> imageOfView.remove(handle);
            case VK10.VK_OBJECT_TYPE_IMAGE -> swapchainImages.remove(handle);
            default -> null;
        };
        String name = names.remove(key(type, handle));
        if (known != null || name != null) {
            forgetLocations();
        }
    }

    boolean isMultiview(long renderPass) {
        RenderPass it = renderPasses.get(renderPass);
        return it != null && it.multiview();
    }

    /** @param info a VkRenderPassBeginInfo */
    SourceLocation renderPass(long info) {
        long key = renderPassKey(info);
        SourceLocation known = locations.get(key);
        return known != null ? known : keep(key, renderPassName(info), RENDER_PASS);
    }

    /**
     * The subpasses of a render pass; empty if it has one only.
     *
     * @param info a VkRenderPassBeginInfo
     */
    List<SourceLocation> subpasses(long info) {
        RenderPass pass = renderPasses.get(MemoryUtil.memGetLong(info + VkRenderPassBeginInfo.RENDERPASS));
        if (pass == null || pass.subpasses() == 1) {
            return List.of();
        }
        long key = renderPassKey(info);
        List<SourceLocation> known = subpasses.get(key);
        if (known == null) {
            String name = renderPassName(info);
            known = IntStream.range(0, pass.subpasses())
                    .mapToObj(i -> PASSES.of(name + ", subpass " + i, NEXT_SUBPASS, 0))
                    .toList();
            boolean ignored = subpasses.put(key, known);
        }
        return known;
    }

    private static long renderPassKey(long info) {
        long pass = MemoryUtil.memGetLong(info + VkRenderPassBeginInfo.RENDERPASS);
        long framebuffer = MemoryUtil.memGetLong(info + VkRenderPassBeginInfo.FRAMEBUFFER);
        return ((pass * MIX + framebuffer) * MIX + size(info + VkRenderPassBeginInfo.RENDERAREA)) * MIX;
    }

    private String renderPassName(long info) {
        long pass = MemoryUtil.memGetLong(info + VkRenderPassBeginInfo.RENDERPASS);
        long framebuffer = MemoryUtil.memGetLong(info + VkRenderPassBeginInfo.FRAMEBUFFER);
        String name = nameOf(VK10.VK_OBJECT_TYPE_RENDER_PASS, pass);
        if (name == null) {
            name = nameOf(VK10.VK_OBJECT_TYPE_FRAMEBUFFER, framebuffer);
        }
        RenderPass it = renderPasses.get(pass);
        return name != null
                ? name
                : "render pass " + (it == null ? "" : it.number() + ", ")
                        + text(size(info + VkRenderPassBeginInfo.RENDERAREA));
    }

    /** @param info a VkRenderingInfo */
    SourceLocation rendering(long info) {
        long size = size(info + VkRenderingInfo.RENDERAREA);
        int colors = MemoryUtil.memGetInt(info + VkRenderingInfo.COLORATTACHMENTCOUNT);
        long color = colors == 0 ? 0 : view(MemoryUtil.memGetAddress(info + VkRenderingInfo.PCOLORATTACHMENTS));
        long depth = view(MemoryUtil.memGetAddress(info + VkRenderingInfo.PDEPTHATTACHMENT));
        long key = (((color * MIX + depth) * MIX + size) * MIX + colors) * MIX;
        SourceLocation known = locations.get(key);
        return known != null ? known : rendering(key, color, depth, size, colors);
    }

    private SourceLocation rendering(long key, long color, long depth, long size, int colors) {
        Long image = imageOfView.get(color != 0 ? color : depth);
        if (image != null && swapchainImages.get(image) != null) {
            locations.put(key, SCREEN);
            return SCREEN;
        }
        String name = nameOf(VK10.VK_OBJECT_TYPE_IMAGE_VIEW, color != 0 ? color : depth);
        if (name == null && image != null) {
            name = nameOf(VK10.VK_OBJECT_TYPE_IMAGE, image);
        }
        String attached = (colors > 1 ? ", " + colors + " colors" : "")
                + (depth == 0 ? "" : color == 0 ? " depth" : " with depth");
        return keep(key, name != null ? name : "rendering " + text(size) + attached, RENDERING);
    }

    private SourceLocation keep(long key, String name, String function) {
        SourceLocation location = PASSES.of(name, function, 0);
        boolean ignored = locations.put(key, location);
        return location;
    }

    /** @param attachment a VkRenderingAttachmentInfo; 0: none */
    private static long view(long attachment) {
        return attachment == 0 ? 0 : MemoryUtil.memGetLong(attachment + VkRenderingAttachmentInfo.IMAGEVIEW);
    }

    /** @param area a VkRect2D */
    private static long size(long area) {
        long extent = area + VkRect2D.EXTENT;
        return (long) MemoryUtil.memGetInt(extent) << 32 | MemoryUtil.memGetInt(extent + Integer.BYTES);
    }

    private static String text(long size) {
        return (size >>> 32) + "x" + (int) size;
    }
}
