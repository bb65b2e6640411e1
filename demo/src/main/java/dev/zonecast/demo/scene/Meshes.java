package dev.zonecast.demo.scene;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.joml.Vector3f;

/** The meshes of the demo, made from formulas: no asset files, the same on every machine. */
public final class Meshes {
    private Meshes() {}

    /** A square in the plane y = 0, from -1 to 1 on x and z, facing up; receives shadows, casts none. */
    public static Mesh ground() {
        float[] vertices = {
            -1, 0, -1, 0, 1, 0, //
            -1, 0, 1, 0, 1, 0, //
            1, 0, 1, 0, 1, 0, //
            1, 0, -1, 0, 1, 0,
        };
        return new Mesh("ground", vertices, new int[] {0, 1, 2, 0, 2, 3}, false, true);
    }

    /** A cube from -1 to 1 on each axis with flat faces. */
    public static Mesh cube() {
        Builder builder = new Builder();
        for (int axis = 0; axis < 3; axis++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                Vector3f normal = new Vector3f().setComponent(axis, sign);
                Vector3f right = new Vector3f().setComponent((axis + 1) % 3, sign);
                Vector3f up = new Vector3f().setComponent((axis + 2) % 3, 1);
                Vector3f a = new Vector3f(normal).sub(right).sub(up);
                Vector3f b = new Vector3f(normal).add(right).sub(up);
                Vector3f c = new Vector3f(normal).add(right).add(up);
                Vector3f d = new Vector3f(normal).sub(right).add(up);
                int corner = builder.vertex(a, normal);
                builder.vertex(b, normal);
                builder.vertex(c, normal);
                builder.vertex(d, normal);
                builder.triangle(corner, corner + 1, corner + 2);
                builder.triangle(corner, corner + 2, corner + 3);
            }
        }
        return builder.build("cube");
    }

    /** A sphere of radius 1: an icosahedron whose faces are split {@code subdivisions} times, smooth normals. */
    public static Mesh sphere(int subdivisions) {
        List<Vector3f> points = icosahedronPoints();
        List<int[]> faces = icosahedronFaces();
        for (int i = 0; i < subdivisions; i++) {
            faces = subdivide(points, faces);
        }
        Builder builder = new Builder();
        for (Vector3f point : points) {
            builder.vertex(point, point);
        }
        for (int[] face : faces) {
            builder.triangle(face[0], face[1], face[2]);
        }
        return builder.build("sphere");
    }

    /** A flat-shaded gem of radius 1: an octahedron, slimmer on x and z than on y. */
    public static Mesh crystal() {
        float waist = 0.55f;
        Vector3f[] ring = {
            new Vector3f(waist, 0, 0), new Vector3f(0, 0, -waist), new Vector3f(-waist, 0, 0), new Vector3f(0, 0, waist)
        };
        Vector3f top = new Vector3f(0, 1, 0);
        Vector3f bottom = new Vector3f(0, -1, 0);
        Builder builder = new Builder();
        for (int i = 0; i < ring.length; i++) {
            Vector3f here = ring[i];
            Vector3f next = ring[(i + 1) % ring.length];
            builder.flatTriangle(top, here, next);
            builder.flatTriangle(bottom, next, here);
        }
        return builder.build("crystal");
    }

    private static List<Vector3f> icosahedronPoints() {
        float golden = (float) ((1 + Math.sqrt(5)) / 2);
        List<Vector3f> points = new ArrayList<>();
        for (int first = -1; first <= 1; first += 2) {
            for (int second = -1; second <= 1; second += 2) {
                points.add(new Vector3f(0, first, second * golden).normalize());
                points.add(new Vector3f(first, second * golden, 0).normalize());
                points.add(new Vector3f(second * golden, 0, first).normalize());
            }
        }
        return points;
    }

    /** Every three points at the edge length from each other are a face; the order is turned to face outwards. */
    private static List<int[]> icosahedronFaces() {
        List<Vector3f> points = icosahedronPoints();
        float edgeSquared = Float.MAX_VALUE;
        for (int i = 1; i < points.size(); i++) {
            edgeSquared = Math.min(edgeSquared, points.get(0).distanceSquared(points.get(i)));
        }
        float limit = edgeSquared * 1.01f;
        List<int[]> faces = new ArrayList<>();
        for (int a = 0; a < points.size(); a++) {
            for (int b = a + 1; b < points.size(); b++) {
                for (int c = b + 1; c < points.size(); c++) {
                    Vector3f pa = points.get(a);
                    Vector3f pb = points.get(b);
                    Vector3f pc = points.get(c);
                    if (pa.distanceSquared(pb) > limit
                            || pb.distanceSquared(pc) > limit
                            || pc.distanceSquared(pa) > limit) {
                        continue;
                    }
                    Vector3f normal = new Vector3f(pb).sub(pa).cross(new Vector3f(pc).sub(pa));
                    faces.add(normal.dot(pa) > 0 ? new int[] {a, b, c} : new int[] {a, c, b});
                }
            }
        }
        return faces;
    }

    private static List<int[]> subdivide(List<Vector3f> points, List<int[]> faces) {
        Map<Long, Integer> middles = new HashMap<>();
        List<int[]> finer = new ArrayList<>();
        for (int[] face : faces) {
            int ab = middle(points, middles, face[0], face[1]);
            int bc = middle(points, middles, face[1], face[2]);
            int ca = middle(points, middles, face[2], face[0]);
            finer.add(new int[] {face[0], ab, ca});
            finer.add(new int[] {face[1], bc, ab});
            finer.add(new int[] {face[2], ca, bc});
            finer.add(new int[] {ab, bc, ca});
        }
        return finer;
    }

    private static int middle(List<Vector3f> points, Map<Long, Integer> middles, int a, int b) {
        long edge = ((long) Math.min(a, b) << 32) | Math.max(a, b);
        return middles.computeIfAbsent(edge, _ -> {
            points.add(new Vector3f(points.get(a)).add(points.get(b)).normalize());
            return points.size() - 1;
        });
    }

    /** Collects vertices and triangles. */
    private static final class Builder {
        private final List<float[]> vertices = new ArrayList<>();
        private final List<int[]> triangles = new ArrayList<>();

        int vertex(Vector3f position, Vector3f normal) {
            vertices.add(new float[] {position.x, position.y, position.z, normal.x, normal.y, normal.z});
            return vertices.size() - 1;
        }

        void triangle(int a, int b, int c) {
            triangles.add(new int[] {a, b, c});
        }

        void flatTriangle(Vector3f a, Vector3f b, Vector3f c) {
            Vector3f normal =
                    new Vector3f(b).sub(a).cross(new Vector3f(c).sub(a)).normalize();
            triangle(vertex(a, normal), vertex(b, normal), vertex(c, normal));
        }

        Mesh build(String name) {
            float[] packed = new float[vertices.size() * Mesh.FLOATS_PER_VERTEX];
            for (int i = 0; i < vertices.size(); i++) {
                System.arraycopy(vertices.get(i), 0, packed, i * Mesh.FLOATS_PER_VERTEX, Mesh.FLOATS_PER_VERTEX);
            }
            int[] indices =
                    triangles.stream().flatMapToInt(java.util.Arrays::stream).toArray();
            return new Mesh(name, packed, indices, true, false);
        }
    }
}
