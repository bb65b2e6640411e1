package dev.zonecast.demo.scene;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.util.List;

/** Culls against the camera's view and against the sun's, as two jobs at the same time. */
public final class VisibilityStage {
    private static final SourceLocation CAMERA_JOB = SourceLocation.here("cull job: camera", 0xC9A227);
    private static final SourceLocation SUN_JOB = SourceLocation.here("cull job: sun", 0xC9A227);

    private final WorkerPool workers;
    private final InstanceList visible;
    private final InstanceList shadowCasters;
    private final List<Runnable> jobs;

    /** @param view read by the jobs of each {@link #cull}, so that it must not change during one */
    public VisibilityStage(Scene scene, FrameView view, WorkerPool workers) {
        this.workers = workers;
        visible = new InstanceList(scene.objectCount(), scene.meshes().size());
        shadowCasters = new InstanceList(scene.objectCount(), scene.meshes().size());
        FrustumCuller cameraCuller = new FrustumCuller(false);
        FrustumCuller sunCuller = new FrustumCuller(true);
        jobs = List.of(
                () -> {
                    try (Zone zone = Zone.open(CAMERA_JOB)) {
                        cameraCuller.cull(scene, view.viewProjection(), visible);
                        zone.value(visible.count());
                    }
                },
                () -> {
                    try (Zone zone = Zone.open(SUN_JOB)) {
                        sunCuller.cull(scene, view.shadowViewProjection(), shadowCasters);
                        zone.value(shadowCasters.count());
                    }
                });
    }

    /** Fills both lists; returns when both are complete. */
    public void cull() {
        workers.runAll(jobs);
    }

    /** What the camera sees. */
    public InstanceList visible() {
        return visible;
    }

    /** What can throw a shadow into the shadow map. */
    public InstanceList shadowCasters() {
        return shadowCasters;
    }
}
