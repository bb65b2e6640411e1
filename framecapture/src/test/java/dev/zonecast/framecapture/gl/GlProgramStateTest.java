package dev.zonecast.framecapture.gl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lwjgl.opengl.GL43C.*;

import dev.zonecast.core.Frame;
import dev.zonecast.framecapture.NumberPattern;
import dev.zonecast.framecapture.SentImages;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL11;
import org.lwjgl.opengl.GL44C;

/** State of a program that is rare: pictures are right or counted as missing, no error is raised, and the state stays. */
class GlProgramStateTest {
    private static final int PACK_INVERT_MESA = 0x8758;

    private HeadlessGl gl = new HeadlessGl();
    private final SentImages sent = new SentImages();
    private final List<GlFrameCapture> captures = new ArrayList<>();
    private final List<TestTarget> targets = new ArrayList<>();

    @AfterEach
    void noErrorIsLeftToTheProgram() {
        gl.makeCurrent();
        captures.forEach(GlFrameCapture::close);
        targets.forEach(TestTarget::close);
        assertEquals(GL_NO_ERROR, glGetError());
        sent.close();
        gl.close();
    }

    private void useCompatibilityProfile() {
        gl.close();
        gl = HeadlessGl.compatible();
    }

    private TestTarget target() {
        TestTarget target = new TestTarget(GL_RGBA8, 640, 360, 0);
        targets.add(target);
        return target;
    }

    private GlFrameCapture capture(boolean onGpu) {
        GlFrameCapture capture = GlFrameCapture.builder().compressOnGpu(onGpu).create();
        captures.add(capture);
        assertEquals(onGpu, capture.compressesOnGpu());
        return capture;
    }

    private static void capture(GlFrameCapture capture, TestTarget target) {
        capture.capture(target.framebuffer, target.width, target.height);
        assertEquals(GL_NO_ERROR, glGetError());
        // So that the next call is sure to read the picture.
        glFinish();
        Frame.mark();
    }

    /** A frame that shows its own number. */
    private static void frame(GlFrameCapture capture, TestTarget target) {
        target.draw((int) Frame.number() & 0xFFFF);
        capture(capture, target);
    }

