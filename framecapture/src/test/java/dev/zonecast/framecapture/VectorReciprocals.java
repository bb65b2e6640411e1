package dev.zonecast.framecapture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jdk.incubator.vector.IntVector;

/** Apart from the test that calls it, which runs without the vector module, too. */
final class VectorReciprocals {
    private VectorReciprocals() {}

    static boolean areVectorsWide() {
        return IntVector.SPECIES_PREFERRED.vectorBitSize() >= 256;
    }

    static void check() {
        int[] expected = ScalarDxt1Encoder.RECIPROCALS;
        for (int ranges = 0; ranges < expected.length; ranges++) {
            IntVector computed =
                    VectorDxt1Encoder.reciprocals(IntVector.broadcast(IntVector.SPECIES_PREFERRED, ranges));

            assertEquals(expected[ranges], computed.lane(0), "of " + ranges);
        }
    }
}
