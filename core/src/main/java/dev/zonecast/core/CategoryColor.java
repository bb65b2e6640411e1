package dev.zonecast.core;

/** Colours of categories: the Firefox profiler's, each with an RGB value for other viewers. */
public enum CategoryColor {
    GREY(0xB1B1B3),
    PURPLE(0x9400FF),
    GREEN(0x12BC00),
    ORANGE(0xFF9400),
    YELLOW(0xFFE900),
    LIGHTBLUE(0x00B3F4),
    BLUE(0x0A84FF),
    BROWN(0x8B5A2B),
    MAGENTA(0xFF1AD9),
    RED(0xD70022),
    LIGHTRED(0xFF8A8A),
    DARKGREY(0x4A4A4F);

    private static final CategoryColor[] ALL = values();

    private final int rgb;

    CategoryColor(int rgb) {
        this.rgb = rgb;
    }

    /** 0xRRGGBB. */
    public int rgb() {
        return rgb;
    }

    /** Number in recordings, from 0 on. */
    @SuppressWarnings("EnumOrdinal") // New ones are added at the end.
    public int code() {
        return ordinal();
    }

    /** The colour of a number; {@link #GREY} for unknown numbers. */
    public static CategoryColor ofCode(int code) {
        return code >= 0 && code < ALL.length ? ALL[code] : GREY;
    }

    /** The most similar colour, by distance in RGB. */
    public static CategoryColor nearest(int rgb) {
        CategoryColor nearest = GREY;
        int least = Integer.MAX_VALUE;
        for (CategoryColor color : ALL) {
            int distance = 0;
            for (int shift = 0; shift <= 16; shift += 8) {
                int difference = (rgb >> shift & 0xFF) - (color.rgb >> shift & 0xFF);
                distance += difference * difference;
            }
            if (distance < least) {
                least = distance;
                nearest = color;
            }
        }
        return nearest;
    }
}
