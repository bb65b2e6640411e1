package dev.zonecast.framecapture.vk;

import java.util.ArrayList;
import java.util.List;
import org.lwjgl.vulkan.VkCommandBuffer;

/** Scales an image down to a picture, in steps of a half at the most: a linear filter looks at two pixels each way and leaves out others. */
final class VkScaler {
    private final VkMemory memory;
    private final VkCommands commands;
    private final VkDeletions deletions;
    private Steps current;

    /**
     * What lies between source and picture; all pictures share them, which the queue draws one after the other. For another size they are
     * replaced, and deleted after the last command buffer that uses them.
     */
    static final class Steps {
        private final List<VkPicture> pictures = new ArrayList<>();
        private final int sourceWidth;
        private final int sourceHeight;
        private final boolean srgb;
        private final int pictureWidth;
        private final int pictureHeight;
        private int users;

        private Steps(int sourceWidth, int sourceHeight, boolean srgb, VkPicture picture) {
            this.sourceWidth = sourceWidth;
            this.sourceHeight = sourceHeight;
            this.srgb = srgb;
            pictureWidth = picture.width();
            pictureHeight = picture.height();
        }

        private boolean fit(int width, int height, boolean isSrgb, VkPicture picture) {
            return width == sourceWidth
                    && height == sourceHeight
                    && isSrgb == srgb
                    && picture.width() == pictureWidth
                    && picture.height() == pictureHeight;
        }

        private void delete() {
            pictures.forEach(VkPicture::delete);
            pictures.clear();
        }
    }

    VkScaler(VkMemory memory, VkCommands commands, VkDeletions deletions) {
        this.memory = memory;
        this.commands = commands;
        this.deletions = deletions;
    }

    /**
     * Makes what lies between a source and a picture, if it is not there yet. To be {@linkplain #release released}.
     *
     * @throws VkFailureException if the device has no memory for it
     */
    Steps prepare(int width, int height, boolean srgb, VkPicture picture) {
        if (current == null || !current.fit(width, height, srgb, picture)) {
            Steps made = new Steps(width, height, srgb, picture);
            try {
                build(made);
            } catch (VkFailureException e) {
                made.delete();
                throw e;
            }
            retire();
            current = made;
        }
        current.users++;
        return current;
    }

    private void build(Steps steps) {
        int width = steps.sourceWidth;
        int height = steps.sourceHeight;
        while (width > 2 * steps.pictureWidth || height > 2 * steps.pictureHeight) {
            width = Math.max(steps.pictureWidth, (width + 1) / 2);
            height = Math.max(steps.pictureHeight, (height + 1) / 2);
            steps.pictures.add(new VkPicture(memory, width, height, steps.srgb, false));
        }
    }

    private void retire() {
        if (current != null && current.users == 0) {
            deletions.add(current::delete);
        }
        current = null;
    }

    /** A picture that used them has arrived, or never will. */
    void release(Steps steps) {
        steps.users--;
        if (steps.users == 0 && steps != current) {
            deletions.add(steps::delete);
        }
    }

    /**
     * Records the commands that draw a picture. The source may be copied from, and so may the picture afterwards: both are in
     * {@code VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL}.
     */
    void scale(VkCommandBuffer buffer, long source, Steps steps, VkPicture picture) {
        long from = source;
        int width = steps.sourceWidth;
        int height = steps.sourceHeight;
        for (int i = 0; i <= steps.pictures.size(); i++) {
            VkPicture to = i < steps.pictures.size() ? steps.pictures.get(i) : picture;
            take(buffer, from, width, height, to);
            from = to.image();
            width = to.width();
            height = to.height();
        }
    }

    private void take(VkCommandBuffer buffer, long from, int width, int height, VkPicture to) {
        commands.image(buffer, to.image(), VkUse.NOT_NEEDED, VkUse.COPIED_INTO);
        commands.scale(buffer, from, width, height, to);
        commands.image(buffer, to.image(), VkUse.COPIED_INTO, VkUse.COPIED_FROM);
    }

    /** When no picture is under way. */
    void delete() {
        retire();
    }
}
