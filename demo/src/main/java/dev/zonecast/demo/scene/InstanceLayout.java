package dev.zonecast.demo.scene;

/**
 * One object in an instance array: 16 floats, 64 bytes, read by the vertex shaders as four vectors of four.
 *
 * <pre>
 *   float   0  1  2   3               4  5  6  7   8  9 10  11        12 13 14  15
 *          +--------+---------------+------------+--------+----------+---------+-----------+
 *          | x y z  | bounding      | rotation   | scale  | emission | colour  | roughness |
 *          | metres | radius, metres| quaternion | x y z  | factor   | RGB     | 0 to 1    |
 *          +--------+---------------+------------+--------+----------+---------+-----------+
 * </pre>
 */
public final class InstanceLayout {
    public static final int FLOATS = 16;
    public static final int BYTES = FLOATS * Float.BYTES;

    public static final int POSITION = 0;
    public static final int BOUNDING_RADIUS = 3;
    public static final int ROTATION = 4;
    public static final int SCALE = 8;
    public static final int EMISSION = 11;
    public static final int COLOUR = 12;
    public static final int ROUGHNESS = 15;

    private InstanceLayout() {}

    static void putPosition(float[] instances, int at, float x, float y, float z) {
        instances[at + POSITION] = x;
        instances[at + POSITION + 1] = y;
        instances[at + POSITION + 2] = z;
    }

    /** Writes the rotation by {@code angle} radians about the unit axis (x, y, z). */
    static void putRotation(float[] instances, int at, float angle, float x, float y, float z) {
        float sine = (float) Math.sin(angle * 0.5f);
        instances[at + ROTATION] = x * sine;
        instances[at + ROTATION + 1] = y * sine;
        instances[at + ROTATION + 2] = z * sine;
        instances[at + ROTATION + 3] = (float) Math.cos(angle * 0.5f);
    }

    static void putScale(float[] instances, int at, float x, float y, float z) {
        instances[at + SCALE] = x;
        instances[at + SCALE + 1] = y;
        instances[at + SCALE + 2] = z;
    }

    /** Writes a linear RGB colour. */
    static void putColour(float[] instances, int at, float red, float green, float blue) {
        instances[at + COLOUR] = red;
        instances[at + COLOUR + 1] = green;
        instances[at + COLOUR + 2] = blue;
    }
}
