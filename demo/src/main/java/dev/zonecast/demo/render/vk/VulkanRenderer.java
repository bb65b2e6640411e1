package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.check;
import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.gpu.GpuZone;
import dev.zonecast.demo.render.FrameBlock;
import dev.zonecast.demo.render.FrameSize;
import dev.zonecast.demo.render.GraphicsUnavailableException;
import dev.zonecast.demo.render.Passes;
import dev.zonecast.demo.render.Picture;
import dev.zonecast.demo.render.RenderSettings;
import dev.zonecast.demo.render.Renderer;
import dev.zonecast.demo.render.RendererInfo;
import dev.zonecast.demo.render.Resources;
import dev.zonecast.demo.render.Screenshots;
import dev.zonecast.demo.scene.FrameView;
import dev.zonecast.demo.scene.InstanceList;
import dev.zonecast.framecapture.vk.VkFrameCapture;
import dev.zonecast.gpu.vk.VkGpuCtx;
import java.io.PrintStream;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** The demo's renderer in Vulkan 1.3; the package's documentation says how a frame is made. */
public final class VulkanRenderer implements Renderer {
    private static final SourceLocation UPLOAD = SourceLocation.here("upload instances", 0xB56576);
    private static final SourceLocation GPU_UPLOAD = SourceLocation.here("copy instances", 0xB56576);
    private static final SourceLocation SUBMIT = SourceLocation.here("submit frame", 0x6D6875);
    private static final SourceLocation GPU_SHOW = SourceLocation.here("copy to window (GPU)", 0x6D6875);
    private static final SourceLocation WAIT = SourceLocation.here("wait for GPU", 0x777777);
    private static final SourceLocation CAPTURE = SourceLocation.here("capture frame", 0x6D6875);
    private static final SourceLocation GPU_CAPTURE = SourceLocation.here("capture frame (GPU)", 0x6D6875);
    private static final SourceLocation COLLECT = SourceLocation.here("collect GPU zones", 0x6D6875);

    private static final int FRAMES_IN_FLIGHT = 2;

    /** The largest alignment that Vulkan allows a device to ask for. */
    private static final int BLOCK_STRIDE = 256;

    private final Resources resources;

    private final RendererInfo info;
    private final VulkanInstance instance;
    private final VulkanDevice device;
    private final Window window;
    private final Swapchain swapchain;
    private final VkGpuCtx gpu;
    private final VkGpuCtx uploadGpu;
    private final DeviceBuffer frameBlocks;
    private final Bindings bindings;
    private final VulkanPasses api;
    private final Passes<Target, Pipeline> passes;
    private final List<FrameSlot> slots = new ArrayList<>();
    /** Null if no frame is captured. */
    private final VkFrameCapture capture;

    private FrameSlot slot;

    /**
     * Opens a device and loads the meshes.
     *
     * @param validation where the validation layer's messages go; null for no validation
     * @throws GraphicsUnavailableException if this machine has no Vulkan 1.3, or not the validation layer
     */
    public static VulkanRenderer open(RenderSettings settings, PrintStream validation)
            throws GraphicsUnavailableException {
        Resources resources = new Resources();
        try {
            return new VulkanRenderer(resources, settings, validation);
        } catch (GraphicsUnavailableException | RuntimeException | Error e) {
            resources.close();
            throw e;
        }
    }

