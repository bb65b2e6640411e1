package dev.zonecast.framecapture.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lwjgl.opengles.GLES30.*;

import dev.zonecast.core.Frame;
import dev.zonecast.framecapture.NumberPattern;
import dev.zonecast.framecapture.SentImages;
import dev.zonecast.headless.EglContext;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lwjgl.opengles.GLES;
import org.lwjgl.opengles.GLESCapabilities;

/** On a real OpenGL ES 3.0 without OpenGL. */
class EsFrameCaptureTest {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 360;

    private final EglContext context = new EglContext(EglContext.Wish.ofEs(3, 0), WIDTH, HEIGHT, null);
    private final SentImages sent = new SentImages();
    private GlFrameCapture capture;

    @BeforeEach
    void open() {
        context.makeCurrent();
        GLES.createCapabilities();
        capture = GlFrameCapture.builder().compressOnGpu(true).create();
    }

    @AfterEach
    void noErrorIsLeftToTheProgram() {
        capture.close(SentImages.LIMIT);
        assertEquals(GL_NO_ERROR, glGetError());
        sent.close();
        context.release();
        GLES.setCapabilities(null);
        context.close();
    }

    private static int framebuffer(int format, int samples) {
        int framebuffer = glGenFramebuffers();
        int colors = glGenRenderbuffers();
        glBindRenderbuffer(GL_RENDERBUFFER, colors);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, WIDTH, HEIGHT);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colors);
        assertEquals(GL_FRAMEBUFFER_COMPLETE, glCheckFramebufferStatus(GL_FRAMEBUFFER));
        return framebuffer;
    }

    private void frame(int framebuffer) {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glEnable(GL_SCISSOR_TEST);
        NumberPattern.draw((int) Frame.number() & 0xFFFF, (column, columns, band, red, green, blue) -> {
            int left = column * WIDTH / 8;
            int bottom = HEIGHT - (band + 1) * HEIGHT / 4;
            glScissor(left, bottom, (column + columns) * WIDTH / 8 - left, HEIGHT - band * HEIGHT / 4 - bottom);
            glClearColor(red, green, blue, 1);
            glClear(GL_COLOR_BUFFER_BIT);
        });
        // Left on: it would cut the copies.
        glScissor(1, 1, 2, 2);
        capture.capture(framebuffer, WIDTH, HEIGHT);
        assertTrue(glIsEnabled(GL_SCISSOR_TEST));
        assertEquals(framebuffer, glGetInteger(GL_DRAW_FRAMEBUFFER_BINDING));
        Frame.mark();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, GL_RGBA8, GL_RGB565, GL_RGB10_A2})
    void shouldAttachEachPictureToItsFrameTheRightWayUp(int format) {
        assertTrue(capture.isAvailable());
        assertFalse(capture.compressesOnGpu());
        int framebuffer = format == 0 ? 0 : framebuffer(format, 0);
        for (int i = 0; i < 20; i++) {
            frame(framebuffer);
        }
        capture.close(SentImages.LIMIT);

        List<SentImages.Image> images = sent.images();
        assertEquals(20, images.size() + sent.lost());
        assertTrue(images.size() >= 8, "at least those that fit into the ring");
        for (SentImages.Image image : images) {
            assertEquals(
                    image.frame() & 0xFFFF,
                    NumberPattern.read(image.pixelsFromTheTop(), image.width(), image.height()));
        }
    }

    @Test
    void shouldLeaveTheStateOfTheProgramAsItIs() {
        int framebuffer = framebuffer(GL_RGBA8, 0);
        int buffer = glGenBuffers();
        int texture = glGenTextures();
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
        glBindTexture(GL_TEXTURE_2D, texture);
        glPixelStorei(GL_PACK_ROW_LENGTH, 1000);
        glPixelStorei(GL_UNPACK_SKIP_ROWS, 3);
        for (int i = 0; i < 3; i++) {
            frame(framebuffer);
            glFinish();
        }

        assertEquals(buffer, glGetInteger(GL_PIXEL_PACK_BUFFER_BINDING));
        assertEquals(buffer, glGetInteger(GL_PIXEL_UNPACK_BUFFER_BINDING));
        assertEquals(texture, glGetInteger(GL_TEXTURE_BINDING_2D));
        assertEquals(1000, glGetInteger(GL_PACK_ROW_LENGTH));
        assertEquals(3, glGetInteger(GL_UNPACK_SKIP_ROWS));
        capture.close(SentImages.LIMIT);
        SentImages.Image image = sent.images().getFirst();
        assertEquals(
                image.frame() & 0xFFFF, NumberPattern.read(image.pixelsFromTheTop(), image.width(), image.height()));
    }

    @Test
    void shouldRefuseAFramebufferWithSeveralSamples() {
        frame(framebuffer(GL_RGBA8, 4));
        capture.close(SentImages.LIMIT);

        assertEquals(0, sent.images().size());
        assertEquals(1, capture.statistics().skippedSource());
    }

    @Test
    void shouldRefuseIntegersAndNoFramebuffer() {
        int framebuffer = glGenFramebuffers();
        int texture = glGenTextures();
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8UI, 64, 64, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, (ByteBuffer) null);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        capture.capture(framebuffer, 64, 64);
        Frame.mark();
        capture.capture(4711, 64, 64);
        Frame.mark();

        assertEquals(2, capture.statistics().skippedSource());
    }

    @Test
    void shouldCountCallsWhileLwjglKnowsNoContext() {
        GLESCapabilities capabilities = GLES.getCapabilities();
        GLES.setCapabilities(null);
        capture.capture(WIDTH, HEIGHT);
        GLES.setCapabilities(capabilities);
        frame(0);
        capture.close(SentImages.LIMIT);

        assertEquals(1, capture.statistics().wrongCalls());
        assertEquals(1, sent.images().size());
    }
}
