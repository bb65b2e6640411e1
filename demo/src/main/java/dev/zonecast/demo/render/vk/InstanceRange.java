package dev.zonecast.demo.render.vk;

import dev.zonecast.demo.scene.InstanceList;

/** Which instances of a buffer are those of each mesh. */
final class InstanceRange {
    private int[] firstOfMesh = new int[0];
    private int[] countOfMesh = new int[0];
    private int count;

    /** Takes over the meshes of a list that lies behind {@code before} other instances. */
    void set(InstanceList list, int before) {
        if (firstOfMesh.length != list.meshCount()) {
            firstOfMesh = new int[list.meshCount()];
            countOfMesh = new int[list.meshCount()];
        }
        for (int mesh = 0; mesh < firstOfMesh.length; mesh++) {
            firstOfMesh[mesh] = before + list.firstOfMesh(mesh);
            countOfMesh[mesh] = list.countOfMesh(mesh);
        }
        count = list.count();
    }

    int meshCount() {
        return firstOfMesh.length;
    }

    int first(int mesh) {
        return firstOfMesh[mesh];
    }

    int count(int mesh) {
        return countOfMesh[mesh];
    }

    int count() {
        return count;
    }
}
