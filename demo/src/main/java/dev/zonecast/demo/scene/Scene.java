package dev.zonecast.demo.scene;

import java.util.ArrayList;
import java.util.List;

/**
 * Every object of the world, in one instance array ordered by group, so that what is copied out of it in order is already
 * sorted by mesh.
 */
public final class Scene {
    /** The ground, and at least one object of each other group. */
    public static final int MINIMUM_OBJECTS = 4;

    public static final float FIELD_RADIUS = 62;
    private static final float GROUND_HALF_SIZE = 160;
    private static final int SPHERE_SUBDIVISIONS = 1;

    private static final int GROUND = 0;
    private static final int CUBE = 1;
    private static final int SPHERE = 2;
    private static final int CRYSTAL = 3;

    private final List<Mesh> meshes =
            List.of(Meshes.ground(), Meshes.cube(), Meshes.sphere(SPHERE_SUBDIVISIONS), Meshes.crystal());
    private final float[] instances;
    private final List<ObjectGroup> groups;
    private final ScriptedObjects scripted;

    /** A scene without scripted objects. */
    public Scene(int objectCount, long seed) {
        this(objectCount, seed, 0);
    }

    /**
     * @param objectCount number of objects, the ground counted in
     * @param seed the same seed and the same steps give the same world, bit for bit
     * @param scriptedCount how many of the objects are left to {@link GameLogic}; the others are at least
     *     {@link #MINIMUM_OBJECTS}
     * @throws IllegalArgumentException if {@code objectCount} is too small
     */
    public Scene(int objectCount, long seed, int scriptedCount) {
        if (scriptedCount < 0 || objectCount - scriptedCount < MINIMUM_OBJECTS) {
            throw new IllegalArgumentException("a scene needs at least " + MINIMUM_OBJECTS + " objects and "
                    + scriptedCount + " scripted ones, not " + objectCount + " in all");
        }
        instances = new float[objectCount * InstanceLayout.FLOATS];
        int movable = objectCount - scriptedCount - 1;
        int spheres = Math.max(1, movable / 6);
        int crystals = Math.max(1, movable / 6);
        int cubes = movable - spheres - crystals;
        List<ObjectGroup> list = new ArrayList<>();
        placeGround();
        list.add(new ObjectGroup("ground", GROUND, 0, 1, (_, _, _, _, _) -> {}));
        int first = 1;
        list.add(new ObjectGroup(
                "columns", CUBE, first, cubes, new ColumnWave(instances, first, cubes, FIELD_RADIUS, seed)));
        first += cubes;
        list.add(new ObjectGroup(
                "fountain", SPHERE, first, spheres, new SphereFountain(instances, first, spheres, seed)));
        first += spheres;
        list.add(new ObjectGroup(
                "crystals", CRYSTAL, first, crystals, new CrystalRing(instances, first, crystals, seed)));
        first += crystals;
        scripted = new ScriptedObjects(instances, first, scriptedCount);
        if (scriptedCount > 0) {
            list.add(new ObjectGroup("scripted", CRYSTAL, first, scriptedCount, (_, _, _, _, _) -> {}));
        }
        groups = List.copyOf(list);
        for (ObjectGroup group : groups) {
            group.behaviour().step(instances, group.firstObject(), group.endObject(), 0, 0);
        }
    }

    private void placeGround() {
        InstanceLayout.putPosition(instances, 0, 0, 0, 0);
        InstanceLayout.putRotation(instances, 0, 0, 0, 1, 0);
        InstanceLayout.putScale(instances, 0, GROUND_HALF_SIZE, 1, GROUND_HALF_SIZE);
        InstanceLayout.putColour(instances, 0, 0.105f, 0.11f, 0.13f);
        instances[InstanceLayout.BOUNDING_RADIUS] = GROUND_HALF_SIZE * 1.5f;
        instances[InstanceLayout.ROUGHNESS] = 0.55f;
    }

    /** The distinct meshes; {@link ObjectGroup#mesh()} is an index into this list. */
    public List<Mesh> meshes() {
        return meshes;
    }

    public List<ObjectGroup> groups() {
        return groups;
    }

    /** What is moved by {@link GameLogic}: the last objects. */
    public ScriptedObjects scripted() {
        return scripted;
    }

    public int objectCount() {
        return instances.length / InstanceLayout.FLOATS;
    }

    /** The live array of all objects, {@link InstanceLayout}; written by {@link Simulation#advance} only. */
    public float[] instances() {
        return instances;
    }
}
