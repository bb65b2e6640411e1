package dev.zonecast.demo.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.joml.Vector3f;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MeshesTest {
    static Stream<Mesh> closedMeshes() {
        return Stream.of(Meshes.cube(), Meshes.sphere(0), Meshes.sphere(2), Meshes.crystal());
    }

    @ParameterizedTest
    @MethodSource("closedMeshes")
    void shouldFaceOutwardsWithUnitNormalsWhenClosed(Mesh mesh) {
        for (int triangle = 0; triangle < mesh.triangleCount(); triangle++) {
            Vector3f a = position(mesh, mesh.indices()[triangle * 3]);
            Vector3f b = position(mesh, mesh.indices()[triangle * 3 + 1]);
            Vector3f c = position(mesh, mesh.indices()[triangle * 3 + 2]);
            Vector3f outwards = new Vector3f(b).sub(a).cross(new Vector3f(c).sub(a));
            assertTrue(outwards.dot(a) > 0, "triangle " + triangle + " faces inwards");
            for (int corner = 0; corner < 3; corner++) {
                Vector3f normal = normal(mesh, mesh.indices()[triangle * 3 + corner]);
                assertEquals(1, normal.length(), 1e-5);
                assertTrue(normal.dot(outwards) > 0, "the normal points against the face");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("closedMeshes")
    void shouldHaveNoHoleWhenClosed(Mesh mesh) {
        Map<String, Integer> edges = new HashMap<>();
        for (int triangle = 0; triangle < mesh.triangleCount(); triangle++) {
            for (int corner = 0; corner < 3; corner++) {
                Vector3f from = position(mesh, mesh.indices()[triangle * 3 + corner]);
                Vector3f to = position(mesh, mesh.indices()[triangle * 3 + (corner + 1) % 3]);
                edges.merge(from + " to " + to, 1, Integer::sum);
                edges.merge(to + " to " + from, -1, Integer::sum);
            }
        }
        edges.forEach((edge, balance) -> assertEquals(0, balance, edge));
    }

    @Test
    void shouldHaveFourTimesTheTrianglesWhenSubdividedOnceMore() {
        assertEquals(20, Meshes.sphere(0).triangleCount());
        assertEquals(80, Meshes.sphere(1).triangleCount());
        assertEquals(320, Meshes.sphere(2).triangleCount());
        assertEquals(162, Meshes.sphere(2).vertexCount());
    }

    private static Vector3f position(Mesh mesh, int vertex) {
        int at = vertex * Mesh.FLOATS_PER_VERTEX;
        return new Vector3f(mesh.vertices()[at], mesh.vertices()[at + 1], mesh.vertices()[at + 2]);
    }

    private static Vector3f normal(Mesh mesh, int vertex) {
        int at = vertex * Mesh.FLOATS_PER_VERTEX + 3;
        return new Vector3f(mesh.vertices()[at], mesh.vertices()[at + 1], mesh.vertices()[at + 2]);
    }
}
