package dev.zonecast.demo.scene;

/**
 * Columns on the ground in a sunflower pattern (each placed the golden angle further than the last), whose heights follow waves
 * that run outwards.
 */
final class ColumnWave implements Behaviour {
    private static final float GOLDEN_ANGLE = (float) (Math.PI * (3 - Math.sqrt(5)));
    private static final float INNER_RADIUS = 15;
    private static final float CUBE_DIAGONAL = (float) Math.sqrt(2);

    private final int firstObject;
    private final float[] angle;
    private final float[] radius;
    private final float[] halfWidth;
    private final float[] spin;

    ColumnWave(float[] instances, int firstObject, int count, float outerRadius, long seed) {
        this.firstObject = firstObject;
        angle = new float[count];
        radius = new float[count];
        halfWidth = new float[count];
        spin = new float[count];
        RandomStream random = new RandomStream(seed);
        float area = outerRadius * outerRadius - INNER_RADIUS * INNER_RADIUS;
        float spacing = (float) Math.sqrt(Math.PI * area / Math.max(1, count));
        for (int i = 0; i < count; i++) {
            angle[i] = i * GOLDEN_ANGLE;
            radius[i] = (float) Math.sqrt(INNER_RADIUS * INNER_RADIUS + area * (i + 0.5f) / count);
            halfWidth[i] = spacing * random.between(i, 0, 0.22f, 0.34f);
            spin[i] = random.between(i, 1, -0.6f, 0.6f);
            int at = (firstObject + i) * InstanceLayout.FLOATS;
            float blend = 0.5f + 0.5f * (float) Math.sin(radius[i] * 0.11f + Math.cos(angle[i] * 2));
            float shade = random.between(i, 2, 0.75f, 1.1f);
            InstanceLayout.putColour(
                    instances,
                    at,
                    shade * mix(0.045f, 0.62f, blend * blend),
                    shade * mix(0.30f, 0.16f, blend),
                    shade * mix(0.42f, 0.20f, blend));
            instances[at + InstanceLayout.ROUGHNESS] = random.between(i, 3, 0.3f, 0.75f);
        }
    }

    @Override
    public void step(float[] instances, int firstObject, int endObject, float timeSeconds, float stepSeconds) {
        for (int object = firstObject; object < endObject; object++) {
            int i = object - this.firstObject;
            int at = object * InstanceLayout.FLOATS;
            double wave = Math.sin(radius[i] * 0.28 - timeSeconds * 1.4 + 1.5 * Math.sin(angle[i] * 3));
            float crest = (float) (0.5 + 0.5 * wave);
            float halfHeight = 0.25f + 2.3f * crest * crest;
            InstanceLayout.putPosition(
                    instances,
                    at,
                    radius[i] * (float) Math.cos(angle[i]),
                    halfHeight,
                    radius[i] * (float) Math.sin(angle[i]));
            InstanceLayout.putRotation(instances, at, angle[i] + spin[i] * timeSeconds, 0, 1, 0);
            InstanceLayout.putScale(instances, at, halfWidth[i], halfHeight, halfWidth[i]);
            instances[at + InstanceLayout.BOUNDING_RADIUS] =
                    (float) Math.hypot(CUBE_DIAGONAL * halfWidth[i], halfHeight) * 1.0001f;
        }
    }

    private static float mix(float a, float b, float t) {
        return a + (b - a) * t;
    }
}
