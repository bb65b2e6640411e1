package dev.zonecast.framecapture;

/** The numbers of the algorithm that its forms share. */
final class BlockMath {
    /**
     * {@code 4 / (ranges + 1)} as a fixed-point number of 16 bits, by the sum of the three channels' ranges: what Tracy's client
     * multiplies with.
     */
    private static final int[] RECIPROCALS = new int[3 * 255 + 1];

    static {
        for (int i = 0; i < RECIPROCALS.length; i++) {
            RECIPROCALS[i] = Math.min(0xFFFF, (1 << 18) / (i + 1));
        }
    }

    private BlockMath() {}

    /** All reciprocals; not to be changed. */
    static int[] reciprocals() {
        return RECIPROCALS;
    }

    /** -1, or 0 where the two end colours are the same: such a block has {@code color0} and all levels 0. */
    static int unlessSolid(int high565, int low565) {
        return -(high565 ^ low565) >> 31;
    }
}
