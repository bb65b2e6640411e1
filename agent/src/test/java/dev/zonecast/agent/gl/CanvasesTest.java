package dev.zonecast.agent.gl;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.agent.FrameSets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CanvasesTest {
    private static final long FIRST = 0x1001;
    private static final long SECOND = 0x1002;
    private static final long THIRD = 0x1003;

    @AfterEach
    void close() {
        FrameSets.closes(FIRST);
        FrameSets.closes(SECOND);
    }

    private static void show(long surface, long window) {
        GlHooks.lockSurface(surface, 0);
        swap(window);
        GlHooks.unlockSurface();
    }

    private static void swap(long window) {
        GlHooks.swapEnd(GlHooks.swapBegin(window));
    }

    @Test
    void shouldLeaveTheBaseSetToTheNextCanvasWhenTheFirstIsGone() {
        for (int i = 0; i < 2; i++) {
            show(1, FIRST);
            show(2, SECOND);
        }
        assertFalse(FrameSets.isBase(THIRD));

        GlHooks.freeSurface(1);

        assertTrue(FrameSets.isBase(THIRD));
        assertFalse(FrameSets.isBase(SECOND), "it has a set of its own");
        GlHooks.freeSurface(2);
    }

    /** A program may take and free a surface for each picture. */
    @Test
    void shouldKeepTheSetOfACanvasWithASurfaceForEachPicture() {
        for (int i = 0; i < 4; i++) {
            show(1, FIRST);
            GlHooks.freeSurface(1);
            show(2, SECOND);
            GlHooks.freeSurface(2);
        }

        assertTrue(FrameSets.isBase(FIRST));
        assertFalse(FrameSets.isBase(SECOND));
    }

    @Test
    void shouldNotTakeAWindowForACanvasThatIsNotLocked() {
        show(1, FIRST);
        // An error.
        GlHooks.lockSurface(1, 1);
        swap(FIRST);

        GlHooks.freeSurface(1);

        assertTrue(FrameSets.isBase(FIRST), "the surface was locked for one picture");
    }
}
