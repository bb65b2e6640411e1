package dev.zonecast.demo.scene;

/**
 * A run of neighbouring objects that share a mesh and a behaviour.
 *
 * @param name for zone texts
 * @param mesh index into {@link Scene#meshes()}
 * @param firstObject index of the first object
 * @param count number of objects
 * @param behaviour what moves them
 */
public record ObjectGroup(String name, int mesh, int firstObject, int count, Behaviour behaviour) {
    public int endObject() {
        return firstObject + count;
    }
}