    private VulkanRenderer(Resources resources, RenderSettings settings, PrintStream validation)
            throws GraphicsUnavailableException {
        this.resources = resources;
        ValidationLog log = validation == null ? null : new ValidationLog(validation);
        List<String> instanceExtensions = List.of();
        Window opened = null;
        if (settings.window()) {
            opened = new Window(settings.size());
            instanceExtensions = Window.instanceExtensions();
        }
        window = opened;
        instance = resources.keep(new VulkanInstance(log, instanceExtensions));
        long surface = window == null ? 0 : resources.keep(window).createSurface(instance.handle);
        DeviceChoice choice = DeviceChoice.of(
                instance.devices(),
                window == null ? List.of() : Window.deviceExtensions(),
                (physical, family) -> surface == 0 || canPresent(physical, family, surface));
        device = resources.keep(new VulkanDevice(choice));
        swapchain = window == null ? null : resources.keep(new Swapchain(device, window, surface));
        gpu = resources.keep(context(
                "renderer",
                device.graphicsQueue,
                choice.graphicsFamily(),
                settings.statistics() && choice.hasPipelineStatistics()));
        uploadGpu = resources.keep(context("uploads", device.uploadQueue, choice.uploadFamily(), false));
        frameBlocks = resources.keep(DeviceBuffer.onHost(
                device, FRAMES_IN_FLIGHT * BLOCK_STRIDE * blockUnits(), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT));
        bindings = resources.keep(new Bindings(device, frameBlocks, FrameBlock.BYTES));
        MeshBuffers meshes = resources.keep(new MeshBuffers(device, settings.meshes()));
        try (ShaderCompiler compiler = new ShaderCompiler(device.handle)) {
            api = new VulkanPasses(device, compiler, gpu, bindings, meshes);
            passes = new Passes<>(api, resources, settings);
        }
        for (int i = 0; i < FRAMES_IN_FLIGHT; i++) {
            slots.add(resources.keep(new FrameSlot(device, i)));
        }
        slot = slots.get(0);
        capture = settings.screenshots().on() ? resources.keep(capture(settings.screenshots())) : null;
        info = new RendererInfo(
                "Vulkan",
                "PCI vendor 0x" + Integer.toHexString(choice.vendor()),
                choice.name(),
                choice.version().replaceFirst("^Vulkan ", ""),
                surfaceText(choice, settings.size(), validation != null));
    }