    private void assertPicturesAreRight(int count) {
        captures.forEach(capture -> capture.close(SentImages.LIMIT));
        assertEquals(GL_NO_ERROR, glGetError());
        assertEquals(count, sent.images().size() + sent.lost());
        sent.images()
                .forEach(image -> assertEquals(
                        image.frame() & 0xFFFF,
                        NumberPattern.read(image.pixelsFromTheTop(), image.width(), image.height())));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveAQueryBufferAloneWhenCapabilitiesAreMadeAnew(boolean onGpu) {
        TestTarget target = target();
        int buffer = glGenBuffers();
        glBindBuffer(GL44C.GL_QUERY_BUFFER, buffer);
        glBufferData(GL44C.GL_QUERY_BUFFER, new int[] {7, 7, 7, 7}, GL_STATIC_DRAW);
        GlFrameCapture capture = capture(onGpu);
        for (int i = 0; i < 3; i++) {
            gl.makeCurrent();
            frame(capture, target);
        }
        assertEquals(buffer, glGetInteger(GL44C.GL_QUERY_BUFFER_BINDING));
        int[] content = new int[4];
        glGetBufferSubData(GL44C.GL_QUERY_BUFFER, 0, content);
        assertArrayEquals(new int[] {7, 7, 7, 7}, content);
        assertEquals(0, capture.statistics().wrongCalls());
        glDeleteBuffers(buffer);
        assertPicturesAreRight(3);
    }

    private static int program(int kind, String source) {
        int shader = glCreateShader(kind);
        glShaderSource(shader, source);
        glCompileShader(shader);
        int program = glCreateProgram();
        glAttachShader(program, shader);
        glDeleteShader(shader);
        return program;
    }

    private static int computeProgram() {
        int program = program(GL_COMPUTE_SHADER, "#version 430 core\nlayout(local_size_x = 1) in;\nvoid main() {}\n");
        glLinkProgram(program);
        return program;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepACurrentProgramThatIsDeleted(boolean onGpu) {
        TestTarget target = target();
        GlFrameCapture capture = capture(onGpu);
        int program = computeProgram();
        glUseProgram(program);
        glDeleteProgram(program);
        for (int i = 0; i < 4; i++) {
            frame(capture, target);
            assertEquals(program, glGetInteger(GL_CURRENT_PROGRAM));
            assertTrue(glIsProgram(program));
        }
        glUseProgram(0);
        frame(capture, target);
        assertPicturesAreRight(5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRaiseNoErrorWhenTransformFeedbackIsActive(boolean onGpu) {
        TestTarget target = target();
        GlFrameCapture capture = capture(onGpu);
        int program = program(GL_VERTEX_SHADER, "#version 330 core\nout float x;\nvoid main() { x = 1.0; }\n");
        glTransformFeedbackVaryings(program, "x", GL_INTERLEAVED_ATTRIBS);
        glLinkProgram(program);
        int buffer = glGenBuffers();
        glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
        glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 1024, GL_STATIC_DRAW);
        for (int i = 0; i < 4; i++) {
            target.draw((int) Frame.number() & 0xFFFF);
            glUseProgram(program);
            glEnable(GL_RASTERIZER_DISCARD);
            glBeginTransformFeedback(GL_POINTS);
            assertEquals(GL_NO_ERROR, glGetError());
            capture(capture, target);
            glEndTransformFeedback();
            assertTrue(glIsEnabled(GL_RASTERIZER_DISCARD));
            glDisable(GL_RASTERIZER_DISCARD);
            assertEquals(program, glGetInteger(GL_CURRENT_PROGRAM));
            glUseProgram(0);
        }
        glDeleteBuffers(buffer);
        glDeleteProgram(program);
        assertPicturesAreRight(4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRaiseNoErrorWhenBoundObjectsAreDeletedByASharingContext(boolean onGpu) {
        TestTarget target = target();
        GlFrameCapture capture = capture(onGpu);
        frame(capture, target);
        int[] bound = {glGenBuffers(), glGenBuffers(), glGenTextures(), glGenRenderbuffers(), computeProgram()};
        for (int kind = 0; kind < bound.length; kind++) {
            int storage = glGetInteger(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS) - 1;
            glBindBuffer(GL_PIXEL_PACK_BUFFER, kind == 0 ? bound[0] : 0);
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, storage, kind == 1 ? bound[1] : 0);
            glBindTexture(GL_TEXTURE_2D, kind == 2 ? bound[2] : 0);
            glBindRenderbuffer(GL_RENDERBUFFER, kind == 3 ? bound[3] : 0);
            glUseProgram(kind == 4 ? bound[4] : 0);
            glFinish();
            try (HeadlessGl ignored = gl.sharing()) {
                switch (kind) {
                    case 0, 1 -> glDeleteBuffers(bound[kind]);
                    case 2 -> glDeleteTextures(bound[kind]);
                    case 3 -> glDeleteRenderbuffers(bound[kind]);
                    default -> glDeleteProgram(bound[kind]);
                }
                glFinish();
            }
            gl.makeCurrent();
            for (int i = 0; i < 3; i++) {
                target.draw((int) Frame.number() & 0xFFFF);
                GlAllState before = new GlAllState();
                capture.capture(target.framebuffer, 600 + 10 * i, 360);
                assertEquals(GL_NO_ERROR, glGetError(), "kind " + kind);
                assertEquals(List.of(), new GlAllState().differences(before));
                Frame.mark();
            }
        }
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 0);
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
        glBindTexture(GL_TEXTURE_2D, 0);
        glBindRenderbuffer(GL_RENDERBUFFER, 0);
        glUseProgram(0);
        frame(capture, target);
        capture.close(SentImages.LIMIT);
        assertEquals(
                17, sent.images().size() + sent.lost() + capture.statistics().skippedSource());
        assertTrue(
                capture.statistics().images() + capture.statistics().dropped() >= 11,
                "only a pack buffer or a texture that is gone is in the way");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSkipAndCountWhenNoFramebufferCanBeSoLarge(boolean onGpu) {
        TestTarget target = target();
        GlFrameCapture capture = capture(onGpu);
        int[][] sizes = {{1, 100_000}, {100_000, 1}, {100_000, 100_000}, {Integer.MAX_VALUE, 4}};
        for (int[] size : sizes) {
            capture.capture(target.framebuffer, size[0], size[1]);
            assertEquals(GL_NO_ERROR, glGetError());
            Frame.mark();
        }
        frame(capture, target);
        assertPicturesAreRight(1);
        assertEquals(sizes.length, capture.statistics().skippedSource());
    }

    private static int failingQuery() {
        int query = glGenQueries();
        glBeginQuery(GL_SAMPLES_PASSED, query);
        glEndQuery(GL_SAMPLES_PASSED);
        glFinish();
        return query;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSkipAndCountWhenConditionalRenderingDiscardsThePicture(boolean onGpu) {
        TestTarget target = target();
        GlFrameCapture capture = capture(onGpu);
        int query = failingQuery();
        for (int i = 0; i < 12; i++) {
            target.draw((int) Frame.number() & 0xFFFF);
            // The second of three frames is discarded, and the picture of the first is read while commands are.
            if (i % 3 == 1) {
                glBeginConditionalRender(query, GL_QUERY_WAIT);
            }
            capture.capture(target.framebuffer, target.width, target.height);
            assertEquals(GL_NO_ERROR, glGetError());
            if (i % 3 == 1) {
                glEndConditionalRender();
            }
            glFinish();
            Frame.mark();
        }
        glDeleteQueries(query);
        assertPicturesAreRight(onGpu ? 4 : 8);
        assertEquals(onGpu ? 8 : 4, capture.statistics().skippedSource());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldShowTheFrameWhenConditionalRenderingLetsItPass(boolean onGpu) {
        TestTarget target = target();
        GlFrameCapture capture = capture(onGpu);
        int query = failingQuery();
        for (int i = 0; i < 4; i++) {
            target.draw((int) Frame.number() & 0xFFFF);
            glBeginConditionalRender(query, org.lwjgl.opengl.GL45C.GL_QUERY_WAIT_INVERTED);
            capture.capture(target.framebuffer, target.width, target.height);
            glEndConditionalRender();
            glFinish();
            Frame.mark();
        }
        glDeleteQueries(query);
        assertPicturesAreRight(4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldShowTheFrameWhateverThePixelTransfer(boolean onGpu) {
        useCompatibilityProfile();
        TestTarget target = target();
        GlFrameCapture capture = capture(onGpu);
        for (int i = 0; i < 4; i++) {
            target.draw((int) Frame.number() & 0xFFFF);
            transferUnlikeTheDefault();
            capture(capture, target);
            assertEquals(0.25f, GL11.glGetFloat(GL11.GL_RED_SCALE));
            assertEquals(0.5f, GL11.glGetFloat(GL11.GL_GREEN_BIAS));
            assertTrue(GL11.glGetBoolean(GL11.GL_MAP_COLOR));
        }
        capture.close(SentImages.LIMIT);
        GL11.glPixelTransferi(GL11.GL_MAP_COLOR, 0);
        assertPicturesAreRight(4);
    }

    private static void transferUnlikeTheDefault() {
        int[] scales = {GL11.GL_RED_SCALE, GL11.GL_GREEN_SCALE, GL11.GL_BLUE_SCALE, GL11.GL_ALPHA_SCALE};
        int[] biases = {GL11.GL_RED_BIAS, GL11.GL_GREEN_BIAS, GL11.GL_BLUE_BIAS, GL11.GL_ALPHA_BIAS};
        int[] maps = {GL11.GL_PIXEL_MAP_R_TO_R, GL11.GL_PIXEL_MAP_G_TO_G, GL11.GL_PIXEL_MAP_B_TO_B};
        for (int channel = 0; channel < 4; channel++) {
            GL11.glPixelTransferf(scales[channel], 0.25f);
            GL11.glPixelTransferf(biases[channel], 0.5f);
        }
        // Else maps would be read from it.
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        for (int map : maps) {
            GL11.glPixelMapfv(map, new float[] {1, 0});
        }
        GL11.glPixelTransferi(GL11.GL_MAP_COLOR, 1);
        GL11.glPixelZoom(-3, 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldShowTheFrameTheRightWayUpWhenRowsArePackedInverted(boolean onGpu) {
        TestTarget target = target();
        GlFrameCapture capture = capture(onGpu);
        glPixelStorei(PACK_INVERT_MESA, 1);
        for (int i = 0; i < 4; i++) {
            frame(capture, target);
            assertEquals(1, glGetInteger(PACK_INVERT_MESA));
        }
        assertPicturesAreRight(4);
    }

    @Test
    void shouldOnlyCountWhenAnotherContextHasTheSameCapabilities() {
        TestTarget target = target();
        GlFrameCapture capture = capture(false);
        frame(capture, target);
        var capabilities = GL.getCapabilities();
        try (HeadlessGl ignored = new HeadlessGl()) {
            GL.setCapabilities(capabilities);
            GlAllState before = new GlAllState();
            capture.capture(64, 48);
            assertEquals(List.of(), new GlAllState().differences(before));
            capture.close();
            assertEquals(2, capture.statistics().wrongCalls());
        }
        gl.makeCurrent();
        frame(capture, target);
        assertPicturesAreRight(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRaiseNoErrorInAnotherContextWhoseQueriesHaveTheSameNames(boolean onGpu) {
        TestTarget target = target();
        GlFrameCapture capture = capture(onGpu);
        frame(capture, target);
        try (HeadlessGl ignored = new HeadlessGl()) {
            int[] queries = new int[20];
            glGenQueries(queries);
            for (int query : queries) {
                glBeginQuery(GL_SAMPLES_PASSED, query);
                capture.capture(64, 48);
                assertEquals(GL_NO_ERROR, glGetError());
                glEndQuery(GL_SAMPLES_PASSED);
            }
        }
        gl.makeCurrent();
        assertEquals(20, capture.statistics().wrongCalls());
        frame(capture, target);
        assertPicturesAreRight(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldChangeNoStateThatCanBeAsked(boolean compatible) {
        if (compatible) {
            useCompatibilityProfile();
        }
        TestTarget target = target();
        for (boolean onGpu : new boolean[] {false, true}) {
            try (GlUserState user = new GlUserState()) {
                user.set();
                GlAllState before = new GlAllState();
                GlFrameCapture capture = capture(onGpu);
                assertEquals(List.of(), new GlAllState().differences(before), "creation");
                user.reset();
                for (int i = 0; i < 4; i++) {
                    target.draw((int) Frame.number() & 0xFFFF);
                    if (compatible) {
                        transferUnlikeTheDefault();
                    }
                    user.set();
                    before = new GlAllState();
                    assertTrue(before.size() > 1000);
                    capture.capture(target.framebuffer, 640 - 80 * (i / 2), 360);
                    assertEquals(List.of(), new GlAllState().differences(before));
                    glFinish();
                    user.reset();
                    Frame.mark();
                }
                user.set();
                before = new GlAllState();
                capture.close();
                assertEquals(List.of(), new GlAllState().differences(before), "close");
                user.reset();
            }
        }
        assertEquals(8, sent.images().size() + sent.lost());
    }
}
