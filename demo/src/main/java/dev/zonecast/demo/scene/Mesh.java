package dev.zonecast.demo.scene;

/** A triangle mesh about the origin. The arrays are not copied; nobody changes them after construction. */
public final class Mesh {
    public static final int FLOATS_PER_VERTEX = 6;

    private final String name;
    private final float[] vertices;
    private final int[] indices;
    private final boolean castsShadow;
    private final boolean gridPattern;

    /**
     * @param name for people
     * @param vertices six floats a vertex: position in metres, then unit normal
     * @param indices three a triangle, counter-clockwise seen from outside
     * @param castsShadow false for what only receives shadows
     * @param gridPattern whether grid lines in world coordinates are drawn on it
     */
    Mesh(String name, float[] vertices, int[] indices, boolean castsShadow, boolean gridPattern) {
        this.name = name;
        this.vertices = vertices;
        this.indices = indices;
        this.castsShadow = castsShadow;
        this.gridPattern = gridPattern;
    }

    /** Six floats a vertex: position in metres, then unit normal. */
    public float[] vertices() {
        return vertices;
    }

    /** Three a triangle, counter-clockwise seen from outside. */
    public int[] indices() {
        return indices;
    }

    public boolean castsShadow() {
        return castsShadow;
    }

    public boolean gridPattern() {
        return gridPattern;
    }

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
