package dev.zonecast.demo.scene;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.joml.Matrix4f;
import org.joml.Quaternionf;
import org.joml.Vector3f;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptedObjectsTest {
    private static final int SCRIPTED = 5;

    private final Scene scene = new Scene(Scene.MINIMUM_OBJECTS + SCRIPTED, 1, SCRIPTED);
    private final ScriptedObjects objects = scene.scripted();

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "0, 0, -3", "0, 2, 0", "0, -2, 0", "0.5, -4, 1", "1e-9, 1, 0"})
    void shouldPointItsTopWhereItIsAimed(float x, float y, float z) {
        objects.aim(2, x, y, z);

        float[] all = scene.instances();
        int at = at(2) + InstanceLayout.ROTATION;
        Vector3f top = new Quaternionf(all[at], all[at + 1], all[at + 2], all[at + 3]).transform(new Vector3f(0, 1, 0));
        Vector3f wanted = new Vector3f(x, y, z).normalize();
        assertTrue(top.distance(wanted) < 1e-3, top + " for " + wanted);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "NaN, 0, 1"})
    void shouldKeepItsDirectionWhenThereIsNoneToTake(float x, float y, float z) {
        objects.aim(1, 1, 1, 0);
        float[] before = scene.instances().clone();

        objects.aim(1, x, y, z);

        assertArrayEquals(before, scene.instances());
    }

    @Test
    void shouldWriteToItsOwnObjectsOnly() {
        float[] before = scene.instances().clone();

        for (int i = 0; i < SCRIPTED; i++) {
            objects.place(i, 1, 2, 3);
            objects.resize(i, 0.5f, 2, 4);
            objects.paint(i, 0.1f, 0.2f, 0.3f);
        }

        int first = at(0);
        assertArrayEquals(Arrays.copyOf(before, first), Arrays.copyOf(scene.instances(), first));
        float[] last =
                Arrays.copyOfRange(scene.instances(), at(SCRIPTED - 1), scene.objectCount() * InstanceLayout.FLOATS);
        float[] expected = {1, 2, 3, 2, 0, 0, 0, 1, 0.5f, 2, 0.5f, 4, 0.1f, 0.2f, 0.3f, 0.3f};
        assertArrayEquals(expected, last);
    }

    @Test
    void shouldRefuseAnObjectThatItDoesNotHave() {
        assertThrows(IndexOutOfBoundsException.class, () -> objects.place(-1, 0, 0, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> objects.place(SCRIPTED, 0, 0, 0));
    }

    @Test
    void shouldBeDrawnWithTheGroupBeforeThatHasTheSameMesh() {
        for (int i = 0; i < SCRIPTED; i++) {
            objects.place(i, 0, 5, 0);
            objects.resize(i, 1, 1, 1);
        }
        InstanceList visible =
                new InstanceList(scene.objectCount(), scene.meshes().size());
        Matrix4f everything = new Matrix4f().ortho(-200, 200, -200, 200, -200, 200);

        new FrustumCuller(false).cull(scene, everything, visible);

        int mesh = scene.groups().getLast().mesh();
        int count = visible.countOfMesh(mesh);
        assertEquals(SCRIPTED + 1, count);
        int lastAt = (visible.firstOfMesh(mesh) + count - 1) * InstanceLayout.FLOATS;
        assertEquals(5, visible.instances()[lastAt + InstanceLayout.POSITION + 1]);
        assertEquals(visible.count(), visible.firstOfMesh(mesh) + count);
    }

    private int at(int index) {
        return (scene.objectCount() - SCRIPTED + index) * InstanceLayout.FLOATS;
    }
}
