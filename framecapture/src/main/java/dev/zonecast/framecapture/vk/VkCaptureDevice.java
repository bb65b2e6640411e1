package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.framecapture.engine.CaptureDevice;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPhysicalDevice;

/** Read-back through buffers that the CPU sees, and events that it asks for. */
class VkCaptureDevice implements CaptureDevice<VkSlot> {
    private final VkDevice device;
    private final VkMemory memory;
    private final VkFormats formats;
    private final VkCommands commands = new VkCommands();
    private final VkScaler scaler;
    /** Null unless a shader compresses. */
    private final VkCompressor compressor;

    private final boolean bottomUp;
    private boolean lost;

    /** @throws VkFailureException if the compute shader cannot be had */
    VkCaptureDevice(VkPhysicalDevice physicalDevice, VkDevice device, boolean compress, boolean bottomUp) {
        this.device = device;
        this.bottomUp = bottomUp;
        memory = new VkMemory(physicalDevice, device);
        formats = new VkFormats(physicalDevice);
        scaler = new VkScaler(memory, commands);
        compressor = compress ? new VkCompressor(device) : null;
    }

    boolean isLost() {
        return lost;
    }

    @Override
    public boolean compresses() {
        return compressor != null;
    }

    @Override
    public boolean bottomUp() {
        return bottomUp;
    }

    @Override
    public VkSlot createSlot() {
        return new VkSlot(device);
    }

    /**
     * Records the commands for a picture.
     *
     * @return why there is none, or null
     */
    String record(VkSlot slot, VkCommandBuffer buffer, long image, int format, int layout, int width, int height) {
        if (!formats.isCapturable(format)) {
            return "images of format " + format + " (VkFormat) have no colours that can be scaled";
        }
        if (layout == VK_IMAGE_LAYOUT_UNDEFINED || layout == VK_IMAGE_LAYOUT_PREINITIALIZED) {
            return "the image has no content yet";
        }
        try {
            boolean srgb = VkFormats.isSrgb(format);
            if (slot.prepare(memory, srgb, compresses()) && compresses()) {
                compressor.describe(slot);
            }
            slot.steps = scaler.prepare(width, height, srgb, slot.picture);
        } catch (VkFailureException e) {
            return e.getMessage();
        }
        // What drew it is not known to us; nor is what comes next.
        commands.image(
                buffer,
                image,
                VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                VK_ACCESS_MEMORY_WRITE_BIT,
                layout,
                VK_PIPELINE_STAGE_TRANSFER_BIT,
                VK_ACCESS_TRANSFER_READ_BIT,
                VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        scaler.scale(buffer, image, slot.steps, slot.picture);
        commands.image(
                buffer,
                image,
                VK_PIPELINE_STAGE_TRANSFER_BIT,
                0,
                VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                layout);
        if (compresses()) {
            compressor.compress(buffer, commands, slot);
        } else {
            commands.copyOut(buffer, slot.picture, slot.buffer());
            commands.bufferForHost(buffer, slot.buffer(), VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
        }
        vkCmdSetEvent(buffer, slot.event(), VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
        return null;
    }

    @Override
    public boolean advance(VkSlot slot) {
        return true;
    }

    @Override
    public Progress poll(VkSlot slot) {
        return switch (eventStatus(slot)) {
            case VK_EVENT_SET -> Progress.READY;
            case VK_EVENT_RESET -> Progress.PENDING;
            default -> {
                lost = true;
                yield Progress.FAILED;
            }
        };
    }

    /** As the driver has it; replaced by tests: no driver can be made to lose a device. */
    int eventStatus(VkSlot slot) {
        return vkGetEventStatus(device, slot.event());
    }

    @Override
    public void read(VkSlot slot, int[] words) {
        slot.words().get(0, words);
    }

    @Override
    public void recycle(VkSlot slot) {
        scaler.release(slot.steps);
        slot.steps = null;
        vkResetEvent(device, slot.event());
    }

    @Override
    public void destroySlot(VkSlot slot) {
        if (slot.steps != null) {
            scaler.release(slot.steps);
        }
        if (compresses()) {
            compressor.forget(slot);
        }
        slot.delete();
    }

    void close() {
        scaler.delete();
        if (compressor != null) {
            compressor.delete();
        }
        commands.free();
    }
}
