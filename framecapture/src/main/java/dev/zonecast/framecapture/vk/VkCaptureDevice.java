package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.framecapture.engine.CaptureDevice;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkEventCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;

/** Read-back through buffers that the CPU sees, and events that it asks for. */
class VkCaptureDevice implements CaptureDevice<VkSlot> {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Slots that may be set aside, so that command buffers that are never submitted take a bounded amount of memory. */
    private static final int MAX_ASIDE = 16;

    private final VkDevice device;
    private final VkMemory memory;
    private final VkFormats formats;
    private final VkCommands commands = new VkCommands();
    private final VkDeletions deletions = new VkDeletions();
    private final VkScaler scaler;
    /** Null unless a shader compresses. */
    private final VkCompressor compressor;

    private final boolean bottomUp;
    private final int maxSide;
    /** Slots of command buffers that were not submitted, but may be later: nothing of them is reused or deleted. */
    private final List<VkSlot> aside = new ArrayList<>();

    /** How the program used the image last captured. */
    private VkUse program;

    private boolean warned;
    private boolean lost;

    /** @throws VkFailureException if the compute shader cannot be had */
    VkCaptureDevice(VkPhysicalDevice physicalDevice, VkDevice device, boolean compress, boolean bottomUp) {
        this.device = device;
        this.bottomUp = bottomUp;
        memory = new VkMemory(physicalDevice, device);
        formats = new VkFormats(physicalDevice);
        maxSide = formats.maxSide();
        scaler = new VkScaler(memory, commands, deletions);
        compressor = compress ? new VkCompressor(device) : null;
    }

    boolean isLost() {
        return lost;
    }

    @Override
    public boolean isCompressed(VkSlot slot) {
        return compresses();
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
        return new VkSlot();
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
        if (width > maxSide || height > maxSide) {
            return "no image of the device has " + width + "x" + height + " pixels";
        }
        try {
            prepare(slot, width, height, VkFormats.isSrgb(format));
        } catch (VkFailureException e) {
            return e.getMessage();
        }
        slot.capture = deletions.nextCapture();
        slot.commands = buffer.address();
        VkTarget target = slot.target;
        if (program == null || program.layout() != layout) {
            program = VkUse.ofProgram(layout);
        }
        commands.image(buffer, image, program, VkUse.COPIED_FROM);
        scaler.scale(buffer, image, slot.steps, target.picture());
        commands.image(buffer, image, VkUse.COPIED_FROM, program);
        if (compresses()) {
            compressor.compress(buffer, commands, target);
        } else {
            commands.copyOut(buffer, target.picture(), target.buffer());
            commands.buffer(buffer, target.buffer(), VkUse.COPIED_INTO, VkUse.READ_BY_HOST);
        }
        vkCmdSetEvent(buffer, slot.event, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
        return null;
    }

    private void prepare(VkSlot slot, int width, int height, boolean srgb) {
        if (slot.event == 0) {
            slot.event = createEvent();
        }
        if (slot.target != null && !slot.target.is(slot.width(), slot.height(), srgb)) {
            deleteTarget(slot);
        }
        if (slot.target == null) {
            slot.target = createTarget(slot, srgb);
        }
        slot.steps = scaler.prepare(width, height, srgb, slot.target.picture());
    }

    private long createEvent() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkEventCreateInfo info = VkEventCreateInfo.calloc(stack).sType$Default();
            return VkFailureException.created(stack, "making an event", h -> vkCreateEvent(device, info, null, h));
        }
    }

    private VkTarget createTarget(VkSlot slot, boolean srgb) {
        VkTarget target = new VkTarget(memory, slot.width(), slot.height(), srgb, compresses());
        if (compresses()) {
            try {
                compressor.describe(target);
            } catch (VkFailureException e) {
                target.delete();
                throw e;
            }
        }
        return target;
    }

    private void deleteTarget(VkSlot slot) {
        VkTarget target = slot.target;
        slot.target = null;
        deletions.add(() -> {
            if (compressor != null) {
                compressor.forget(target);
            }
            target.delete();
        });
    }

    @Override
    public boolean advance(VkSlot slot) {
        return true;
    }

    @Override
    public Progress poll(VkSlot slot) {
        return switch (eventStatus(slot)) {
            case VK_EVENT_SET -> {
                finished(slot);
                yield Progress.READY;
            }
            case VK_EVENT_RESET -> Progress.PENDING;
            default -> {
                lost = true;
                yield Progress.FAILED;
            }
        };
    }

    private void finished(VkSlot slot) {
        deletions.finished(slot.capture);
        if (aside.isEmpty()) {
            return;
        }
        // A later recording of the same command buffer was executed: the program has thrown the earlier one away. In
        // one recording,
        // the event of the earlier capture would be set too.
        endAside(other -> other.commands == slot.commands && other.capture < slot.capture && !isSet(other));
        endAside(this::isSet);
    }

    private boolean isSet(VkSlot slot) {
        return eventStatus(slot) == VK_EVENT_SET;
    }

    /** As the driver has it; replaced by tests: no driver can be made to lose a device. */
    int eventStatus(VkSlot slot) {
        return vkGetEventStatus(device, slot.event);
    }

    @Override
    public String read(VkSlot slot, int[] words) {
        slot.target.words().get(0, words);
        return compresses() && words[0] == NO_BLOCKS
                ? "conditional rendering (vkCmdBeginConditionalRenderingEXT) discarded the picture"
                : null;
    }

    @Override
    public void recycle(VkSlot slot) {
        releaseSteps(slot);
        vkResetEvent(device, slot.event);
    }

    @Override
    public boolean giveUp(VkSlot slot) {
        if (!warned) {
            warned = true;
            LOG.log(
                    Level.WARNING,
                    "the image of frame {0} was given up: its command buffer was not submitted. Call"
                            + " VkFrameCapture.discard(commandBuffer) when a command buffer is reset or freed instead",
                    slot.frame());
        }
        return aside.size() < MAX_ASIDE && aside.add(slot);
    }

    /** The recordings of these command buffers are gone: what was set aside for them is of no use any more. */
    void discard(Predicate<VkSlot> gone) {
        endAside(gone);
    }

    private void endAside(Predicate<VkSlot> gone) {
        for (int i = aside.size() - 1; i >= 0; i--) {
            if (gone.test(aside.get(i))) {
                destroySlot(aside.remove(i));
            }
        }
    }

    @Override
    public void destroySlot(VkSlot slot) {
        releaseSteps(slot);
        if (slot.target != null) {
            deleteTarget(slot);
        }
        long event = slot.event;
        deletions.add(() -> vkDestroyEvent(device, event, null));
    }

    private void releaseSteps(VkSlot slot) {
        if (slot.steps != null) {
            scaler.release(slot.steps);
            slot.steps = null;
        }
    }

    void close() {
        endAside(ignored -> true);
        scaler.delete();
        deletions.runAll();
        if (compressor != null) {
            compressor.delete();
        }
        commands.free();
    }
}
