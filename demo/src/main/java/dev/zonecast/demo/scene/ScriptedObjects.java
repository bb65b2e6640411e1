package dev.zonecast.demo.scene;

import org.joml.Vector3f;

/**
 * Objects that are moved from outside, one by one, by their index from 0 on. Those that nobody has placed are not seen. One thread,
 * and not while a step's jobs run.
 */
public final class ScriptedObjects {
    private static final float BELOW_GROUND = -100;

    private final float[] instances;
    private final int firstObject;
    private final int count;
    private final Vector3f axis = new Vector3f();

    ScriptedObjects(float[] instances, int firstObject, int count) {
        this.instances = instances;
        this.firstObject = firstObject;
        this.count = count;
        for (int i = 0; i < count; i++) {
            place(i, 0, BELOW_GROUND, 0);
            aim(i, 0, 1, 0);
            resize(i, 0, 0, 0);
            instances[at(i) + InstanceLayout.ROUGHNESS] = 0.3f;
        }
    }

    public int count() {
        return count;
    }

    /** Moves an object; in metres. */
    public void place(int index, float x, float y, float z) {
        InstanceLayout.putPosition(instances, at(index), x, y, z);
    }

    /** Turns an object so that what was its top points along (x, y, z), of any length; nothing for no length at all. */
    public void aim(int index, float x, float y, float z) {
        float length = (float) Math.sqrt(x * x + y * y + z * z);
        if (!(length > 0)) {
            return;
        }
        // The axis that turns (0, 1, 0) there is level; straight up and down any level one will do.
        axis.set(z, 0, -x);
        if (axis.lengthSquared() < 1e-12f * length * length) {
            axis.set(1, 0, 0);
        }
        axis.normalize();
        float angle = (float) Math.acos(Math.clamp(y / length, -1, 1));
        InstanceLayout.putRotation(instances, at(index), angle, axis.x, axis.y, axis.z);
    }

    /**
     * Gives an object its size.
     *
     * @param halfWidth in metres, from 0 on
     * @param halfLength in metres, from 0 on
     * @param emission how much it glows, from 0 on
     */
    public void resize(int index, float halfWidth, float halfLength, float emission) {
        int at = at(index);
        InstanceLayout.putScale(instances, at, halfWidth, halfLength, halfWidth);
        // Of a mesh within the unit sphere.
        instances[at + InstanceLayout.BOUNDING_RADIUS] = Math.max(halfWidth, halfLength);
        instances[at + InstanceLayout.EMISSION] = emission;
    }

    /** Gives an object a linear RGB colour. */
    public void paint(int index, float red, float green, float blue) {
        InstanceLayout.putColour(instances, at(index), red, green, blue);
    }

    private int at(int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException("object " + index + " of " + count);
        }
        return (firstObject + index) * InstanceLayout.FLOATS;
    }
}
