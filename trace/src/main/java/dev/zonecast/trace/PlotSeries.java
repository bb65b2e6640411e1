package dev.zonecast.trace;

/** A number over time. How it is drawn may change as the trace is read. */
public final class PlotSeries {
    /** What its numbers are. */
    public enum Format {
        /** Plain numbers. */
        NUMBER,
        /** Bytes of memory. */
        MEMORY,
        /** Percent. */
        PERCENTAGE
    }

    private final int index;
    private final String name;
    private final Program program;
    private Format format = Format.NUMBER;
    private boolean step;
    private boolean fill;
    private int rgb;
    private boolean rate;
    private String description = "";
    private String category = "";

    PlotSeries(int index, String name, Program program) {
        this.index = index;
        this.name = name;
        this.program = program;
    }

    /** Number of the plot in this reading, from 0 on without gaps. */
    public int index() {
        return index;
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The program it belongs to. */
    public Program program() {
        return program;
    }

    /** Number of its program: {@link Program#number}. */
    public long process() {
        return program.number();
    }

    /** What its numbers are. */
    public Format format() {
        return format;
    }

    /** A value holds until the next one. */
    public boolean isStep() {
        return step;
    }

    /** The area below it is filled. */
    public boolean isFilled() {
        return fill;
    }

    /** {@code 0xRRGGBB}, 0 = the viewer chooses. */
    public int rgb() {
        return rgb;
    }

    /** Its change over time counts, not its value. */
    public boolean isRate() {
        return rate;
    }

    /** A sentence for people, or empty. */
    public String description() {
        return description;
    }

    /** What it is about, or empty. */
    public String category() {
        return category;
    }

    void explain(boolean nowRate, String newDescription, String newCategory) {
        rate = nowRate;
        description = newDescription;
        category = newCategory;
    }

    void describe(Format newFormat, boolean nowStep, boolean nowFilled, int newRgb) {
        format = newFormat;
        step = nowStep;
        fill = nowFilled;
        rgb = newRgb;
    }
}
