package dev.zonecast.capture.trace;

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
    private Format format = Format.NUMBER;
    private boolean step;
    private boolean fill;
    private int rgb;

    PlotSeries(int index, String name) {
        this.index = index;
        this.name = name;
    }

    /** Number of the plot in this reading, from 0 on without gaps. */
    public int index() {
        return index;
    }

    /** Its name. */
    public String name() {
        return name;
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

    void describe(Format newFormat, boolean nowStep, boolean nowFilled, int newRgb) {
        format = newFormat;
        step = nowStep;
        fill = nowFilled;
        rgb = newRgb;
    }
}
