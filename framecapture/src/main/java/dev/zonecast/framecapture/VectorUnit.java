package dev.zonecast.framecapture;

import jdk.incubator.vector.IntVector;

/** The processor's vectors; to be asked only where the module jdk.incubator.vector is there. */
final class VectorUnit {
    private VectorUnit() {}

    /** False on vectors of 128 bits or less: there plain Java is faster (measured with SSE4.1). */
    static boolean isWorthwhile() {
        return IntVector.SPECIES_PREFERRED.vectorBitSize() >= 256;
    }
}
