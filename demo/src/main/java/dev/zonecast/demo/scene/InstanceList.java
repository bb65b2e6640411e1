package dev.zonecast.demo.scene;

/** Copies of the objects to draw, neighbouring by mesh. Filled by one thread at a time; reused from frame to frame. */
public final class InstanceList {
    private final float[] instances;
    private final int[] firstOfMesh;
    private final int[] countOfMesh;
    private int count;

    public InstanceList(int capacity, int meshes) {
        instances = new float[capacity * InstanceLayout.FLOATS];
        firstOfMesh = new int[meshes];
        countOfMesh = new int[meshes];
    }

    void clear() {
        count = 0;
        java.util.Arrays.fill(countOfMesh, 0);
    }

    /** Marks that what is added from now on belongs to {@code mesh}. */
    void beginMesh(int mesh) {
        firstOfMesh[mesh] = count;
    }

    void add(int mesh, float[] source, int sourceOffset) {
        System.arraycopy(source, sourceOffset, instances, count * InstanceLayout.FLOATS, InstanceLayout.FLOATS);
        count++;
        countOfMesh[mesh]++;
    }

    /** The objects, {@link InstanceLayout}; only the first {@link #count()} are meaningful. */
    public float[] instances() {
        return instances;
    }

    public int count() {
        return count;
    }

    public int capacity() {
        return instances.length / InstanceLayout.FLOATS;
    }

    /** Index of the first object of a mesh. */
    public int firstOfMesh(int mesh) {
        return firstOfMesh[mesh];
    }

    public int countOfMesh(int mesh) {
        return countOfMesh[mesh];
    }
}
