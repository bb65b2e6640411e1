package dev.zonecast.demo.scene;

/** Spheres shot up from the middle that fall under gravity, bounce on the ground and start again when their life is over. */
final class SphereFountain implements Behaviour {
    private static final float GRAVITY_METRES_PER_SECOND2 = 9.81f;
    private static final float RESTITUTION = 0.62f;
    private static final float WARM_UP_STEP_SECONDS = 1 / 60f;
    private static final float LONGEST_LIFE_SECONDS = 7.5f;
    /** Draws of {@link RandomStream} that one life uses. */
    private static final int DRAWS_PER_LIFE = 4;

    private final int firstObject;
    private final RandomStream random;
    private final int[] lives;
    private final float[] age;
    private final float[] lifeTime;
    private final float[] velocityX;
    private final float[] velocityY;
    private final float[] velocityZ;

    SphereFountain(float[] instances, int firstObject, int count, long seed) {
        this.firstObject = firstObject;
        random = new RandomStream(seed ^ 0x5F0E7A1AL);
        lives = new int[count];
        age = new float[count];
        lifeTime = new float[count];
        velocityX = new float[count];
        velocityY = new float[count];
        velocityZ = new float[count];
        for (int i = 0; i < count; i++) {
            int at = (firstObject + i) * InstanceLayout.FLOATS;
            float size = random.between(i, -1, 0.16f, 0.46f);
            InstanceLayout.putScale(instances, at, size, size, size);
            instances[at + InstanceLayout.BOUNDING_RADIUS] = size;
            instances[at + InstanceLayout.ROUGHNESS] = random.between(i, -2, 0.12f, 0.4f);
            float warmth = random.unit(i, -3);
            InstanceLayout.putColour(instances, at, 0.85f, 0.22f + 0.5f * warmth, 0.06f + 0.42f * warmth * warmth);
            start(instances, i);
            scatter(instances, i);
        }
    }

    /** Lets the object fly for a random part of its life, so that the first frame shows a fountain already running. */
    private void scatter(float[] instances, int i) {
        float target = random.between(i, -4, 0, LONGEST_LIFE_SECONDS);
        for (float flown = 0; flown < target; flown += WARM_UP_STEP_SECONDS) {
            move(instances, i, WARM_UP_STEP_SECONDS);
        }
    }

    @Override
    public void step(float[] instances, int firstObject, int endObject, float timeSeconds, float stepSeconds) {
        for (int object = firstObject; object < endObject; object++) {
            int i = object - this.firstObject;
            move(instances, i, stepSeconds);
            InstanceLayout.putRotation(instances, object * InstanceLayout.FLOATS, age[i] * 3, 1, 0, 0);
        }
    }

    private void move(float[] instances, int i, float stepSeconds) {
        age[i] += stepSeconds;
        if (age[i] >= lifeTime[i]) {
            start(instances, i);
            return;
        }
        int at = (firstObject + i) * InstanceLayout.FLOATS;
        velocityY[i] -= GRAVITY_METRES_PER_SECOND2 * stepSeconds;
        float x = instances[at + InstanceLayout.POSITION] + velocityX[i] * stepSeconds;
        float y = instances[at + InstanceLayout.POSITION + 1] + velocityY[i] * stepSeconds;
        float z = instances[at + InstanceLayout.POSITION + 2] + velocityZ[i] * stepSeconds;
        float ground = instances[at + InstanceLayout.SCALE];
        if (y < ground) {
            y = ground + (ground - y) * RESTITUTION;
            velocityY[i] = Math.abs(velocityY[i]) * RESTITUTION;
        }
        InstanceLayout.putPosition(instances, at, x, y, z);
    }

    private void start(float[] instances, int i) {
        int draw = lives[i]++ * DRAWS_PER_LIFE;
        double heading = random.between(i, draw, 0, (float) (2 * Math.PI));
        float outwards = random.between(i, draw + 1, 0.6f, 3.4f);
        velocityX[i] = outwards * (float) Math.cos(heading);
        velocityZ[i] = outwards * (float) Math.sin(heading);
        velocityY[i] = random.between(i, draw + 2, 9, 15.5f);
        lifeTime[i] = random.between(i, draw + 3, 3.5f, LONGEST_LIFE_SECONDS);
        age[i] = 0;
        InstanceLayout.putPosition(instances, (firstObject + i) * InstanceLayout.FLOATS, 0, 1, 0);
    }
}
