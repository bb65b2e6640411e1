package dev.zonecast.demo.scene;

/**
 * A triangle mesh about the origin. The arrays are not copied; nobody changes them.
 *
 * @param name for people
 * @param vertices six floats a vertex: position in metres, then unit normal
 * @param indices three a triangle, counter-clockwise seen from outside
 * @param castsShadow false for what only receives shadows
 * @param gridPattern whether grid lines in world coordinates are drawn on it
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
public record Mesh(String name, float[] vertices, int[] indices, boolean castsShadow, boolean gridPattern) {
    public static final int FLOATS_PER_VERTEX = 6;

    public int vertexCount() {
        return vertices.length / FLOATS_PER_VERTEX;
    }

    public int triangleCount() {
        return indices.length / 3;
    }

    @Override
    public String toString() {
        return name + " of " + triangleCount() + " triangles";
    }
}
