package dev.zonecast.framecapture.vk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.core.Frame;
import dev.zonecast.framecapture.CaptureStatistics;
import dev.zonecast.framecapture.NumberPattern;
import dev.zonecast.framecapture.SentImages;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCommandBuffer;

/** On a real Vulkan, whose validation layer has to be silent: which frames get which pictures, from which images. */
class VkFrameCaptureTest {
    private final TestVulkan vulkan = new TestVulkan();
    private final SentImages sent = new SentImages();
    private final List<TestImage> images = new ArrayList<>();
    private final List<VkFrameCapture> captures = new ArrayList<>();

    @AfterEach
    void validationLayerWasSilent() {
        vulkan.finish();
        captures.forEach(VkFrameCapture::close);
        images.forEach(TestImage::close);
        sent.close();
        vulkan.close();
    }

    private TestImage image(int format, int width, int height, int layout) {
        TestImage image = new TestImage(vulkan, format, width, height, layout);
        images.add(image);
        return image;
    }

    private VkFrameCapture capture(boolean onGpu) {
        return capture(VkFrameCapture.builder().compressOnGpu(onGpu));
    }

    private VkFrameCapture capture(VkFrameCapture.Builder builder) {
        VkFrameCapture capture = builder.create(vulkan.physicalDevice, vulkan.device);
        captures.add(capture);
        return capture;
    }

    /** A frame that shows its own number. */
    private void frame(VkFrameCapture capture, TestImage image) {
        VkCommandBuffer commands = vulkan.begin();
        image.draw(commands, (int) Frame.number() & 0xFFFF);
        capture.record(commands, image.image, image.format, image.layout, image.width, image.height);
        vulkan.submit(commands);
        Frame.mark();
    }

    private void finish(VkFrameCapture capture) {
        vulkan.finish();
        capture.close();
        sent.flush();
    }

