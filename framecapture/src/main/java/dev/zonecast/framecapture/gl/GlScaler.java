package dev.zonecast.framecapture.gl;

import java.util.ArrayList;
import java.util.List;

/**
 * Scales what is bound for reading down to a picture. A linear filter looks at two pixels each way, so that a step of more than a half
 * would leave pixels out: there are as many steps as it takes. Several samples a pixel are made one in a first step of the same size,
 * because OpenGL does not do both at once.
 */
final class GlScaler {
    private final GlState state;
    private final boolean sampled;
    private final List<GlStage> stages = new ArrayList<>();
    private int sourceWidth;
    private int sourceHeight;
    private boolean resolves;

    /** @param sampled whether a shader reads the picture */
    GlScaler(GlState state, boolean sampled) {
        this.state = state;
        this.sampled = sampled;
    }

    /**
     * Leaves the picture bound for reading.
     *
     * @return the picture, or null if the driver has no memory for it
     */
    GlStage scale(GlSource source, int fromWidth, int fromHeight, int width, int height) {
        if (!fits(source.isMultisampled(), fromWidth, fromHeight, width, height)) {
            // Making them binds other framebuffers for drawing, not for reading.
            rebuild(source.isMultisampled(), fromWidth, fromHeight, width, height);
        }
        int atWidth = fromWidth;
        int atHeight = fromHeight;
        for (int i = 0; i < stages.size(); i++) {
            GlStage stage = stages.get(i);
            if (!stage.isComplete()) {
                return null;
            }
            stage.take(atWidth, atHeight);
            atWidth = stage.width();
            atHeight = stage.height();
        }
        return stages.getLast();
    }

    private boolean fits(boolean multisampled, int fromWidth, int fromHeight, int width, int height) {
        return fromWidth == sourceWidth
                && fromHeight == sourceHeight
                && multisampled == resolves
                && stages.getLast().hasSize(width, height);
    }

    private void rebuild(boolean multisampled, int fromWidth, int fromHeight, int width, int height) {
        delete();
        sourceWidth = fromWidth;
        sourceHeight = fromHeight;
        resolves = multisampled;
        int atWidth = fromWidth;
        int atHeight = fromHeight;
        if (multisampled) {
            stages.add(new GlStage(state, atWidth, atHeight, sampled && atWidth == width && atHeight == height));
        }
        while (atWidth > 2 * width || atHeight > 2 * height) {
            atWidth = Math.max(width, (atWidth + 1) / 2);
            atHeight = Math.max(height, (atHeight + 1) / 2);
            stages.add(new GlStage(state, atWidth, atHeight, false));
        }
        if (stages.isEmpty() || !stages.getLast().hasSize(width, height)) {
            stages.add(new GlStage(state, width, height, sampled));
        }
    }

    void delete() {
        stages.forEach(GlStage::delete);
        stages.clear();
        sourceWidth = 0;
    }
}
