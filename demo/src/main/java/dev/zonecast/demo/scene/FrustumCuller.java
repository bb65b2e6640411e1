package dev.zonecast.demo.scene;

import org.joml.FrustumIntersection;
import org.joml.Matrix4fc;

/** Copies the objects whose bounding sphere touches a view volume. One instance serves one thread at a time. */
public final class FrustumCuller {
    private final FrustumIntersection frustum = new FrustumIntersection();
    private final boolean shadowCastersOnly;

    /** @param shadowCastersOnly leave out meshes that cast no shadow */
    public FrustumCuller(boolean shadowCastersOnly) {
        this.shadowCastersOnly = shadowCastersOnly;
    }

    /**
     * Fills {@code visible}. Conservative: an object that touches the volume is never left out, one near an edge of it may be
     * kept.
     *
     * @param viewProjection world to clip space, OpenGL's convention (-w to w on all axes)
     */
    public void cull(Scene scene, Matrix4fc viewProjection, InstanceList visible) {
        boolean forSpheres = true;
        frustum.set(viewProjection, forSpheres);
        visible.clear();
        float[] instances = scene.instances();
        int lastMesh = -1;
        for (ObjectGroup group : scene.groups()) {
            int mesh = group.mesh();
            if (shadowCastersOnly && !scene.meshes().get(mesh).castsShadow()) {
                continue;
            }
            // Neighbouring groups may share a mesh.
            if (mesh != lastMesh) {
                visible.beginMesh(mesh);
                lastMesh = mesh;
            }
            for (int object = group.firstObject(); object < group.endObject(); object++) {
                int at = object * InstanceLayout.FLOATS;
                if (frustum.testSphere(
                        instances[at],
                        instances[at + 1],
                        instances[at + 2],
                        instances[at + InstanceLayout.BOUNDING_RADIUS])) {
                    visible.add(mesh, instances, at);
                }
            }
        }
    }
}
