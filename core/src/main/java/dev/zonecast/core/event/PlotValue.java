package dev.zonecast.core.event;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.Plot;
import dev.zonecast.core.kind.EventKind;

/** A value of a plot. */
public final class PlotValue extends ReusedEvent {
    private Plot plot;
    private long bits;

    /** Empty; its source fills it. */
    public PlotValue() {}

    /** Makes this a whole number. */
    public PlotValue whole(EventThread thread, long nanos, Plot of, long value) {
        set(EventKind.PLOT_LONG, thread, nanos);
        plot = of;
        bits = value;
        return this;
    }

    /** Makes this a decimal number, which is finite. */
    public PlotValue decimal(EventThread thread, long nanos, Plot of, double value) {
        set(EventKind.PLOT_DOUBLE, thread, nanos);
        plot = of;
        bits = Double.doubleToRawLongBits(value);
        return this;
    }

    @Override
    void read(IdTables ids, int small, int id, long a, long b, long c, Utf8Text text, CallStack stack) {
        plot = ids.plot(id);
        bits = a;
    }

    @Override
    void exchange(EventFields fields) {
        plot = fields.object(plot);
        bits = fields.number(bits);
    }

    public Plot plot() {
        return plot;
    }

    /** True for {@link #whole()}, false for {@link #decimal()}. */
    public boolean isWhole() {
        return kind() == EventKind.PLOT_LONG;
    }

    public long whole() {
        return bits;
    }

    /** Finite. */
    public double decimal() {
        return Double.longBitsToDouble(bits);
    }
}
