package dev.zonecast.core.live;

import java.util.Arrays;

/**
 * Numbers and sizes of events, written a second time for the tests: those of version 82, and the ranges by which older versions are
 * shifted (specification, sections 4.5 and 9.1).
 */
final class WireNumbers {
    private static final int[] SIZES_82 = {
        1, 1, 10, 13, 10, 13, 9, 9, 9, 1, 1, 1, 13, 9, 7, 13, 9, 7, 10, 17, 13, 11,
        17, 13, 11, 9, 5, 3, 17, 17, 13, 17, 17, 17, 5, 27, 27, 21, 21, 27, 27, 21, 21, 21,
        21, 24, 24, 16, 16, 16, 24, 24, 16, 16, 16, 25, 21, 25, 23, 16, 12, 2, 10, 10, 13, 1,
        1, 1, 25, 13, 15, 13, 3, 1, 1, 5, 26, 18, 1, 17, 5, 4, 9, 17, 17, 17, 13, 32,
        22, 13, 17, 17, 20, 17, 20, 28, 17, 13, 25, 17, 17, 17, 17, 17, 17, 17, 16, 18, 1, 5,
        1, 17, 1, 1, 1, 1, 9, 9, 24, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9
    };

    /** Ranges of version 82 with their shift down to 76, 74 and 69 (section 9.1); -1: the version lacks them. */
    private static final int[][] SHIFTS = {
        {0, 12, 0, 0, 0}, {15, 15, 2, 2, 2}, {18, 19, 4, 4, 4}, {22, 22, 6, 6, 6}, {25, 25, 8, 8, 8},
        {28, 42, 10, 10, 10}, {43, 44, 10, 10, -1}, {45, 61, 10, 10, 12}, {62, 62, 10, -1, -1}, {63, 69, 10, 11, 13},
        {73, 113, 13, 14, 16}, {116, 117, 15, 16, 18}, {118, 118, 15, -1, -1}, {119, 131, 15, 17, 19}
    };

    private final int version;
    private final int[] to82 = new int[256];

    WireNumbers(int version) {
        this.version = version;
        Arrays.fill(to82, -1);
        int column = switch (version) {
            case 82 -> 0;
            case 76 -> 2;
            case 74 -> 3;
            default -> 4;
        };
        for (int number = 0; number < SIZES_82.length; number++) {
            if (column == 0) {
                to82[number] = number;
                continue;
            }
            for (int[] range : SHIFTS) {
                if (number >= range[0] && number <= range[1] && range[column] >= 0) {
                    to82[number - range[column]] = number;
                }
            }
        }
    }

    /** The number in version 82 of a type byte, or -1. */
    int in82(byte code) {
        return to82[code & 0xFF];
    }

    /** Size of an event whose number in version 82 is given, type byte included. */
    int sizeBytes(int type) {
        int less = switch (type) {
            case 2, 3, 4, 5 -> version < 82 ? 1 : 0;
            case 58, 59 -> version == 69 ? 3 : 0;
            default -> 0;
        };
        return SIZES_82[type] - less;
    }
}
