package dev.zonecast.framecapture.gl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.Frame;
import dev.zonecast.framecapture.CaptureRate;
import dev.zonecast.framecapture.CaptureStatistics;
import dev.zonecast.framecapture.NumberPattern;
import dev.zonecast.framecapture.SentImages;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL45C;

/** On a real OpenGL: which frames get which pictures, from which framebuffers. */
class GlFrameCaptureTest {
    private final HeadlessGl gl = new HeadlessGl();
    private final SentImages sent = new SentImages();
    private final List<TestTarget> targets = new ArrayList<>();
    private final List<GlFrameCapture> captures = new ArrayList<>();

    @AfterEach
    void noErrorIsLeftToTheProgram() {
        captures.forEach(GlFrameCapture::close);
        targets.forEach(TestTarget::close);
        assertEquals(GL_NO_ERROR, glGetError());
        sent.close();
        gl.close();
    }

    private TestTarget target(int internalFormat, int width, int height, int samples) {
        TestTarget target = new TestTarget(internalFormat, width, height, samples);
        targets.add(target);
        return target;
    }

    private GlFrameCapture capture(GlFrameCapture.Builder builder) {
        GlFrameCapture capture = builder.create();
        captures.add(capture);
        return capture;
    }

    private static GlFrameCapture.Builder form(boolean onGpu) {
        return GlFrameCapture.builder().compressOnGpu(onGpu);
    }

    /** A frame that shows its own number. */
    private static void frame(GlFrameCapture capture, TestTarget target) {
        target.draw((int) Frame.number() & 0xFFFF);
        capture.capture(target.framebuffer, target.width, target.height);
        Frame.mark();
    }

