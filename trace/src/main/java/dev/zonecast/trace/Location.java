package dev.zonecast.trace;

/** A place in a program's source, with the name that zones there have. Equal ones of one trace are the same object. */
public final class Location {
    /** What programs record of a function or a file that they do not know: Tracy shows nothing for an empty one. */
    private static final String UNKNOWN = "(unknown)";

    private final int index;
    private final String name;
    private final String function;
    private final String file;
    private final int line;
    private final boolean lua;
    int rgb;
    MarkerCategory category = MarkerCategory.OTHER;

    Location(int index, String name, String function, String file, int line, int rgb) {
        this.index = index;
        this.name = name;
        this.function = function;
        this.file = file.equals(UNKNOWN) ? "" : file;
        this.line = line;
        this.lua = file.endsWith(".lua");
        this.rgb = rgb;
    }

    /** Number of the location in this reading, from 0 on without gaps. */
    public int index() {
        return index;
    }

    /** Name of the zones: their own, else the function's, else {@code (unnamed)}. */
    public String displayName() {
        return !name.isEmpty() ? name : function.isEmpty() ? "(unnamed)" : function;
    }

    /** Empty if it is not known. */
    public String function() {
        return function;
    }

    /** Empty if it is not known. */
    public String file() {
        return file;
    }

    /** 0 if it is not known. */
    public int line() {
        return line;
    }

    /** File and line; of use where there is a file. Made once: an export asks for each zone. */
    public String place() {
        return file + ":" + line;
    }

    /** {@code 0xRRGGBB}, 0 = the viewer chooses. */
    public int rgb() {
        return rgb;
    }

    /** What zones here are about. */
    public MarkerCategory category() {
        return category;
    }

    /** Whether zones here wait instead of work: the category "Idle". */
    public boolean isIdle() {
        return category.name().equals(MarkerCategory.IDLE);
    }

    /** The file is a script: its name ends in {@code .lua}. */
    public boolean isLua() {
        return lua;
    }

    @Override
    public String toString() {
        return displayName() + (file.isEmpty() ? "" : " (" + file + ":" + line + ")");
    }
}
