package dev.zonecast.trace;

/** A number over time. Its name and how it is drawn may change as the trace is read. */
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

    /**
     * How a plot is drawn.
     *
     * @param format what its numbers are
     * @param step a value holds until the next one
     * @param filled the area below it is filled
     * @param rgb {@code 0xRRGGBB}, 0 = the viewer chooses
     * @param rate its change over time counts, not its value
     * @param description a sentence for people, or empty
     * @param category what it is about, or empty
     */
    public record Look(
            Format format, boolean step, boolean filled, int rgb, boolean rate, String description, String category) {}

    private final int index;
    private String name;
    private final Program program;
    private Look look = new Look(Format.NUMBER, false, false, 0, false, "", "");

    PlotSeries(int index, String name, Program program) {
        this.index = index;
        this.name = name;
        this.program = program;
    }

    /** Number of the plot in this reading, from 0 on without gaps. */
    public int index() {
        return index;
    }

    /** Its name so far. */
    public String name() {
        return name;
    }

    /** The program it belongs to. */
    public Program program() {
        return program;
    }

    /** How it is drawn. */
    public Look look() {
        return look;
    }

    /** What its numbers are. */
    public Format format() {
        return look.format;
    }

    void rename(String newName) {
        name = newName;
    }

    void describe(Look newLook) {
        look = newLook;
    }
}
