package dev.zonecast.demo.render;

import dev.zonecast.demo.scene.FrameView;
import java.nio.ByteBuffer;

/**
 * What all shaders know about the frame, as a std140 uniform block: three matrices (view-projection, its inverse, the sun's
 * view-projection), then the eye with the time, then the direction to the sun.
 */
public final class FrameBlock {
    private static final int MATRIX_BYTES = 16 * Float.BYTES;
    private static final int VECTOR_BYTES = 4 * Float.BYTES;
    private static final int EYE_AND_TIME = 3 * MATRIX_BYTES;
    private static final int SUN = EYE_AND_TIME + VECTOR_BYTES;

    public static final int BYTES = SUN + VECTOR_BYTES;

    private FrameBlock() {}

    /** Writes the block; the buffer's position stays. */
    public static void put(FrameView view, int at, ByteBuffer block) {
        view.viewProjection().get(at, block);
        view.inverseViewProjection().get(at + MATRIX_BYTES, block);
        view.shadowViewProjection().get(at + 2 * MATRIX_BYTES, block);
        view.eye().get(at + EYE_AND_TIME, block);
        block.putFloat(at + EYE_AND_TIME + 3 * Float.BYTES, view.timeSeconds());
        view.directionToSun().get(at + SUN, block);
        block.putFloat(at + SUN + 3 * Float.BYTES, 0);
    }
}
