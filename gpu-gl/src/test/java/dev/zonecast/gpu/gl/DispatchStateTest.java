package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lwjgl.egl.EGL14;

/** What libglvnd's state says of the current context beside the window system's own answer. */
class DispatchStateTest {
    private final HeadlessContext gl = new HeadlessContext(HeadlessContext.Api.OPENGL);
    private final long handle = EGL14.eglGetCurrentContext();
    private final NativeContext context = NativeContext.ofDesktop();

    @BeforeEach
    void needLibglvnd() throws Exception {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            assumeTrue(maps.anyMatch(line -> line.contains("libGLdispatch")), "OpenGL goes without libglvnd here");
        }
    }

    @AfterEach
    void close() {
        gl.makeCurrent();
        gl.close();
    }

    private void assertAgrees(boolean isCurrent) {
        assertEquals(isCurrent, EGL14.eglGetCurrentContext() == handle);
        for (int i = 0; i < 2 * DispatchState.LOOKS_PER_CHECK; i++) {
            assertEquals(isCurrent, context.isCurrent());
        }
        assertNotNull(context.dispatch(), "a check found another answer");
        assertEquals(isCurrent, context.dispatch().isAsRemembered());
    }

    @Test
    void shouldKnowItsContext() {
        assertAgrees(true);
    }

    @Test
    void shouldSeeThatAnotherContextIsCurrent() {
        assertAgrees(true);
        try (HeadlessContext ignored = new HeadlessContext(HeadlessContext.Api.OPENGL)) {
            assertAgrees(false);
        }
        assertAgrees(false);
        gl.makeCurrent();
        assertAgrees(true);
    }

    @Test
    void shouldSeeThatASharingContextIsCurrent() {
        assertAgrees(true);
        try (HeadlessContext ignored = new HeadlessContext(HeadlessContext.Api.OPENGL, gl)) {
            assertAgrees(false);
        }
    }

    @Test
    void shouldSeeThatNoneIsCurrent() {
        assertAgrees(true);
        gl.release();

        assertAgrees(false);
    }

    @Test
    void shouldLookAtTheCallingThread() throws InterruptedException {
        boolean[] isCurrent = {true, false};
        Thread.ofPlatform().start(() -> isCurrent[0] = context.isCurrent()).join();
        gl.release();
        Thread.ofPlatform()
                .start(() -> {
                    gl.makeCurrent();
                    isCurrent[1] = context.isCurrent();
                    gl.release();
                })
                .join();

        assertFalse(isCurrent[0]);
        assertTrue(isCurrent[1]);
        assertAgrees(false);
    }
}
