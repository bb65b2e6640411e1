package dev.zonecast.demo.scene;

import org.joml.Matrix4f;
import org.joml.Matrix4fc;
import org.joml.Vector3f;
import org.joml.Vector3fc;

/**
 * From where a frame is seen and how it is lit.
 *
 * <p>Matrices follow OpenGL's clip space (-w to w on all axes); a back-end with another one multiplies its correction on the
 * left. Written by the main thread before culling, read by the workers and by the renderer.
 */
public final class FrameView {
    private static final float FIELD_OF_VIEW_Y = (float) Math.toRadians(52);
    private static final float NEAR = 0.5f;
    private static final float FAR = 220;
    private static final float ORBIT_RADIUS = 37;
    private static final float ORBIT_SPEED_RADIANS_PER_SECOND = 0.11f;

    /** Half the side of the square of ground that the shadow map covers. */
    private static final float SHADOW_RADIUS = 52;

    private static final float SHADOW_DISTANCE = 90;
    private static final Vector3f UP = new Vector3f(0, 1, 0);

    private final Matrix4f viewProjection = new Matrix4f();
    private final Matrix4f inverseViewProjection = new Matrix4f();
    private final Matrix4f shadowViewProjection = new Matrix4f();
    private final Vector3f eye = new Vector3f();
    private final Vector3f directionToSun = new Vector3f(0.62f, 0.44f, -0.55f).normalize();
    private final int shadowMapSize;
    private float timeSeconds;

    /** @param shadowMapSize side of the shadow map in texels; the sun's view moves in whole texels so that edges stay still */
    public FrameView(int shadowMapSize) {
        this.shadowMapSize = shadowMapSize;
    }

    /** Places the camera on its orbit. */
    public void update(float timeSeconds, float aspectRatio) {
        this.timeSeconds = timeSeconds;
        double angle = 0.9 + timeSeconds * ORBIT_SPEED_RADIANS_PER_SECOND;
        float radius = ORBIT_RADIUS + 4 * (float) Math.sin(timeSeconds * 0.21);
        eye.set(
                radius * (float) Math.cos(angle),
                12.5f + 3 * (float) Math.sin(timeSeconds * 0.17),
                radius * (float) Math.sin(angle));
        viewProjection
                .setPerspective(FIELD_OF_VIEW_Y, aspectRatio, NEAR, FAR)
                .lookAt(eye, new Vector3f(0, 4.2f, 0), UP);
        viewProjection.invert(inverseViewProjection);
        updateShadow();
    }

    private void updateShadow() {
        Vector3f centre =
                new Vector3f(-eye.x, 0, -eye.z).normalize(SHADOW_RADIUS * 0.75f).add(eye.x, 0, eye.z);
        Vector3f from = new Vector3f(directionToSun).mul(SHADOW_DISTANCE).add(centre);
        shadowViewProjection
                .setOrtho(-SHADOW_RADIUS, SHADOW_RADIUS, -SHADOW_RADIUS, SHADOW_RADIUS, 1, 2 * SHADOW_DISTANCE)
                .lookAt(from, centre, UP);
        float half = shadowMapSize * 0.5f;
        Vector3f origin = shadowViewProjection.transformPosition(new Vector3f()).mul(half);
        Matrix4f snap = new Matrix4f()
                .translation((Math.round(origin.x) - origin.x) / half, (Math.round(origin.y) - origin.y) / half, 0);
        snap.mul(shadowViewProjection, shadowViewProjection);
    }

    /** World to the camera's clip space. */
    public Matrix4fc viewProjection() {
        return viewProjection;
    }

    public Matrix4fc inverseViewProjection() {
        return inverseViewProjection;
    }

    /** World to the sun's clip space. */
    public Matrix4fc shadowViewProjection() {
        return shadowViewProjection;
    }

    /** Position of the camera in the world. */
    public Vector3fc eye() {
        return eye;
    }

    /** Unit vector. */
    public Vector3fc directionToSun() {
        return directionToSun;
    }

    public float timeSeconds() {
        return timeSeconds;
    }
}
