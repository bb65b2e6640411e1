package dev.zonecast.demo.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.joml.Matrix4d;
import org.joml.Matrix4fc;
import org.joml.Vector4d;
import org.junit.jupiter.api.Test;

class FrustumCullerTest {
    private static final int OBJECTS = 3000;
    /** Near the edge of the volume float and double may decide differently: nothing closer than this is asserted. */
    private static final double UNDECIDED_METRES = 1e-3;

    private static final int VIEWS = 40;

    @Test
    void shouldKeepExactlyWhatTouchesAllSixPlanesWhenComparedWithBruteForce() {
        Scene scene = new Scene(OBJECTS, 7);
        FrameView view = new FrameView(1024);
        FrustumCuller culler = new FrustumCuller(false);
        InstanceList visible =
                new InstanceList(scene.objectCount(), scene.meshes().size());
        int culled = 0;

        for (int i = 0; i < VIEWS; i++) {
            view.update(i * 1.7f, 16 / 9f);
            culler.cull(scene, view.viewProjection(), visible);

            Set<String> kept = positions(visible.instances(), visible.count());
            for (int object = 0; object < scene.objectCount(); object++) {
                double margin = smallestPlaneDistance(view.viewProjection(), scene.instances(), object);
                if (Math.abs(margin) > UNDECIDED_METRES) {
                    assertEquals(margin > 0, kept.contains(position(scene.instances(), object)), "object " + object);
                }
            }
            culled += scene.objectCount() - visible.count();
        }

        assertTrue(culled > VIEWS * OBJECTS / 10, "the views must leave a good part out, else nothing was tested");
        assertTrue(culled < VIEWS * OBJECTS * 9 / 10, "the views must see a good part, else nothing was tested");
    }

    @Test
    void shouldKeepEveryObjectWithAPointInsideWhenPointsAreDrawnAtRandom() {
        Scene scene = new Scene(OBJECTS, 8);
        FrameView view = new FrameView(1024);
        view.update(3, 1.5f);
        InstanceList casters =
                new InstanceList(scene.objectCount(), scene.meshes().size());
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

        new FrustumCuller(true).cull(scene, view.shadowViewProjection(), casters);

        Set<String> kept = positions(casters.instances(), casters.count());
        for (ObjectGroup group : scene.groups()) {
            boolean casts = scene.meshes().get(group.mesh()).castsShadow();
            for (int object = group.firstObject(); object < group.endObject(); object++) {
                boolean isKept = kept.contains(position(scene.instances(), object));
                if (!casts) {
                    assertFalse(isKept, group.name());
                } else if (hasPointInside(view.shadowViewProjection(), scene.instances(), object, random)) {
                    assertTrue(isKept, group.name());
                }
            }
        }
    }

    @Test
    void shouldKeepObjectsTogetherByMeshWhenSomeAreCulled() {
        Scene scene = new Scene(OBJECTS, 9);
        FrameView view = new FrameView(1024);
        view.update(5, 1.5f);
        InstanceList visible =
                new InstanceList(scene.objectCount(), scene.meshes().size());

        new FrustumCuller(false).cull(scene, view.viewProjection(), visible);

        int total = 0;
        for (ObjectGroup group : scene.groups()) {
            Set<String> ofGroup = new HashSet<>();
            for (int object = group.firstObject(); object < group.endObject(); object++) {
                ofGroup.add(position(scene.instances(), object));
            }
            int first = visible.firstOfMesh(group.mesh());
            int count = visible.countOfMesh(group.mesh());
            for (int i = first; i < first + count; i++) {
                assertTrue(ofGroup.contains(position(visible.instances(), i)), group.name());
            }
            total += count;
        }
        assertEquals(visible.count(), total);
    }

    private static Set<String> positions(float[] instances, int count) {
        Set<String> positions = new HashSet<>();
        for (int i = 0; i < count; i++) {
            positions.add(position(instances, i));
        }
        return positions;
    }

    /** Identifies an object: no two of the scene share position and radius. */
    private static String position(float[] instances, int object) {
        int at = object * InstanceLayout.FLOATS;
        return instances[at] + " " + instances[at + 1] + " " + instances[at + 2] + " " + instances[at + 3] + " "
                + instances[at + InstanceLayout.ROUGHNESS];
    }

    /** By how much the bounding sphere reaches over the plane that it reaches over least; negative: it is outside. */
    private static double smallestPlaneDistance(Matrix4fc viewProjection, float[] instances, int object) {
        Matrix4d matrix = new Matrix4d(viewProjection);
        Vector4d last = matrix.getRow(3, new Vector4d());
        int at = object * InstanceLayout.FLOATS;
        double smallest = Double.MAX_VALUE;
        for (int axis = 0; axis < 3; axis++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                Vector4d plane = matrix.getRow(axis, new Vector4d()).mul(sign).add(last);
                double length = Math.sqrt(plane.x * plane.x + plane.y * plane.y + plane.z * plane.z);
                double distance =
                        (plane.x * instances[at] + plane.y * instances[at + 1] + plane.z * instances[at + 2] + plane.w)
                                / length;
                smallest = Math.min(smallest, distance + instances[at + InstanceLayout.BOUNDING_RADIUS]);
            }
        }
        return smallest;
    }

    private static boolean hasPointInside(
            Matrix4fc viewProjection, float[] instances, int object, RandomGenerator random) {
        Matrix4d matrix = new Matrix4d(viewProjection);
        int at = object * InstanceLayout.FLOATS;
        double radius = instances[at + InstanceLayout.BOUNDING_RADIUS];
        for (int i = 0; i < 20; i++) {
            double x = random.nextGaussian();
            double y = random.nextGaussian();
            double z = random.nextGaussian();
            double scale = radius * 0.999 * random.nextDouble() / Math.sqrt(x * x + y * y + z * z);
            Vector4d clip = matrix.transform(new Vector4d(
                    instances[at] + x * scale, instances[at + 1] + y * scale, instances[at + 2] + z * scale, 1));
            double limit = clip.w * (1 - 1e-6);
            if (Math.abs(clip.x) < limit && Math.abs(clip.y) < limit && Math.abs(clip.z) < limit) {
                return true;
            }
        }
        return false;
    }
}
