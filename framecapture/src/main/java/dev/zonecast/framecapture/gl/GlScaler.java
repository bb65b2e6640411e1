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
    /** Between source and picture; all pictures share them, which the GPU draws one after the other. */
    private final List<GlStage> steps = new ArrayList<>();

    private int sourceWidth;
    private int sourceHeight;
    private int pictureWidth;
    private int pictureHeight;
    private boolean resolves;

    GlScaler(GlState state) {
        this.state = state;
    }

    /**
     * Draws the picture. Changes what is bound for reading and for drawing.
     *
     * @return false if the driver has no memory for what lies between
     */
    boolean scale(GlSource source, int width, int height, GlStage picture) {
        if (!fits(source, width, height, picture)) {
            rebuild(source, width, height, picture);
        }
        int atWidth = width;
        int atHeight = height;
        for (int i = 0; i < steps.size(); i++) {
            GlStage step = steps.get(i);
            if (!step.isComplete()) {
                return false;
            }
            step.take(atWidth, atHeight);
            atWidth = step.width();
            atHeight = step.height();
        }
        picture.take(atWidth, atHeight);
        return true;
    }

    private boolean fits(GlSource source, int width, int height, GlStage picture) {
        return width == sourceWidth
                && height == sourceHeight
                && source.isMultisampled() == resolves
                && picture.hasSize(pictureWidth, pictureHeight);
    }

    /** Binds other framebuffers for drawing, not for reading. */
    private void rebuild(GlSource source, int width, int height, GlStage picture) {
        delete();
        sourceWidth = width;
        sourceHeight = height;
        pictureWidth = picture.width();
        pictureHeight = picture.height();
        resolves = source.isMultisampled();
        if (resolves && !picture.hasSize(width, height)) {
            steps.add(new GlStage(state, width, height));
        }
        int atWidth = width;
        int atHeight = height;
        while (atWidth > 2 * pictureWidth || atHeight > 2 * pictureHeight) {
            atWidth = Math.max(pictureWidth, (atWidth + 1) / 2);
            atHeight = Math.max(pictureHeight, (atHeight + 1) / 2);
            steps.add(new GlStage(state, atWidth, atHeight));
        }
    }

    void delete() {
        steps.forEach(GlStage::delete);
        steps.clear();
    }
}
