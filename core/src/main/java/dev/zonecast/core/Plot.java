package dev.zonecast.core;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registered;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.Switch;

/**
 * A value over time: {@code Plot.of("visible objects").set(n)}. Keep it in a {@code static final} field. Equal names give the same
 * object.
 *
 * <p>Thread-safe. Values of several threads are sorted by their times.
 */
@SuppressWarnings("exports") // The superclass is for our own packages.
public final class Plot extends Registered {
    /**
     * How a viewer draws it.
     *
     * @param format how values are written
     * @param step true for steps, false for a line from value to value
     * @param fill true to fill the area below
     * @param rgb colour 0xRRGGBB, 0 = the viewer chooses
     */
    public record Config(PlotFormat format, boolean step, boolean fill, int rgb) {
        /** A plain number, drawn as a filled line. */
        public static final Config DEFAULT = new Config(PlotFormat.NUMBER, false, true, 0);
    }

    /**
     * Facts for the Firefox profiler, which shows a plot as a counter.
     *
     * @param rate true: the change over time counts, not the value
     * @param description a sentence for people
     * @param category subject, such as "Memory"; empty: none
     */
    public record Display(boolean rate, String description, String category) {
        /** A value, without description and category. */
        public static final Display DEFAULT = new Display(false, "", "");
    }

    private static final Slots<String, Plot> ALL = Slots.make(Plot.class, "plots", 1 << 16, name -> name);

    private final String name;
    private volatile Config config = Config.DEFAULT;
    private volatile Display display = Display.DEFAULT;

    private Plot(int id, String name) {
        super(id);
        this.name = name;
    }

    /**
     * A plot of plain numbers.
     *
     * @param name null or empty reads "(unnamed)"
     */
    public static Plot of(String name) {
        String shown = name == null || name.isEmpty() ? "(unnamed)" : NameTable.wellFormed(name);
        return ALL.intern(shown, Plot::new);
    }

    /** A builder of a plot's description. */
    public static Builder builder(String name) {
        return new Builder(of(name));
    }

    /** Records a value with the time of the call. */
    public void set(long value) {
        if (Switch.ON && Gate.isOpen()) {
            Recorder.current().record(EventKind.PLOT_LONG, 0, Ids.of(this), value);
        }
    }

    /** Records a value with the time of the call. NaN and infinities cannot be drawn: they are counted and dropped. */
    public void set(double value) {
        if (!Switch.ON || !Gate.isOpen()) {
            return;
        }
        if (!Double.isFinite(value)) {
            Recorder.current().countDrop();
            return;
        }
        Recorder.current().record(EventKind.PLOT_DOUBLE, 0, Ids.of(this), Double.doubleToRawLongBits(value));
    }

    public String name() {
        return name;
    }

    public Config config() {
        return config;
    }

    /** Facts for the Firefox profiler. */
    public Display display() {
        return display;
    }

    @Override
    public String toString() {
        return name;
    }

    /** Describes a plot. Use it on one thread. */
    public static final class Builder {
        private final Plot plot;
        private PlotFormat format = Config.DEFAULT.format();
        private boolean step = Config.DEFAULT.step();
        private boolean fill = Config.DEFAULT.fill();
        private int rgb;
        private Display display;

        private Builder(Plot plot) {
            this.plot = plot;
        }

        /** How values are written; null is a plain number. */
        public Builder format(PlotFormat value) {
            format = value == null ? PlotFormat.NUMBER : value;
            return this;
        }

        /** True for steps, false for a line from value to value. */
        public Builder step(boolean value) {
            step = value;
            return this;
        }

        /** True to fill the area below. */
        public Builder fill(boolean value) {
            fill = value;
            return this;
        }

        /** Colour 0xRRGGBB, 0 = the viewer chooses. */
        public Builder color(int rrggbb) {
            rgb = rrggbb & 0xFFFFFF;
            return this;
        }

        /** Facts for the Firefox profiler. */
        public Builder display(Display value) {
            display = value;
            return this;
        }

        /** The plot of this name. An existing one takes this description. */
        public Plot create() {
            plot.display = display == null ? plot.display : display;
            plot.config = new Config(format, step, fill, rgb);
            Registry.tell(plot);
            return plot;
        }
    }
}
