package dev.zonecast.framecapture.vk;

import dev.zonecast.core.Zonecast;
import dev.zonecast.framecapture.CaptureBuilder;
import dev.zonecast.framecapture.CaptureOptions;
import dev.zonecast.framecapture.CaptureStatistics;
import dev.zonecast.framecapture.engine.CaptureEngine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.lwjgl.PointerBuffer;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPhysicalDevice;

/**
 * A screenshot of every frame that a Vulkan queue draws.
 *
 * <pre>{@code
 * VkFrameCapture capture = VkFrameCapture.builder().create(physicalDevice, device);
 * while (running) {
 *     // ... draw into the image; then, outside a render pass, as the last commands of the frame:
 *     capture.record(commandBuffer, image, format, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, width, height);
 *     // ... submit, present
 *     Frame.mark();
 * }
 * capture.close();  // when the queue is idle, before the device is destroyed
 * }</pre>
 *
 * The picture is scaled down by the GPU, in steps of a half at most so that no pixel is left out, read back some frames later when the
 * GPU has it, and compressed on a thread of its own, or on the GPU itself if {@linkplain Builder#compressOnGpu asked for}. It belongs to
 * the frame that was on when {@link #record} was called, whenever it arrives.
 *
 * <p>The image needs {@code VK_IMAGE_USAGE_TRANSFER_SRC_BIT} and one sample a pixel (a resolve attachment is what render passes have
 * for several). Its values are copied as they are stored: an sRGB image looks as on the screen, a linear one darker. It has the layout that it
 * had, and all commands after it wait for the copy.
 *
 * <p>Command buffers are submitted once each, to one queue that takes graphics, in the order of their recording, with at most
 * {@value CaptureEngine#MAX_OUTSTANDING} frames in flight. Call {@link #discard(VkCommandBuffer)} for a command buffer that is not submitted. Without it the
 * picture is given up when no slot is free, and its memory is kept until the command buffer is recorded anew and executed. With the
 * compute shader, pipeline and first descriptor set of the compute bind point are others afterwards.
 *
 * <p><b>Threads.</b> One thread at a time. No call throws for the profiler's own state, and none waits for the GPU. While
 * nobody listens, a call costs a load and a branch and records nothing.
 */
@SuppressWarnings("exports") // A program that draws with Vulkan requires its modules.
public final class VkFrameCapture implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final Duration COMPRESSION_LIMIT = Duration.ofSeconds(2);

    /** Null if there is none. */
    private final VkCaptureDevice device;

    private final CaptureEngine<VkSlot> engine;
    private boolean usable;

    private VkFrameCapture(VkCaptureDevice device, CaptureOptions options) {
        this.device = device;
        engine = new CaptureEngine<>(device, options);
        usable = device != null;
    }

    /** With a device of a test's. */
    static VkFrameCapture on(VkCaptureDevice device) {
        return new VkFrameCapture(device, CaptureOptions.DEFAULT);
    }

    /** Starts to make a capture. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Records the commands that capture an image.
     *
     * @param commands being recorded, outside a render pass
     * @param image a {@code VkImage}
     * @param format its {@code VkFormat}
     * @param layout its {@code VkImageLayout}
     * @param width of the part from its first pixel on; 0 for a window without area, of which there is no picture
     * @param height of the part from its first pixel on; 0 for a window without area, of which there is no picture
     */
    public void record(VkCommandBuffer commands, long image, int format, int layout, int width, int height) {
        if (CaptureEngine.ENABLED && engine.hasWork()) {
            recordNow(commands, image, format, layout, width, height);
        }
    }

    private void recordNow(VkCommandBuffer commands, long image, int format, int layout, int width, int height) {
        if (!usable || commands == null || image == 0) {
            engine.countWrongCall();
            return;
        }
        engine.collect();
        if (device.isLost()) {
            usable = false;
            engine.lost("the Vulkan device is lost");
            device.close();
            return;
        }
        VkSlot slot = engine.begin(width, height);
        if (slot == null) {
            return;
        }
        String obstacle = device.record(slot, commands, image, format, layout, width, height);
        if (obstacle == null) {
            engine.submitted(slot);
        } else {
            engine.refused(slot, obstacle);
        }
    }

    /**
     * A command buffer was reset or freed instead of submitted: the pictures recorded in it are given up, and their resources are used again.
     * Does nothing for a command buffer that was executed.
     */
    public void discard(VkCommandBuffer commandBuffer) {
        if (CaptureEngine.ENABLED) {
            discard(slot -> slot.commands == commandBuffer.address());
        }
    }

    /** As {@link #discard(VkCommandBuffer)}, for all command buffers of a pool that was reset or destroyed. */
    public void discard(Collection<VkCommandBuffer> commandBuffers) {
        if (CaptureEngine.ENABLED) {
            discard(slot -> commandBuffers.stream().anyMatch(each -> slot.commands == each.address()));
        }
    }

    /** As {@link #discard(Collection)}, with the handles that vkAllocateCommandBuffers gave: those from position to limit. */
    public void discard(PointerBuffer commandBuffers) {
        if (CaptureEngine.ENABLED) {
            discard(slot -> IntStream.range(commandBuffers.position(), commandBuffers.limit())
                    .anyMatch(i -> slot.commands == commandBuffers.get(i)));
        }
    }

    private void discard(Predicate<VkSlot> gone) {
        if (usable) {
            engine.discard(gone);
            device.discard(gone);
        } else {
            engine.countWrongCall();
        }
    }

    /** True while frames can be captured: not closed, and the device not lost. */
    public boolean isAvailable() {
        return usable;
    }

    /** Whether the GPU compresses. */
    public boolean compressesOnGpu() {
        return device != null && device.compresses();
    }

    /** Counts of this capture. On the thread that captures. */
    public CaptureStatistics statistics() {
        return engine.statistics();
    }

    /**
     * Hands over the pictures that the GPU has finished, and frees what it has on the device. Does not wait for the GPU. Call it when no
     * command buffer that was recorded with it is pending, before the device is destroyed. Those that were not submitted cannot be
     * submitted afterwards. Later calls are counted and ignored.
     */
    @Override
    public void close() {
        if (usable) {
            usable = false;
            engine.closeIdle(COMPRESSION_LIMIT.toNanos());
            device.close();
        }
    }

    /** How a {@link VkFrameCapture} is to be. */
    public static final class Builder extends CaptureBuilder<Builder> {
        private boolean bottomUp;

        private Builder() {}

        /** Whether the image's first row is the lowest of the picture, as programs have it that draw as with OpenGL; default no. */
        public Builder bottomUp(boolean rowsBottomUp) {
            bottomUp = rowsBottomUp;
            return this;
        }

        /**
         * Makes the capture.
         *
         * @return never null: if the device does not give what is needed, one that only counts ({@link VkFrameCapture#isAvailable})
         */
        public VkFrameCapture create(VkPhysicalDevice physicalDevice, VkDevice device) {
            Objects.requireNonNull(physicalDevice, "physicalDevice");
            Objects.requireNonNull(device, "device");
            if (!Zonecast.isEnabled()) {
                return new VkFrameCapture(null, options());
            }
            try {
                return new VkFrameCapture(
                        new VkCaptureDevice(physicalDevice, device, options().onGpu(), bottomUp), options());
            } catch (VkFailureException e) {
                LOG.log(Level.WARNING, "no frame images: {0}", e.getMessage());
                return new VkFrameCapture(null, options());
            }
        }
    }
}