    private static void assertShowsItsFrame(SentImages.Image image) {
        assertEquals(
                image.frame() & 0xFFFF, NumberPattern.read(image.pixelsFromTheTop(), image.width(), image.height()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAttachEachPictureToItsFrameTheRightWayUp(boolean onGpu) {
        TestTarget target = target(GL_RGBA8, 1280, 720, 0);
        GlFrameCapture capture = capture(form(onGpu));
        assertEquals(onGpu, capture.compressesOnGpu());
        long first = Frame.number();

        for (int i = 0; i < 50; i++) {
            frame(capture, target);
        }
        capture.close(SentImages.LIMIT);

        List<SentImages.Image> images = sent.images();
        CaptureStatistics statistics = capture.statistics();
        assertEquals(50, images.size() + sent.lost());
        assertEquals(50, statistics.images() + statistics.dropped() + statistics.skippedLate());
        assertTrue(images.size() >= 8, "at least those that fit into the ring");
        assertEquals(first, images.getFirst().frame());
        for (SentImages.Image image : images) {
            assertEquals(320, image.width());
            assertEquals(180, image.height());
            assertTrue(image.bottomUp());
            assertShowsItsFrame(image);
        }
    }

    @Test
    void shouldCompressToTheSameBitsOnTheGpu() {
        TestTarget target = target(GL_RGBA8, 804, 452, 0);
        for (boolean onGpu : new boolean[] {false, true}) {
            GlFrameCapture capture = capture(form(onGpu).size(804, 452));
            for (int seed = 0; seed < 3; seed++) {
                VariedPicture.draw(target, seed);
                capture.capture(target.framebuffer, target.width, target.height);
                Frame.mark();
            }
            capture.close(SentImages.LIMIT);
        }

        List<SentImages.Image> images = sent.images();
        assertEquals(6, images.size());
        for (int i = 0; i < 3; i++) {
            assertTrue(VariedPicture.isVaried(images.get(i).blocks()));
            assertArrayEquals(images.get(i).blocks(), images.get(i + 3).blocks());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0x8058, 640, 360, 0", // RGBA8
        "0x8051, 640, 360, 0", // RGB8
        "0x8C43, 640, 360, 0", // SRGB8_ALPHA8
        "0x881A, 640, 360, 0", // RGBA16F
        "0x8814, 640, 360, 0", // RGBA32F
        "0x8059, 640, 360, 0", // RGB10_A2
        "0x8058, 640, 360, 4",
        "0x8C43, 640, 360, 4",
        "0x881A, 640, 360, 4",
        "0x8058, 320, 180, 4",
        "0x8058, 321, 179, 0",
        "0x8058, 1919, 1081, 0",
    })
    void shouldShowTheFrameWhateverTheFormat(String format, int width, int height, int samples) {
        TestTarget target = target(Integer.decode(format), width, height, samples);
        for (boolean onGpu : new boolean[] {false, true}) {
            GlFrameCapture capture = capture(form(onGpu));
            glEnable(GL_FRAMEBUFFER_SRGB);
            frame(capture, target);
            glDisable(GL_FRAMEBUFFER_SRGB);
            capture.close(SentImages.LIMIT);
        }

        List<SentImages.Image> images = sent.images();
        assertEquals(2, images.size());
        images.forEach(GlFrameCaptureTest::assertShowsItsFrame);
    }

    @Test
    void shouldTakeValuesAsTheyAreStoredWhenSourceIsSrgb() {
        TestTarget target = target(GL_SRGB8_ALPHA8, 64, 64, 0);
        GlFrameCapture capture = capture(form(false));
        glEnable(GL_FRAMEBUFFER_SRGB);
        glClearColor(0.5f, 0.5f, 0.5f, 1); // Stored as 188.
        glClear(GL_COLOR_BUFFER_BIT);
        capture.capture(target.framebuffer, 64, 64);
        assertTrue(glIsEnabled(GL_FRAMEBUFFER_SRGB));
        glDisable(GL_FRAMEBUFFER_SRGB);
        Frame.mark();
        capture.close(SentImages.LIMIT);

        assertEquals(188, sent.images().getFirst().pixelsFromTheTop()[0] & 0xFF, 4);
    }

    @Test
    void shouldCaptureTheDefaultFramebuffer() {
        GlFrameCapture capture = capture(form(false));
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        for (int i = 0; i < 5; i++) {
            TestTarget.draw((int) Frame.number() & 0xFFFF, 64, 48);
            capture.capture(64, 48);
            gl.swap();
            Frame.mark();
        }
        capture.close(SentImages.LIMIT);

        assertEquals(5, sent.images().size());
        sent.images().forEach(GlFrameCaptureTest::assertShowsItsFrame);
        assertEquals(64, sent.images().getFirst().width());
        assertEquals(48, sent.images().getFirst().height());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFollowTheSizeWhenItChangesWithPicturesUnderWay(boolean onGpu) {
        GlFrameCapture capture = capture(form(onGpu));
        int[][] sizes = {{640, 360}, {800, 600}, {100, 400}, {0, 0}, {1, 1}, {640, 360}, {7, 1000}, {320, 180}};
        List<Long> frames = new ArrayList<>();
        for (int[] size : sizes) {
            TestTarget target = target(GL_RGBA8, Math.max(1, size[0]), Math.max(1, size[1]), 0);
            target.draw((int) Frame.number() & 0xFFFF);
            if (size[0] > 0) {
                frames.add(Frame.number());
            }
            capture.capture(target.framebuffer, size[0], size[1]);
            Frame.mark();
        }
        capture.close(SentImages.LIMIT);

        List<SentImages.Image> images = sent.images();
        assertEquals(frames, images.stream().map(SentImages.Image::frame).toList());
        assertEquals(
                "320x180 240x180 44x180 4x4 320x180 4x180 320x180",
                images.stream().map(i -> i.width() + "x" + i.height()).collect(Collectors.joining(" ")));
        images.stream().filter(i -> i.width() > 40).forEach(GlFrameCaptureTest::assertShowsItsFrame);
        assertEquals(1, capture.statistics().skippedSource());
    }

    @Test
    void shouldSkipAndCountWhenTheSourceCannotBeRead() {
        GlFrameCapture capture = capture(form(false));
        TestTarget good = target(GL_RGBA8, 64, 64, 0);
        TestTarget integers = target(GL_RGBA8UI, 64, 64, 0);
        TestTarget unread = target(GL_RGBA8, 64, 64, 0);
        glReadBuffer(GL_NONE);
        int empty = glGenFramebuffers();
        glBindFramebuffer(GL_FRAMEBUFFER, empty);

        for (int framebuffer : new int[] {integers.framebuffer, unread.framebuffer, empty, 98765}) {
            capture.capture(framebuffer, 64, 64);
            Frame.mark();
        }
        capture.capture(good.framebuffer, 0, 64);
        Frame.mark();
        capture.capture(good.framebuffer, 64, -1);
        Frame.mark();
        frame(capture, good);
        capture.close(SentImages.LIMIT);
        glDeleteFramebuffers(empty);

        assertEquals(6, capture.statistics().skippedSource());
        assertEquals(1, sent.images().size());
        assertShowsItsFrame(sent.images().getFirst());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveTheProgramsStateAlone(boolean onGpu) {
        TestTarget target = target(GL_RGBA8, 1280, 720, 4);
        GlFrameCapture capture = capture(form(onGpu));
        try (GlUserState user = new GlUserState()) {
            for (int i = 0; i < 4; i++) {
                target.draw((int) Frame.number() & 0xFFFF);
                user.set();
                String before = user.read();
                capture.capture(target.framebuffer, target.width, target.height);
                assertEquals(before, user.read());
                glFinish();
                user.reset();
                Frame.mark();
            }
            capture.close(SentImages.LIMIT);
            assertTrue(user.buffersAreUntouched());
        }
        assertEquals(4, sent.images().size());
        sent.images().forEach(GlFrameCaptureTest::assertShowsItsFrame);
    }

    @Test
    void shouldCaptureAtTheRateAskedFor() {
        TestTarget target = target(GL_RGBA8, 64, 64, 0);
        GlFrameCapture capture = capture(form(false).rate(CaptureRate.everyNth(3)));
        long first = Frame.number();
        for (int i = 0; i < 10; i++) {
            frame(capture, target);
            glFinish();
        }
        capture.close(SentImages.LIMIT);

        assertEquals(
                List.of(first, first + 3, first + 6, first + 9),
                sent.images().stream().map(SentImages.Image::frame).toList());
    }

    @Test
    void shouldCaptureAFrameOnceWhenAskedTwice() {
        TestTarget target = target(GL_RGBA8, 64, 64, 0);
        GlFrameCapture capture = capture(form(false));
        capture.capture(target.framebuffer, 64, 64);
        frame(capture, target);
        capture.close(SentImages.LIMIT);

        assertEquals(1, sent.images().size());
        assertEquals(1, capture.statistics().skippedRepeated());
    }

    @Test
    void shouldOnlyCountWhenItsContextIsNotCurrent() throws InterruptedException {
        TestTarget target = target(GL_RGBA8, 64, 64, 0);
        GlFrameCapture capture = capture(form(false));
        frame(capture, target);

        Thread other = Thread.ofPlatform().start(() -> {
            capture.capture(64, 64);
            capture.close();
            GlFrameCapture none = GlFrameCapture.builder().create();
            none.capture(64, 64);
            none.close();
            assertFalse(none.isAvailable());
            assertEquals(1, none.statistics().wrongCalls());
        });
        other.join();
        try (HeadlessGl ignored = new HeadlessGl()) {
            Frame.mark();
            capture.capture(64, 64);
        }
        gl.makeCurrent();
        Frame.mark();
        frame(capture, target);

        assertEquals(3, capture.statistics().wrongCalls());
        capture.close(SentImages.LIMIT);
        assertEquals(2, sent.images().size());
        capture.capture(target.framebuffer, 64, 64);
        assertEquals(4, capture.statistics().wrongCalls());
        assertFalse(capture.isAvailable());
    }

    @Test
    void shouldKnowItsContextWhenCapabilitiesAreMadeAnew() {
        TestTarget target = target(GL_RGBA8, 64, 64, 0);
        GlFrameCapture capture = capture(form(false));
        for (int i = 0; i < 5; i++) {
            frame(capture, target);
            glFinish();
        }
        gl.makeCurrent();
        frame(capture, target);
        capture.close(SentImages.LIMIT);

        assertEquals(0, capture.statistics().wrongCalls());
        assertEquals(6, sent.images().size());
    }

    @Test
    void shouldEndWhenTheContextIsLost() {
        TestTarget target = target(GL_RGBA8, 64, 64, 0);
        int[] status = {GL_NO_ERROR};
        GlDevice device = new GlDevice(
                new GlContext(GL.getCapabilities()) {
                    @Override
                    boolean isLost() {
                        return status[0] != GL_NO_ERROR;
                    }
                },
                false);
        GlFrameCapture capture = GlFrameCapture.on(device);
        captures.add(capture);
        frame(capture, target);
        long lostFrame = Frame.number();

        status[0] = GL45C.GL_GUILTY_CONTEXT_RESET;
        for (int i = 0; i < 3; i++) {
            frame(capture, target);
        }

        assertFalse(capture.isAvailable());
        CaptureStatistics statistics = capture.statistics();
        assertEquals(0, statistics.outstanding());
        assertEquals(2, statistics.wrongCalls());
        assertTrue(statistics.skippedSource() >= 1);
        assertTrue(sent.images().stream().allMatch(image -> image.frame() < lostFrame));
    }

    @Test
    void shouldRefuseSizesThatCannotBe() {
        GlFrameCapture.Builder builder = GlFrameCapture.builder();
        assertThrows(IllegalArgumentException.class, () -> builder.size(0, 180));
        assertThrows(IllegalArgumentException.class, () -> builder.size(320, 3));
        assertThrows(IllegalArgumentException.class, () -> builder.size(320, 4100));
        assertThrows(NullPointerException.class, () -> builder.rate(null));
    }

    @Test
    void shouldFreeWhatItHasWhenClosed() {
        int[] before = liveObjects();
        TestTarget target = target(GL_RGBA8, 640, 360, 4);
        GlFrameCapture capture = capture(form(true));
        for (int i = 0; i < 20; i++) {
            frame(capture, target);
        }
        capture.close(SentImages.LIMIT);
        target.close();
        targets.clear();

        assertEquals(
                List.of(before[0], before[1], before[2]),
                List.of(liveObjects()[0], liveObjects()[1], liveObjects()[2]));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAllocateNothingOnTheRenderThreadWhenSizesStay(boolean onGpu) {
        TestTarget target = target(GL_RGBA8, 640, 360, 0);
        GlFrameCapture capture = capture(form(onGpu));
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        target.draw(1);
        long deadline = System.nanoTime() + SentImages.COMPILED_LIMIT.toNanos();
        long allocated;
        long images;
        // Until all is compiled, in a round in which the GPU finished pictures.
        do {
            long imagesBefore = capture.statistics().images();
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 100; i++) {
                capture.capture(target.framebuffer, target.width, target.height);
                Frame.mark();
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
            images = capture.statistics().images() - imagesBefore;
        } while ((allocated != 0 || images == 0) && System.nanoTime() - deadline < 0);

        assertEquals(0, allocated);
        assertTrue(images > 0);
    }

    /** Buffers, framebuffers and textures; drivers number them from 1 on. */
    private static int[] liveObjects() {
        return new int[] {
            (int) IntStream.range(1, 200).filter(i -> glIsBuffer(i)).count(),
            (int) IntStream.range(1, 200).filter(i -> glIsFramebuffer(i)).count(),
            (int) IntStream.range(1, 200)
                    .filter(i -> glIsTexture(i) || glIsRenderbuffer(i))
                    .count()
        };
    }
}