    private static boolean canPresent(VkPhysicalDevice physical, int family, long surface) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer can = stack.mallocInt(1);
            check(
                    KHRSurface.vkGetPhysicalDeviceSurfaceSupportKHR(physical, family, surface, can),
                    "the window's surface");
            return can.get(0) == VK_TRUE;
        }
    }

    private static int blockUnits() {
        return (FrameBlock.BYTES + BLOCK_STRIDE - 1) / BLOCK_STRIDE;
    }

    private String surfaceText(DeviceChoice choice, FrameSize size, boolean validated) {
        return (window == null ? "no window, " : "window, ")
                + size
                + (choice.hasUploadQueue() ? ", a queue for uploads" : ", one queue")
                + (validated ? ", validation" : "");
    }

    private VkGpuCtx context(String name, VkQueue queue, int family, boolean statistics) {
        return VkGpuCtx.builder(instance.handle, device.choice.device(), device.handle, queue, family)
                .name(name)
                .hostQueryReset(true)
                .synchronization2(true)
                .debugLabels(true)
                .pipelineStatistics(statistics)
                .create();
    }

    private VkFrameCapture capture(Screenshots screenshots) {
        return VkFrameCapture.builder()
                .size(screenshots.size().width(), screenshots.size().height())
                .rate(screenshots.rate())
                .compressOnGpu(screenshots.gpu())
                .bottomUp(true)
                .create(device.choice.device(), device.handle);
    }

    @Override
    public RendererInfo info() {
        return info;
    }

    @Override
    public void upload(InstanceList visibleObjects, InstanceList casters) {
        try (Zone zone = Zone.open(UPLOAD)) {
            VkCommandBuffer commands = slot.uploads;
            slot.instances.put(visibleObjects, casters);
            VulkanDevice.begin(commands);
            try (GpuZone _ = uploadGpu.open(GPU_UPLOAD, commands)) {
                slot.instances.copy(commands);
            }
            check(vkEndCommandBuffer(commands), "the end of a command buffer");
            submit(device.uploadQueue, commands, List.of(), List.of(slot.uploaded), VK_NULL_HANDLE);
            zone.value(slot.instances.bytes());
        }
    }

    @Override
    public void render(FrameView view) {
        int offset = slot.number * BLOCK_STRIDE * blockUnits();
        FrameBlock.put(view, offset, frameBlocks.mapped);
        VkCommandBuffer commands = slot.commands;
        VulkanDevice.begin(commands);
        api.beginFrame(slot, offset);
        passes.draw();
    }

    @Override
    public void present() {
        VkCommandBuffer commands = slot.commands;
        if (capture != null) {
            captureFrame(commands);
        }
        boolean shown = swapchain != null && swapchain.acquire(slot.acquired);
        if (shown) {
            try (GpuZone _ = gpu.open(GPU_SHOW, commands)) {
                swapchain.copy(commands, passes.frame());
            }
        }
        check(vkEndCommandBuffer(commands), "the end of a command buffer");
        try (Zone _ = Zone.open(SUBMIT)) {
            submit(
                    device.graphicsQueue,
                    commands,
                    shown ? List.of(slot.uploaded, slot.acquired) : List.of(slot.uploaded),
                    shown ? List.of(swapchain.drawn()) : List.of(),
                    slot.resetFence());
        }
        if (shown) {
            swapchain.present();
        }
        slot = slots.get((slot.number + 1) % FRAMES_IN_FLIGHT);
        try (Zone _ = Zone.open(WAIT)) {
            slot.await();
        }
        try (Zone _ = Zone.open(COLLECT)) {
            gpu.collect();
            uploadGpu.collect();
        }
    }

    private void captureFrame(VkCommandBuffer commands) {
        try (Zone _ = Zone.open(CAPTURE);
                GpuZone _ = gpu.open(GPU_CAPTURE, commands)) {
            Target frame = passes.frame();
            capture.record(commands, frame.image, frame.format, Use.COPY_FROM.layout, frame.width(), frame.height());
        }
    }

    private static void submit(
            VkQueue queue, VkCommandBuffer commands, List<Long> waitFor, List<Long> signal, long fence) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkSubmitInfo2.Buffer submission = VkSubmitInfo2.calloc(1, stack)
                    .sType$Default()
                    .pCommandBufferInfos(VkCommandBufferSubmitInfo.calloc(1, stack)
                            .sType$Default()
                            .commandBuffer(commands))
                    .pWaitSemaphoreInfos(semaphores(stack, waitFor))
                    .pSignalSemaphoreInfos(semaphores(stack, signal));
            check(vkQueueSubmit2(queue, submission, fence), "a submission");
        }
    }

    private static VkSemaphoreSubmitInfo.Buffer semaphores(MemoryStack stack, List<Long> handles) {
        VkSemaphoreSubmitInfo.Buffer infos = VkSemaphoreSubmitInfo.calloc(handles.size(), stack);
        for (int i = 0; i < handles.size(); i++) {
            infos.get(i).sType$Default().semaphore(handles.get(i)).stageMask(VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
        }
        return infos;
    }

    @Override
    public boolean closeRequested() {
        return window != null && window.closeRequested();
    }

    @Override
    public Picture readFrame() {
        device.finish();
        Target frame = passes.frame();
        int width = frame.width();
        int height = frame.height();
        try (DeviceBuffer pixels = DeviceBuffer.onHost(device, width * height * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT)) {
            device.runNow(commands -> {
                try (MemoryStack stack = MemoryStack.stackPush()) {
                    VkBufferImageCopy.Buffer copy = VkBufferImageCopy.calloc(1, stack);
                    copy.imageSubresource()
                            .aspectMask(VK_IMAGE_ASPECT_COLOR_BIT)
                            .layerCount(1);
                    copy.imageExtent().set(width, height, 1);
                    vkCmdCopyImageToBuffer(commands, frame.image, Use.COPY_FROM.layout, pixels.handle, copy);
                }
            });
            return Picture.ofBottomUp(width, height, pixels.mapped);
        }
    }

    /** Messages of the validation layer so far; 0 without it. */
    public int validationMessages() {
        return instance.validationMessages();
    }

    @Override
    public void close() {
        device.finish();
        gpu.collect();
        uploadGpu.collect();
        resources.close();
    }
}
