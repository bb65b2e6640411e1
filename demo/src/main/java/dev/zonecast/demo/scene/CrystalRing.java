package dev.zonecast.demo.scene;

/** Glowing gems in a tilted ring above the columns, the inner ones faster than the outer ones, spinning and pulsing. */
final class CrystalRing implements Behaviour {
    private static final float TILT = (float) Math.toRadians(9);
    private static final float MEAN_HEIGHT = 9.5f;
    /** Linear RGB of the three kinds of gem: cyan, magenta, amber. */
    private static final float[][] COLOURS_RGB = {{0.05f, 0.75f, 1.0f}, {1.0f, 0.12f, 0.65f}, {1.0f, 0.50f, 0.08f}};

    private final int firstObject;
    private final float[] radius;
    private final float[] phase;
    private final float[] height;
    private final float[] spin;
    private final float[] glow;

    CrystalRing(float[] instances, int firstObject, int count, long seed) {
        this.firstObject = firstObject;
        radius = new float[count];
        phase = new float[count];
        height = new float[count];
        spin = new float[count];
        glow = new float[count];
        RandomStream random = new RandomStream(seed ^ 0xC4757A1L);
        for (int i = 0; i < count; i++) {
            // The sum of two uniform draws gathers the gems in the middle of the ring.
            radius[i] = 17 + 15 * (random.unit(i, 0) + random.unit(i, 1));
            phase[i] = random.between(i, 2, 0, (float) (2 * Math.PI));
            height[i] = random.between(i, 3, -1.3f, 1.3f) + random.between(i, 4, -1.3f, 1.3f);
            spin[i] = random.between(i, 5, 0.5f, 3);
            glow[i] = random.between(i, 6, 1.2f, 4.5f);
            int at = (firstObject + i) * InstanceLayout.FLOATS;
            float size = random.between(i, 7, 0.18f, 0.5f);
            InstanceLayout.putScale(instances, at, size, size, size);
            instances[at + InstanceLayout.BOUNDING_RADIUS] = size;
            instances[at + InstanceLayout.ROUGHNESS] = 0.25f;
            float[] colour = COLOURS_RGB[(int) (random.unit(i, 8) * COLOURS_RGB.length)];
            InstanceLayout.putColour(instances, at, colour[0], colour[1], colour[2]);
        }
    }

    @Override
    public void step(float[] instances, int firstObject, int endObject, float timeSeconds, float stepSeconds) {
        for (int object = firstObject; object < endObject; object++) {
            int i = object - this.firstObject;
            int at = object * InstanceLayout.FLOATS;
            // Kepler's third law: the angular speed falls with the radius to the power of 3/2.
            double orbit = phase[i] + timeSeconds * 24 / Math.pow(radius[i], 1.5);
            float x = radius[i] * (float) Math.cos(orbit);
            float z = radius[i] * (float) Math.sin(orbit);
            float y = MEAN_HEIGHT + height[i] + x * TILT + 0.3f * (float) Math.sin(timeSeconds * 1.7f + phase[i] * 5);
            InstanceLayout.putPosition(instances, at, x, y, z);
            float axisX = (float) Math.cos(phase[i] * 7);
            float axisZ = (float) Math.sin(phase[i] * 7);
            InstanceLayout.putRotation(
                    instances, at, spin[i] * timeSeconds + phase[i], 0.6f * axisX, 0.8f, 0.6f * axisZ);
            instances[at + InstanceLayout.EMISSION] =
                    glow[i] * (0.75f + 0.25f * (float) Math.sin(timeSeconds * 2.3f + phase[i] * 3));
        }
    }
}