    private static void assertShowsItsFrame(SentImages.Image image) {
        assertEquals(
                image.frame() & 0xFFFF, NumberPattern.read(image.pixelsFromTheTop(), image.width(), image.height()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAttachEachPictureToItsFrameTheRightWayUp(boolean onGpu) {
        TestImage image = image(VK_FORMAT_B8G8R8A8_UNORM, 1280, 720, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        VkFrameCapture capture = capture(onGpu);
        assertEquals(onGpu, capture.compressesOnGpu());
        long first = Frame.number();

        for (int i = 0; i < 50; i++) {
            frame(capture, image);
        }
        finish(capture);

        List<SentImages.Image> taken = sent.images();
        assertEquals(50, taken.size() + sent.lost());
        assertTrue(taken.size() >= 8, "at least those that fit into the ring");
        assertEquals(first, taken.getFirst().frame());
        for (SentImages.Image each : taken) {
            assertEquals(320, each.width());
            assertEquals(180, each.height());
            assertFalse(each.bottomUp());
            assertShowsItsFrame(each);
        }
    }

    @Test
    void shouldCompressToTheSameBitsOnTheGpu() {
        TestImage image = image(VK_FORMAT_R8G8B8A8_UNORM, 804, 452, VK_IMAGE_LAYOUT_GENERAL);
        for (boolean onGpu : new boolean[] {false, true}) {
            VkFrameCapture capture = capture(onGpu);
            for (int i = 0; i < 3; i++) {
                VkCommandBuffer commands = vulkan.begin();
                image.draw(commands, 0x1234 + i);
                // Fields with edges that are scaled: blocks of all kinds.
                capture.record(commands, image.image, image.format, image.layout, 803, 451);
                vulkan.submit(commands);
                Frame.mark();
            }
            finish(capture);
        }

        assertEquals(6, sent.images().size());
        for (int i = 0; i < 3; i++) {
            assertArrayEquals(
                    sent.images().get(i).blocks(), sent.images().get(i + 3).blocks());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "37, 640, 360, 1", // R8G8B8A8_UNORM, GENERAL
        "37, 640, 360, 6", // TRANSFER_SRC_OPTIMAL
        "43, 640, 360, 2", // R8G8B8A8_SRGB, COLOR_ATTACHMENT_OPTIMAL
        "44, 640, 360, 2", // B8G8R8A8_UNORM
        "50, 640, 360, 1", // B8G8R8A8_SRGB
        "97, 640, 360, 2", // R16G16B16A16_SFLOAT
        "64, 640, 360, 2", // A2B10G10R10_UNORM
        "37, 320, 180, 2",
        "37, 1919, 1081, 2",
    })
    void shouldShowTheFrameWhateverTheFormat(int format, int width, int height, int layout) {
        TestImage image = image(format, width, height, layout);
        for (boolean onGpu : new boolean[] {false, true}) {
            VkFrameCapture capture = capture(onGpu);
            frame(capture, image);
            finish(capture);
        }

        assertEquals(2, sent.images().size());
        sent.images().forEach(VkFrameCaptureTest::assertShowsItsFrame);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFollowTheSizeWhenItChangesWithPicturesUnderWay(boolean onGpu) {
        VkFrameCapture capture = capture(onGpu);
        int[][] sizes = {{640, 360}, {800, 600}, {100, 400}, {0, 0}, {1, 1}, {640, 360}, {7, 1000}, {320, 180}};
        List<Long> frames = new ArrayList<>();
        for (int[] size : sizes) {
            TestImage image = image(
                    VK_FORMAT_R8G8B8A8_UNORM,
                    Math.max(1, size[0]),
                    Math.max(1, size[1]),
                    VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
            VkCommandBuffer commands = vulkan.begin();
            if (size[0] > 8) {
                image.draw(commands, (int) Frame.number() & 0xFFFF);
            } else {
                clear(image, commands);
            }
            if (size[0] > 0) {
                frames.add(Frame.number());
            }
            capture.record(commands, image.image, image.format, image.layout, size[0], size[1]);
            vulkan.submit(commands);
            Frame.mark();
        }
        finish(capture);

        List<SentImages.Image> taken = sent.images();
        assertEquals(frames, taken.stream().map(SentImages.Image::frame).toList());
        assertEquals(
                "320x180 240x180 44x180 4x4 320x180 4x180 320x180",
                taken.stream().map(i -> i.width() + "x" + i.height()).collect(Collectors.joining(" ")));
        taken.stream().filter(i -> i.width() > 40).forEach(VkFrameCaptureTest::assertShowsItsFrame);
        assertEquals(1, capture.statistics().skippedSource());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepResourcesOfFramesInFlightWhenTheSizeChangesEachFrame(boolean onGpu) {
        TestImage image = image(VK_FORMAT_R8G8B8A8_UNORM, 1280, 720, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        VkFrameCapture capture = capture(onGpu);
        for (int i = 0; i < 60; i++) {
            VkCommandBuffer commands = vulkan.begin();
            image.draw(commands, (int) Frame.number() & 0xFFFF);
            int height = i % 3 == 0 ? 720 : 640 - 8 * i;
            capture.record(commands, image.image, image.format, image.layout, 1280, height);
            vulkan.submitAndAwait(commands);
            Frame.mark();
        }
        finish(capture);

        assertEquals(60, sent.images().size() + sent.lost());
        List<SentImages.Image> whole =
                sent.images().stream().filter(i -> i.height() == 180).toList();
        assertFalse(whole.isEmpty());
        whole.forEach(VkFrameCaptureTest::assertShowsItsFrame);
    }

    private void record(VkFrameCapture capture, VkCommandBuffer commands, TestImage image) {
        image.draw(commands, (int) Frame.number() & 0xFFFF);
        capture.record(commands, image.image, image.format, image.layout, image.width, image.height);
        Frame.mark();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGoOnWhenACommandBufferIsNotSubmitted(boolean onGpu) {
        TestImage image = image(VK_FORMAT_R8G8B8A8_UNORM, 1280, 720, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        VkFrameCapture capture = capture(onGpu);
        VkCommandBuffer late = vulkan.beginExtra();
        record(capture, late, image);
        for (int i = 0; i < 30; i++) {
            frameThatIsDone(capture, image);
        }
        assertEquals(1, capture.statistics().notSubmitted());
        // No harm to a command buffer that is submitted after its picture was given up.
        vulkan.submit(late);
        vulkan.finish();
        for (int i = 0; i < 30; i++) {
            frameThatIsDone(capture, image);
        }
        finish(capture);

        assertEquals(60 + 1, sent.images().size() + sent.lost());
        sent.images().forEach(VkFrameCaptureTest::assertShowsItsFrame);
    }

    /** The GPU is done with it when the next one is recorded. */
    private void frameThatIsDone(VkFrameCapture capture, TestImage image) {
        VkCommandBuffer commands = vulkan.begin();
        record(capture, commands, image);
        vulkan.submitAndAwait(commands);
    }

    @Test
    void shouldGoOnWhenAHundredCommandBuffersAreRecordedAnewInstead() {
        TestImage image = image(VK_FORMAT_R8G8B8A8_UNORM, 640, 360, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        VkFrameCapture capture = capture(true);
        VkCommandBuffer commands = vulkan.beginExtra();
        for (int i = 0; i < 100; i++) {
            record(capture, commands, image);
            vulkan.beginAnew(commands);
            record(capture, commands, image);
            vulkan.submitAndAwait(commands);
            vulkan.finish();
            vulkan.beginAgain(commands);
        }
        vulkan.submit(commands);
        finish(capture);

        CaptureStatistics statistics = capture.statistics();
        assertEquals(0, statistics.skippedLate());
        assertEquals(100, statistics.notSubmitted());
        assertEquals(100 + 100, sent.images().size() + sent.lost());
        sent.images().forEach(VkFrameCaptureTest::assertShowsItsFrame);
    }

    @Test
    void shouldUseTheBufferAgainWhenACommandBufferIsDiscarded() {
        TestImage image = image(VK_FORMAT_R8G8B8A8_UNORM, 640, 360, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        VkFrameCapture capture = capture(false);
        VkCommandBuffer first = vulkan.beginExtra();
        VkCommandBuffer second = vulkan.beginExtra();
        for (int i = 0; i < 100; i++) {
            record(capture, first, image);
            record(capture, second, image);
            vulkan.beginAnew(first);
            vulkan.beginAnew(second);
            discard(capture, i, first, second);
            assertEquals(0, capture.statistics().outstanding());
        }
        frameThatIsDone(capture, image);
        vulkan.submit(first);
        vulkan.submit(second);
        finish(capture);

        assertEquals(200, capture.statistics().notSubmitted());
        assertEquals(0, capture.statistics().skippedLate());
        assertEquals(1, sent.images().size());
        assertShowsItsFrame(sent.images().getFirst());
    }

    private static void discard(VkFrameCapture capture, int way, VkCommandBuffer first, VkCommandBuffer second) {
        switch (way % 3) {
            case 0 -> {
                capture.discard(first);
                capture.discard(second);
            }
            case 1 -> capture.discard(List.of(first, second));
            default -> {
                try (MemoryStack stack = MemoryStack.stackPush()) {
                    capture.discard(stack.pointers(first, second));
                }
            }
        }
    }

    @Test
    void shouldLimitAndCountWhenCommandBuffersAreNeverSubmittedNorDiscarded() {
        TestImage image = image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        VkFrameCapture capture = capture(true);
        List<VkCommandBuffer> never = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            never.add(vulkan.beginExtra());
            record(capture, never.getLast(), image);
            frameThatIsDone(capture, image);
        }
        CaptureStatistics statistics = capture.statistics();
        assertTrue(statistics.notSubmitted() >= 16);
        assertTrue(statistics.skippedLate() > 0);
        never.forEach(vulkan::beginAnew);

        capture.discard(never);

        long late = capture.statistics().skippedLate();
        for (int i = 0; i < 20; i++) {
            frameThatIsDone(capture, image);
        }
        assertEquals(late, capture.statistics().skippedLate());
        never.forEach(vulkan::submit);
        finish(capture);
        sent.images().forEach(VkFrameCaptureTest::assertShowsItsFrame);
    }

    @Test
    void shouldSkipAndCountWhenConditionalRenderingDiscardsTheShadersRun() {
        TestImage image = image(VK_FORMAT_R8G8B8A8_UNORM, 640, 360, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        VkFrameCapture capture = capture(true);
        try (TestCondition condition = new TestCondition(vulkan)) {
            for (int i = 0; i < 12; i++) {
                VkCommandBuffer commands = vulkan.begin();
                image.draw(commands, (int) Frame.number() & 0xFFFF);
                if (i % 3 != 0) {
                    condition.begin(commands, i % 3 == 1);
                }
                capture.record(commands, image.image, image.format, image.layout, image.width, image.height);
                if (i % 3 != 0) {
                    condition.end(commands);
                }
                vulkan.submitAndAwait(commands);
                Frame.mark();
            }
            finish(capture);
        }

        assertEquals(4, capture.statistics().skippedSource());
        assertEquals(8, sent.images().size() + sent.lost());
        sent.images().forEach(VkFrameCaptureTest::assertShowsItsFrame);
    }

    @Test
    void shouldSkipAndCountWhenNoImageCanBeSoLarge() {
        TestImage image = image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        VkFrameCapture capture = capture(false);
        VkCommandBuffer commands = vulkan.begin();
        clear(image, commands);
        capture.record(commands, image.image, image.format, image.layout, 1, 100_000);
        vulkan.submit(commands);
        Frame.mark();
        frame(capture, image);
        finish(capture);

        assertEquals(1, capture.statistics().skippedSource());
        assertEquals(1, sent.images().size());
    }

    /** Brings a small image into its layout. */
    private static void clear(TestImage image, VkCommandBuffer commands) {
        VkCommands barriers = new VkCommands();
        VkUse none = new VkUse(VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0, VK_IMAGE_LAYOUT_UNDEFINED);
        barriers.image(commands, image.image, none, VkUse.ofProgram(image.layout));
        barriers.free();
    }

    @Test
    void shouldSkipAndCountWhenTheImageCannotBeRead() {
        VkFrameCapture capture = capture(false);
        TestImage integers = image(VK_FORMAT_R8G8B8A8_UINT, 64, 64, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        TestImage good = image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        VkCommandBuffer commands = vulkan.begin();
        capture.record(commands, integers.image, integers.format, integers.layout, 64, 64);
        Frame.mark();
        capture.record(commands, good.image, VK_FORMAT_D32_SFLOAT, good.layout, 64, 64);
        Frame.mark();
        capture.record(commands, good.image, VK_FORMAT_UNDEFINED, good.layout, 64, 64);
        Frame.mark();
        capture.record(commands, good.image, good.format, VK_IMAGE_LAYOUT_UNDEFINED, 64, 64);
        Frame.mark();
        capture.record(commands, good.image, good.format, good.layout, 64, 0);
        Frame.mark();
        capture.record(commands, VK_NULL_HANDLE, good.format, good.layout, 64, 64);
        capture.record(null, good.image, good.format, good.layout, 64, 64);
        vulkan.submit(commands);
        frame(capture, good);
        finish(capture);
        capture.record(commands, good.image, good.format, good.layout, 64, 64);

        assertEquals(5, capture.statistics().skippedSource());
        assertEquals(3, capture.statistics().wrongCalls());
        assertEquals(1, sent.images().size());
        assertShowsItsFrame(sent.images().getFirst());
    }

    @Test
    void shouldEndWhenTheDeviceIsLost() {
        TestImage image = image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        boolean[] lost = {false};
        VkFrameCapture capture =
                VkFrameCapture.on(new VkCaptureDevice(vulkan.physicalDevice, vulkan.device, true, false) {
                    @Override
                    int eventStatus(VkSlot slot) {
                        return lost[0] ? VK_ERROR_DEVICE_LOST : VK_EVENT_RESET;
                    }
                });
        captures.add(capture);
        frame(capture, image);
        frame(capture, image);
        vulkan.finish();

        lost[0] = true;
        for (int i = 0; i < 3; i++) {
            frame(capture, image);
        }

        assertFalse(capture.isAvailable());
        assertEquals(0, capture.statistics().outstanding());
        assertEquals(3, capture.statistics().skippedSource(), "two under way and the one at hand");
        assertEquals(2, capture.statistics().wrongCalls());
        assertEquals(0, sent.images().size());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAllocateNothingOnTheRenderThreadWhenSizesStay(boolean onGpu) {
        // Small: thousands of frames pass until all is compiled.
        TestImage image = image(VK_FORMAT_R8G8B8A8_UNORM, 64, 36, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        VkFrameCapture capture = capture(VkFrameCapture.builder().size(32, 16).compressOnGpu(onGpu));
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long deadline = System.nanoTime() + SentImages.COMPILED_LIMIT.toNanos();
        long allocated;
        long pictures;
        // Until all is compiled, in a round in which the GPU finished pictures.
        do {
            allocated = 0;
            long picturesBefore = capture.statistics().images();
            for (int i = 0; i < 20; i++) {
                VkCommandBuffer commands = vulkan.begin();
                image.draw(commands, 1);
                long before = threads.getCurrentThreadAllocatedBytes();
                capture.record(commands, image.image, image.format, image.layout, image.width, image.height);
                allocated += threads.getCurrentThreadAllocatedBytes() - before;
                vulkan.submit(commands);
                Frame.mark();
            }
            pictures = capture.statistics().images() - picturesBefore;
        } while ((allocated != 0 || pictures == 0) && System.nanoTime() - deadline < 0);

        assertEquals(0, allocated);
        assertTrue(pictures > 0);
    }
}
