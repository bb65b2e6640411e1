package dev.zonecast.core;

import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.ring.Switch;
import dev.zonecast.core.state.CounterCells;
import dev.zonecast.core.state.CounterSampler;
import dev.zonecast.core.state.CounterTable;
import java.util.function.DoubleSupplier;

/**
 * A count that the profiler reads a hundred times a second: requests served, bytes sent, objects alive. A {@link Plot} records each
 * value; a counter may change any number of times between two readings. Keep it in a {@code static final} field. Equal names give the
 * same object.
 *
 * <pre>{@code
 * private static final Counter SENT = Counter.builder("bytes sent").format(PlotFormat.MEMORY).rate(true).create();
 *
 * SENT.add(packet.length);
 * }</pre>
 *
 * The profiler can also ask the program: {@code Counter.builder("queue").sampled(queue::size)}. Viewers show a counter as a plot.
 *
 * <p>Thread-safe. On platform threads an addition is a load and a store, without an atomic instruction. Only a thread's first addition
 * allocates. With {@code -Dzonecast.enabled=false} nothing is counted.
 */
public final class Counter {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private final int index;
    private final Plot plot;
    private volatile DoubleSupplier source;
    private volatile boolean sourceIsWhole;
    private volatile boolean stopped;

    // Used by the sampler alone.
    private double lastValue = Double.NaN;

    private Counter(int index, Plot plot) {
        this.index = index;
        this.plot = plot;
    }

    /** A counter of plain numbers. */
    public static Counter of(String name) {
        return builder(name).create();
    }

    /** A builder of a counter's description. */
    public static Builder builder(String name) {
        return new Builder(name == null || name.isEmpty() ? "(unnamed)" : NameTable.wellFormed(name));
    }

    /** Adds one. */
    public void increment() {
        add(1);
    }

    /** Adds an amount. It may be negative. */
    public void add(long amount) {
        if (Switch.ON) {
            CounterCells.add(index, amount);
        }
    }

    /** The sum of all additions. Additions of other threads during the call may be missing. */
    public long value() {
        return CounterCells.sum(index);
    }

    /** The plot that viewers show. */
    public Plot plot() {
        return plot;
    }

    /** Ends the readings of the counter and of its supplier. Viewers keep the last value. */
    public void stopSampling() {
        stopped = true;
        source = null;
    }

    /**
     * Records the current value if it has changed. For the thread that reads counters.
     *
     * @param always record an unchanged value, too
     */
    private void sample(boolean always) {
        if (stopped) {
            return;
        }
        DoubleSupplier supplier = source;
        boolean whole = supplier == null || sourceIsWhole;
        double sampled = 0;
        if (supplier != null) {
            try {
                sampled = supplier.getAsDouble();
            } catch (RuntimeException | Error e) {
                stopSampling();
                LOG.log(System.Logger.Level.WARNING, "the counter \"" + plot.name() + "\" cannot be read any more", e);
                return;
            }
        }
        double value = sampled + value();
        if (always || value != lastValue) {
            lastValue = value;
            if (whole) {
                plot.set((long) value);
            } else {
                plot.set(value);
            }
        }
    }

    @Override
    public String toString() {
        return plot.name();
    }

    /** Describes a counter. Use it on one thread. */
    public static final class Builder {
        private final String name;
        private PlotFormat format = PlotFormat.NUMBER;
        private boolean rate;
        private String description = "";
        private String category = "";
        private int rgb;

        private Builder(String name) {
            this.name = name;
        }

        /** How values are written; null is a plain number. */
        public Builder format(PlotFormat value) {
            format = value == null ? PlotFormat.NUMBER : value;
            return this;
        }

        /** True if the change over time counts, not the sum. The Firefox profiler then draws the change. */
        public Builder rate(boolean value) {
            rate = value;
            return this;
        }

        /** A sentence for people. */
        public Builder description(String text) {
            description = String.valueOf(text);
            return this;
        }

        /** The subject: "Memory", "CPU", "Bandwidth". */
        public Builder category(String about) {
            category = String.valueOf(about);
            return this;
        }

        /** Colour 0xRRGGBB, 0 = the viewer chooses. */
        public Builder color(int rrggbb) {
            rgb = rrggbb & 0xFFFFFF;
            return this;
        }

        /** The counter of this name. An existing one takes this description. */
        public Counter create() {
            Counter counter = CounterTable.INSTANCE.intern(name, (index, shown) -> {
                Counter made = new Counter(index, described(shown));
                CounterSampler.INSTANCE.add(made::sample);
                return made;
            });
            CounterSampler.INSTANCE.start();
            if (name.equals(counter.plot.name())) {
                Plot ignored = described(name);
            }
            return counter;
        }

        private Plot described(String shown) {
            return Plot.builder(shown)
                    .format(format)
                    .step(true)
                    .color(rgb)
                    .display(new Plot.Display(rate, description, category))
                    .create();
        }

        /**
         * A counter whose value the profiler asks of the program. Additions are added to it. The profiler starts with the first event
         * or addition of the program, not with this call.
         *
         * @param source called by a thread of the profiler; never called again after it has thrown
         */
        public Counter sampled(java.util.function.LongSupplier source) {
            return sampledBy(source::getAsLong, true);
        }

        /** As {@link #sampled}, with a fraction. Values that are not finite are counted and dropped. */
        public Counter sampledFraction(DoubleSupplier source) {
            return sampledBy(source, false);
        }

        private Counter sampledBy(DoubleSupplier source, boolean whole) {
            Counter counter = create();
            if (!name.equals(counter.plot.name())) {
                return counter;
            }
            counter.sourceIsWhole = whole;
            counter.source = source;
            counter.stopped = false;
            return counter;
        }
    }
}
