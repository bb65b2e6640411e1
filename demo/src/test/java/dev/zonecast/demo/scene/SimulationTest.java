package dev.zonecast.demo.scene;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final int OBJECTS = 5000;
    private static final int STEPS = 200;
    private static final float STEP_SECONDS = 1 / 60f;

    @Test
    void shouldGiveTheSameWorldBitForBitWhenSeedAndStepsAreTheSame() {
        assertArrayEquals(simulate(11, 2), simulate(11, 2));
    }

    @Test
    void shouldGiveTheSameWorldWhenTheNumberOfWorkersDiffers() {
        assertArrayEquals(simulate(12, 1), simulate(12, 4));
    }

    @Test
    void shouldGiveAnotherWorldWhenTheSeedDiffers() {
        assertFalse(Arrays.equals(simulate(13, 2), simulate(14, 2)));
    }

    @Test
    void shouldMoveEveryObjectButTheGroundWhenTimePasses() {
        Scene scene = new Scene(OBJECTS, 15);
        float[] before = scene.instances().clone();

        run(scene, 2, 1);

        for (int object = 0; object < scene.objectCount(); object++) {
            int at = object * InstanceLayout.FLOATS;
            boolean same = Arrays.equals(
                    before, at, at + InstanceLayout.FLOATS, scene.instances(), at, at + InstanceLayout.FLOATS);
            assertEquals(object == 0, same, "object " + object);
        }
    }

    @Test
    void shouldKeepRotationsUnitAndBoundingSpheresAroundTheMeshWhenSimulated() {
        Scene scene = new Scene(OBJECTS, 16);

        run(scene, 2, STEPS);

        for (ObjectGroup group : scene.groups()) {
            Mesh mesh = scene.meshes().get(group.mesh());
            for (int object = group.firstObject(); object < group.endObject(); object++) {
                int at = object * InstanceLayout.FLOATS;
                float[] all = scene.instances();
                double length = Math.sqrt(squares(all, at + InstanceLayout.ROTATION, 4));
                assertEquals(1, length, 1e-5, group.name());
                for (int vertex = 0; vertex < mesh.vertexCount(); vertex++) {
                    double reach = 0;
                    for (int axis = 0; axis < 3; axis++) {
                        double scaled = mesh.vertices()[vertex * Mesh.FLOATS_PER_VERTEX + axis]
                                * (double) all[at + InstanceLayout.SCALE + axis];
                        reach += scaled * scaled;
                    }
                    assertTrue(Math.sqrt(reach) <= all[at + InstanceLayout.BOUNDING_RADIUS] * 1.000001, group.name());
                }
            }
        }
    }

    @Test
    void shouldKeepSpheresAboveTheGroundWhenTheyBounce() {
        Scene scene = new Scene(OBJECTS, 17);
        ObjectGroup fountain = scene.groups().stream()
                .filter(group -> group.name().equals("fountain"))
                .findFirst()
                .orElseThrow();

        run(scene, 2, STEPS);

        for (int object = fountain.firstObject(); object < fountain.endObject(); object++) {
            int at = object * InstanceLayout.FLOATS;
            float height = scene.instances()[at + InstanceLayout.POSITION + 1];
            float radius = scene.instances()[at + InstanceLayout.BOUNDING_RADIUS];
            assertTrue(height >= radius, "the sphere is " + (radius - height) + " m in the ground");
        }
    }

    @Test
    void shouldHaveAsManyObjectsAsAskedForWhenTheyAreFew() {
        for (int objects = Scene.MINIMUM_OBJECTS; objects < 20; objects++) {
            Scene scene = new Scene(objects, 18);
            assertEquals(objects, scene.objectCount());
            assertEquals(
                    objects,
                    scene.groups().stream().mapToInt(ObjectGroup::count).sum());
        }
    }

    @Test
    void shouldRefuseWhenTheObjectsAreTooFew() {
        assertThrows(IllegalArgumentException.class, () -> new Scene(Scene.MINIMUM_OBJECTS - 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Scene(Scene.MINIMUM_OBJECTS + 2, 1, 3));
        assertThrows(IllegalArgumentException.class, () -> new Scene(OBJECTS, 1, -1));
    }

    @Test
    void shouldAskTheLogicBeforeTheJobsOfEachStepRun() {
        Scene scene = new Scene(Scene.MINIMUM_OBJECTS + 1, 19, 1);
        List<String> calls = new ArrayList<>();

        try (WorkerPool pool = new WorkerPool(1)) {
            float[] crystal = scene.instances();
            int at = (scene.objectCount() - 2) * InstanceLayout.FLOATS;
            float[] before = Arrays.copyOfRange(crystal, at, at + InstanceLayout.FLOATS);
            GameLogic logic = step -> {
                boolean moved = !Arrays.equals(before, Arrays.copyOfRange(crystal, at, at + InstanceLayout.FLOATS));
                calls.add(step + (moved ? " after" : " before"));
            };
            Simulation simulation = new Simulation(scene, logic, pool);
            simulation.advance(0.5f);
            simulation.advance(0.25f);
        }

        assertEquals(List.of("0.5 before", "0.25 after"), calls);
    }

    @Test
    void shouldDrawOtherNumbersWhenObjectOrDrawDiffers() {
        RandomStream random = new RandomStream(1);

        assertNotEquals(random.unit(0, 0), random.unit(0, 1));
        assertNotEquals(random.unit(0, 0), random.unit(1, 0));
        double mean = 0;
        for (int i = 0; i < 100_000; i++) {
            float value = random.unit(i, -1);
            assertTrue(value >= 0 && value < 1);
            mean += value / 100_000;
        }
        assertEquals(0.5, mean, 0.01);
    }

    private static float[] simulate(long seed, int workers) {
        Scene scene = new Scene(OBJECTS, seed);
        run(scene, workers, STEPS);
        return scene.instances();
    }

    private static void run(Scene scene, int workers, int steps) {
        try (WorkerPool pool = new WorkerPool(workers)) {
            Simulation simulation = new Simulation(scene, pool);
            for (int i = 0; i < steps; i++) {
                simulation.advance(STEP_SECONDS);
            }
        }
    }

    private static double squares(float[] values, int from, int count) {
        double sum = 0;
        for (int i = from; i < from + count; i++) {
            sum += (double) values[i] * values[i];
        }
        return sum;
    }
}
