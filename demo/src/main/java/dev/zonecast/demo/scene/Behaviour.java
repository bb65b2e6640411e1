package dev.zonecast.demo.scene;

/** Moves the objects of one group. */
public interface Behaviour {
    /**
     * Writes the state at the end of a step into the instance array.
     *
     * <p>Called from several workers at once for disjoint ranges, so an object's state may depend on nothing but its own past
     * and the time: that is what makes the result independent of the number of workers.
     *
     * @param instances the scene's array, {@link InstanceLayout}
     * @param firstObject index in the scene of the first object to move
     * @param endObject index after the last
     * @param timeSeconds simulated time at the end of the step
     * @param stepSeconds length of the step
     */
    void step(float[] instances, int firstObject, int endObject, float timeSeconds, float stepSeconds);
}
