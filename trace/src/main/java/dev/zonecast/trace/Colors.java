package dev.zonecast.trace;

/** Colours as recordings write them. */
final class Colors {
    private Colors() {}

    /** {@code #RRGGBB} as {@code 0xRRGGBB}; -1 if it is something else. */
    static int parse(String text) {
        if (text.length() != 7 || text.charAt(0) != '#') {
            return -1;
        }
        try {
            return Integer.parseInt(text, 1, 7, 16) & 0xFFFFFF;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
